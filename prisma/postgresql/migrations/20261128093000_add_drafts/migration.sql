-- CreateTable
CREATE TABLE "Draft" (
    "key" TEXT COLLATE "C" NOT NULL,
    "accountId" TEXT COLLATE "C" NOT NULL,
    "sealed" TEXT COLLATE "C" NOT NULL,
    "at" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "Draft_pkey" PRIMARY KEY ("key")
);

-- CreateIndex
CREATE INDEX "Draft_accountId_at_idx" ON "Draft"("accountId", "at");

-- CreateIndex
CREATE INDEX "Draft_at_idx" ON "Draft"("at");

-- AddForeignKey
ALTER TABLE "Draft" ADD CONSTRAINT "Draft_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "Account"("id") ON DELETE CASCADE ON UPDATE CASCADE;
