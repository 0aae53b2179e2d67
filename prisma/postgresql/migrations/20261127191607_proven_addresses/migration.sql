-- AlterTable
ALTER TABLE "Account" ADD COLUMN     "madeThrough" TEXT COLLATE "C",
ADD COLUMN     "provenAt" TIMESTAMP(3);
