-- AlterTable
ALTER TABLE "LoginProof" ADD COLUMN     "device" TEXT COLLATE "C";

-- AlterTable
ALTER TABLE "Session" ADD COLUMN     "device" TEXT COLLATE "C";
