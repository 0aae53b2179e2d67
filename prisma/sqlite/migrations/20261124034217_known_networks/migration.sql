-- AlterTable
ALTER TABLE "Throttled" ADD COLUMN "of" TEXT;

-- CreateTable
CREATE TABLE "KnownNetwork" (
    "key" TEXT NOT NULL PRIMARY KEY,
    "accountId" TEXT NOT NULL,
    "at" DATETIME NOT NULL,
    CONSTRAINT "KnownNetwork_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "Account" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateIndex
CREATE INDEX "KnownNetwork_accountId_at_idx" ON "KnownNetwork"("accountId", "at");

-- CreateIndex
CREATE INDEX "KnownNetwork_at_idx" ON "KnownNetwork"("at");

-- CreateIndex
CREATE INDEX "Throttled_of_idx" ON "Throttled"("of");
