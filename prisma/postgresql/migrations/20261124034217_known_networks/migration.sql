-- AlterTable
ALTER TABLE "Throttled" ADD COLUMN     "of" TEXT COLLATE "C";

-- CreateTable
CREATE TABLE "KnownNetwork" (
    "key" TEXT COLLATE "C" NOT NULL,
    "accountId" TEXT COLLATE "C" NOT NULL,
    "at" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "KnownNetwork_pkey" PRIMARY KEY ("key")
);

-- CreateIndex
CREATE INDEX "KnownNetwork_accountId_at_idx" ON "KnownNetwork"("accountId", "at");

-- CreateIndex
CREATE INDEX "KnownNetwork_at_idx" ON "KnownNetwork"("at");

-- CreateIndex
CREATE INDEX "Throttled_of_idx" ON "Throttled"("of");

-- AddForeignKey
ALTER TABLE "KnownNetwork" ADD CONSTRAINT "KnownNetwork_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "Account"("id") ON DELETE CASCADE ON UPDATE CASCADE;
