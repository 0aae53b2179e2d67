-- AlterTable
ALTER TABLE "Certificate" ADD COLUMN     "madeById" TEXT COLLATE "C";
