-- AlterTable
ALTER TABLE "Task" ADD COLUMN "neededBy" TEXT;
ALTER TABLE "Task" ADD COLUMN "wishedById" TEXT;
