-- CreateTable
CREATE TABLE "LoginProof" (
    "digest" TEXT COLLATE "C" NOT NULL,
    "accountId" TEXT COLLATE "C" NOT NULL,
    "of" TEXT COLLATE "C" NOT NULL,
    "provenAt" TIMESTAMP(3) NOT NULL,
    "expiresAt" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "LoginProof_pkey" PRIMARY KEY ("digest")
);

-- CreateIndex
CREATE INDEX "LoginProof_accountId_provenAt_digest_idx" ON "LoginProof"("accountId", "provenAt", "digest");

-- CreateIndex
CREATE INDEX "LoginProof_expiresAt_idx" ON "LoginProof"("expiresAt");

-- AddForeignKey
ALTER TABLE "LoginProof" ADD CONSTRAINT "LoginProof_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "Account"("id") ON DELETE CASCADE ON UPDATE CASCADE;
