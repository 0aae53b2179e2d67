-- DropIndex
DROP INDEX "Task_caseId_closedAt_id_idx";

-- AlterTable
ALTER TABLE "Task" ADD COLUMN "closedPlace" INTEGER;

-- Tasks were closed in the order of their moments, as far as anybody knows.
UPDATE "Task" SET "closedPlace" = o."place"
FROM (
  SELECT "id", row_number() OVER (PARTITION BY "caseId" ORDER BY "closedAt", "id") AS "place"
  FROM "Task" WHERE "closedAt" IS NOT NULL
) o WHERE o."id" = "Task"."id";

-- RedefineTables
PRAGMA defer_foreign_keys=ON;
PRAGMA foreign_keys=OFF;
CREATE TABLE "new_CaseEvent" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "caseId" TEXT NOT NULL,
    "place" INTEGER NOT NULL,
    "at" DATETIME NOT NULL,
    "byId" TEXT NOT NULL,
    "action" TEXT NOT NULL,
    "reason" TEXT,
    CONSTRAINT "CaseEvent_caseId_fkey" FOREIGN KEY ("caseId") REFERENCES "Case" ("id") ON DELETE RESTRICT ON UPDATE CASCADE,
    CONSTRAINT "CaseEvent_byId_fkey" FOREIGN KEY ("byId") REFERENCES "Account" ("id") ON DELETE RESTRICT ON UPDATE CASCADE
);
INSERT INTO "new_CaseEvent" ("action", "at", "byId", "caseId", "id", "reason", "place") SELECT "action", "at", "byId", "caseId", "id", "reason", row_number() OVER (PARTITION BY "caseId" ORDER BY "id") FROM "CaseEvent";
DROP TABLE "CaseEvent";
ALTER TABLE "new_CaseEvent" RENAME TO "CaseEvent";
CREATE INDEX "CaseEvent_byId_idx" ON "CaseEvent"("byId");
CREATE UNIQUE INDEX "CaseEvent_caseId_place_key" ON "CaseEvent"("caseId", "place");
CREATE TABLE "new_Certification" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "caseId" TEXT NOT NULL,
    "taskId" TEXT NOT NULL,
    "place" INTEGER NOT NULL,
    "liveTaskId" TEXT,
    "requestedById" TEXT NOT NULL,
    "requestedAt" DATETIME NOT NULL,
    "status" TEXT NOT NULL,
    "decidedAt" DATETIME,
    "reason" TEXT,
    CONSTRAINT "Certification_caseId_fkey" FOREIGN KEY ("caseId") REFERENCES "Case" ("id") ON DELETE RESTRICT ON UPDATE CASCADE,
    CONSTRAINT "Certification_taskId_fkey" FOREIGN KEY ("taskId") REFERENCES "Task" ("id") ON DELETE RESTRICT ON UPDATE CASCADE,
    CONSTRAINT "Certification_requestedById_fkey" FOREIGN KEY ("requestedById") REFERENCES "Account" ("id") ON DELETE RESTRICT ON UPDATE CASCADE
);
-- What is live was written last, whatever its id.
INSERT INTO "new_Certification" ("caseId", "decidedAt", "id", "liveTaskId", "reason", "requestedAt", "requestedById", "status", "taskId", "place") SELECT "caseId", "decidedAt", "id", "liveTaskId", "reason", "requestedAt", "requestedById", "status", "taskId", row_number() OVER (PARTITION BY "taskId" ORDER BY "liveTaskId" IS NOT NULL, "id") FROM "Certification";
DROP TABLE "Certification";
ALTER TABLE "new_Certification" RENAME TO "Certification";
CREATE UNIQUE INDEX "Certification_liveTaskId_key" ON "Certification"("liveTaskId");
CREATE INDEX "Certification_caseId_id_idx" ON "Certification"("caseId", "id");
CREATE INDEX "Certification_requestedById_idx" ON "Certification"("requestedById");
CREATE UNIQUE INDEX "Certification_taskId_place_key" ON "Certification"("taskId", "place");
CREATE TABLE "new_WrappedKey" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "place" INTEGER NOT NULL,
    "purpose" TEXT NOT NULL,
    "wrapped" TEXT NOT NULL
);
INSERT INTO "new_WrappedKey" ("id", "purpose", "wrapped", "place") SELECT "id", "purpose", "wrapped", row_number() OVER (ORDER BY "id") FROM "WrappedKey";
DROP TABLE "WrappedKey";
ALTER TABLE "new_WrappedKey" RENAME TO "WrappedKey";
CREATE UNIQUE INDEX "WrappedKey_place_key" ON "WrappedKey"("place");
PRAGMA foreign_keys=ON;
PRAGMA defer_foreign_keys=OFF;

-- CreateIndex
CREATE UNIQUE INDEX "Task_caseId_closedPlace_key" ON "Task"("caseId", "closedPlace");
