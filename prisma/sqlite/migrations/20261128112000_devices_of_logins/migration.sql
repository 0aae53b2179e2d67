-- AlterTable
ALTER TABLE "LoginProof" ADD COLUMN "device" TEXT;

-- AlterTable
ALTER TABLE "Session" ADD COLUMN "device" TEXT;
