CREATE INDEX "Task_doctorId_closedAt_idx" ON "Task"("doctorId", "closedAt", "id") WHERE "closedAt" IS NOT NULL;
