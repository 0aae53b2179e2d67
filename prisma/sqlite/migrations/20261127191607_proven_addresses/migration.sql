-- AlterTable
ALTER TABLE "Account" ADD COLUMN "madeThrough" TEXT;
ALTER TABLE "Account" ADD COLUMN "provenAt" DATETIME;
