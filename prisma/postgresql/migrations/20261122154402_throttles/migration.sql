-- AlterTable
ALTER TABLE "Throttled" ADD COLUMN     "underWay" TEXT COLLATE "C" NOT NULL DEFAULT '';
