-- CreateTable
CREATE TABLE "Phrase" (
    "id" TEXT COLLATE "C" NOT NULL,
    "accountId" TEXT COLLATE "C" NOT NULL,
    "kind" TEXT COLLATE "C" NOT NULL,
    "place" INTEGER NOT NULL,
    "text" TEXT COLLATE "C" NOT NULL,

    CONSTRAINT "Phrase_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "Phrase_accountId_place_id_idx" ON "Phrase"("accountId", "place", "id");

-- AddForeignKey
ALTER TABLE "Phrase" ADD CONSTRAINT "Phrase_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "Account"("id") ON DELETE CASCADE ON UPDATE CASCADE;
