-- AlterTable
ALTER TABLE "Task" ADD COLUMN     "closedById" TEXT COLLATE "C";
