-- AlterTable
ALTER TABLE "CaseEvent" ADD COLUMN     "doctorId" TEXT COLLATE "C",
ADD COLUMN     "minutes" INTEGER,
ADD COLUMN     "month" TEXT COLLATE "C";

-- What happened before counts for the doctors whose cases they are now, in the months of UTC.
UPDATE "CaseEvent" SET "month" = to_char("at", 'YYYY-MM'),
  "doctorId" = (SELECT "doctorId" FROM "Case" WHERE "id" = "CaseEvent"."caseId")
WHERE "action" IN ('case opened', 'case finished', 'case refused', 'task closed', 'wish declined',
  'certification requested', 'certification issued', 'certification rejected', 'certification revoked');

CREATE INDEX "CaseEvent_month_idx" ON "CaseEvent"("month", "doctorId", "action", "minutes") WHERE "month" IS NOT NULL;
