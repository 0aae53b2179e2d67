-- AlterTable
ALTER TABLE "Task" ADD COLUMN     "wishedById" TEXT COLLATE "C";
