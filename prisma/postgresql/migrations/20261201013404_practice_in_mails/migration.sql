-- AlterTable
ALTER TABLE "Practice" ADD COLUMN     "namedInMails" TEXT COLLATE "C";
