-- AlterTable
ALTER TABLE "CaseEvent" ADD COLUMN "newTitle" TEXT;
ALTER TABLE "CaseEvent" ADD COLUMN "oldTitle" TEXT;

-- Those with a text, in the order of their ids
DROP INDEX "CaseEvent_reason_idx";
CREATE INDEX "CaseEvent_text_idx" ON "CaseEvent"("id") WHERE ("reason" IS NOT NULL OR "oldTitle" IS NOT NULL);
