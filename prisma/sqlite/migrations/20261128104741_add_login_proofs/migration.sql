-- CreateTable
CREATE TABLE "LoginProof" (
    "digest" TEXT NOT NULL PRIMARY KEY,
    "accountId" TEXT NOT NULL,
    "of" TEXT NOT NULL,
    "provenAt" DATETIME NOT NULL,
    "expiresAt" DATETIME NOT NULL,
    CONSTRAINT "LoginProof_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "Account" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateIndex
CREATE INDEX "LoginProof_accountId_provenAt_digest_idx" ON "LoginProof"("accountId", "provenAt", "digest");

-- CreateIndex
CREATE INDEX "LoginProof_expiresAt_idx" ON "LoginProof"("expiresAt");
