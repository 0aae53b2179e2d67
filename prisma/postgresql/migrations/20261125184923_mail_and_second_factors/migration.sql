-- DropIndex
DROP INDEX "Session_accountId_idx";

-- AlterTable
ALTER TABLE "Account" ADD COLUMN     "erasedAt" TIMESTAMP(3),
ADD COLUMN     "language" TEXT COLLATE "C" NOT NULL DEFAULT 'en',
ADD COLUMN     "notices" TEXT COLLATE "C" NOT NULL DEFAULT 'all',
ADD COLUMN     "secondFactor" BOOLEAN NOT NULL DEFAULT false;

-- CreateTable
CREATE TABLE "AccountCode" (
    "accountId" TEXT COLLATE "C" NOT NULL,
    "purpose" TEXT COLLATE "C" NOT NULL,
    "digest" TEXT COLLATE "C" NOT NULL,
    "email" TEXT COLLATE "C",
    "expiresAt" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "AccountCode_pkey" PRIMARY KEY ("accountId","purpose")
);

-- CreateTable
CREATE TABLE "SecondFactor" (
    "accountId" TEXT COLLATE "C" NOT NULL,
    "encryptedSecret" TEXT COLLATE "C" NOT NULL,
    "confirmedAt" TIMESTAMP(3),
    "lastStep" INTEGER NOT NULL,
    "recoveryCodes" TEXT COLLATE "C" NOT NULL,

    CONSTRAINT "SecondFactor_pkey" PRIMARY KEY ("accountId")
);

-- CreateTable
CREATE TABLE "Mail" (
    "id" TEXT COLLATE "C" NOT NULL,
    "kind" TEXT COLLATE "C" NOT NULL,
    "accountId" TEXT COLLATE "C",
    "to" TEXT COLLATE "C",
    "at" TIMESTAMP(3) NOT NULL,
    "notBefore" TIMESTAMP(3) NOT NULL,
    "attempts" INTEGER NOT NULL,
    "failedAt" TIMESTAMP(3),
    "problem" TEXT COLLATE "C",

    CONSTRAINT "Mail_pkey" PRIMARY KEY ("id")
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

-- AddForeignKey
ALTER TABLE "AccountCode" ADD CONSTRAINT "AccountCode_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "Account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "SecondFactor" ADD CONSTRAINT "SecondFactor_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "Account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Mail" ADD CONSTRAINT "Mail_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "Account"("id") ON DELETE CASCADE ON UPDATE CASCADE;
