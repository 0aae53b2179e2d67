-- DropIndex
DROP INDEX "CaseEvent_caseId_id_idx";

-- DropIndex
DROP INDEX "Certification_taskId_id_idx";

-- DropIndex
DROP INDEX "Task_caseId_closedAt_id_idx";

-- AlterTable
ALTER TABLE "CaseEvent" ADD COLUMN     "place" INTEGER;
UPDATE "CaseEvent" SET "place" = o."place"
FROM (SELECT "id", row_number() OVER (PARTITION BY "caseId" ORDER BY "id") AS "place" FROM "CaseEvent") o WHERE o."id" = "CaseEvent"."id";
ALTER TABLE "CaseEvent" ALTER COLUMN "place" SET NOT NULL;

-- AlterTable
ALTER TABLE "Certification" ADD COLUMN     "place" INTEGER;
-- What is live was written last, whatever its id.
UPDATE "Certification" SET "place" = o."place"
FROM (SELECT "id", row_number() OVER (PARTITION BY "taskId" ORDER BY "liveTaskId" IS NOT NULL, "id") AS "place" FROM "Certification") o WHERE o."id" = "Certification"."id";
ALTER TABLE "Certification" ALTER COLUMN "place" SET NOT NULL;

-- AlterTable
ALTER TABLE "Task" ADD COLUMN     "closedPlace" INTEGER;
-- Tasks were closed in the order of their moments, as far as anybody knows.
UPDATE "Task" SET "closedPlace" = o."place"
FROM (
  SELECT "id", row_number() OVER (PARTITION BY "caseId" ORDER BY "closedAt", "id") AS "place"
  FROM "Task" WHERE "closedAt" IS NOT NULL
) o WHERE o."id" = "Task"."id";

-- AlterTable
ALTER TABLE "WrappedKey" ADD COLUMN     "place" INTEGER;
UPDATE "WrappedKey" SET "place" = o."place"
FROM (SELECT "id", row_number() OVER (ORDER BY "id") AS "place" FROM "WrappedKey") o WHERE o."id" = "WrappedKey"."id";
ALTER TABLE "WrappedKey" ALTER COLUMN "place" SET NOT NULL;

-- CreateIndex
CREATE UNIQUE INDEX "CaseEvent_caseId_place_key" ON "CaseEvent"("caseId", "place");

-- CreateIndex
CREATE UNIQUE INDEX "Certification_taskId_place_key" ON "Certification"("taskId", "place");

-- CreateIndex
CREATE UNIQUE INDEX "Task_caseId_closedPlace_key" ON "Task"("caseId", "closedPlace");

-- CreateIndex
CREATE UNIQUE INDEX "WrappedKey_place_key" ON "WrappedKey"("place");
