-- AlterTable
ALTER TABLE "Task" ADD COLUMN     "neededBy" TEXT COLLATE "C",
ADD COLUMN     "wishedById" TEXT COLLATE "C";
