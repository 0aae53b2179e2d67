-- AlterTable
ALTER TABLE "Mail" ADD COLUMN "language" TEXT COLLATE "C";
