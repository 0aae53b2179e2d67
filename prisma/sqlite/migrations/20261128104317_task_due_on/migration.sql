-- AlterTable
ALTER TABLE "Task" ADD COLUMN "dueOn" TEXT;
-- Those without a day come last.
CREATE INDEX "Task_doctorId_due_idx" ON "Task"("doctorId", (COALESCE("dueOn", '~')), "id") WHERE "closedAt" IS NULL;
