-- AlterTable
ALTER TABLE "Task" ADD COLUMN     "toldDueOn" TEXT COLLATE "C";

-- What is due and was not told, in the order of its days
CREATE INDEX "Task_dueOn_id_untold_idx" ON "Task"("dueOn", "id") WHERE "closedAt" IS NULL AND "toldDueOn" IS DISTINCT FROM "dueOn";
