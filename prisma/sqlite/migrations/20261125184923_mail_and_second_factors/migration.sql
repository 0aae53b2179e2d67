-- DropIndex
DROP INDEX "Session_accountId_idx";

-- AlterTable
ALTER TABLE "Account" ADD COLUMN "erasedAt" DATETIME;
ALTER TABLE "Account" ADD COLUMN "language" TEXT NOT NULL DEFAULT 'en';
ALTER TABLE "Account" ADD COLUMN "notices" TEXT NOT NULL DEFAULT 'all';
ALTER TABLE "Account" ADD COLUMN "secondFactor" BOOLEAN NOT NULL DEFAULT false;

-- CreateTable
CREATE TABLE "AccountCode" (
    "accountId" TEXT NOT NULL,
    "purpose" TEXT NOT NULL,
    "digest" TEXT NOT NULL,
    "email" TEXT,
    "expiresAt" DATETIME NOT NULL,

    PRIMARY KEY ("accountId", "purpose"),
    CONSTRAINT "AccountCode_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "Account" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "SecondFactor" (
    "accountId" TEXT NOT NULL PRIMARY KEY,
    "encryptedSecret" TEXT NOT NULL,
    "confirmedAt" DATETIME,
    "lastStep" INTEGER NOT NULL,
    "recoveryCodes" TEXT NOT NULL,
    CONSTRAINT "SecondFactor_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "Account" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "Mail" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "kind" TEXT NOT NULL,
    "accountId" TEXT,
    "to" TEXT,
    "at" DATETIME NOT NULL,
    "notBefore" DATETIME NOT NULL,
    "attempts" INTEGER NOT NULL,
    "failedAt" DATETIME,
    "problem" TEXT,
    CONSTRAINT "Mail_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "Account" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateIndex
CREATE UNIQUE INDEX "AccountCode_digest_key" ON "AccountCode"("digest");

-- CreateIndex
CREATE INDEX "AccountCode_expiresAt_idx" ON "AccountCode"("expiresAt");

-- CreateIndex
CREATE INDEX "Mail_failedAt_notBefore_id_idx" ON "Mail"("failedAt", "notBefore", "id");

-- CreateIndex
CREATE INDEX "Mail_failedAt_at_idx" ON "Mail"("failedAt", "at");

-- CreateIndex
CREATE INDEX "Mail_accountId_idx" ON "Mail"("accountId");

-- CreateIndex
CREATE INDEX "Session_accountId_digest_idx" ON "Session"("accountId", "digest");
