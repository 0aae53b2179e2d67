-- AlterTable
ALTER TABLE "Mail" ADD COLUMN "childId" TEXT;
ALTER TABLE "Mail" ADD COLUMN "invitedById" TEXT;

-- A table WITHOUT ROWID is one with its key, so a row is written once less.

-- CreateTable
CREATE TABLE "AccountWord" (
    "accountId" TEXT NOT NULL,
    "role" TEXT NOT NULL,
    "word" TEXT NOT NULL,

    PRIMARY KEY ("accountId", "word"),
    CONSTRAINT "AccountWord_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "Account" ("id") ON DELETE CASCADE ON UPDATE CASCADE
) WITHOUT ROWID;

-- CreateTable
CREATE TABLE "Parenthood" (
    "parentId" TEXT NOT NULL,
    "childId" TEXT NOT NULL,
    "place" INTEGER NOT NULL,
    "socSecFingerprint" TEXT,

    PRIMARY KEY ("parentId", "childId"),
    CONSTRAINT "Parenthood_parentId_fkey" FOREIGN KEY ("parentId") REFERENCES "Account" ("id") ON DELETE RESTRICT ON UPDATE CASCADE,
    CONSTRAINT "Parenthood_childId_fkey" FOREIGN KEY ("childId") REFERENCES "Child" ("id") ON DELETE RESTRICT ON UPDATE CASCADE
) WITHOUT ROWID;

-- CreateTable
CREATE TABLE "JoinCode" (
    "childId" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "digest" TEXT NOT NULL,
    "invitedById" TEXT NOT NULL,
    "expiresAt" DATETIME NOT NULL,

    PRIMARY KEY ("childId", "email"),
    CONSTRAINT "JoinCode_childId_fkey" FOREIGN KEY ("childId") REFERENCES "Child" ("id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "JoinCode_invitedById_fkey" FOREIGN KEY ("invitedById") REFERENCES "Account" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "MergedChild" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "childId" TEXT NOT NULL,
    CONSTRAINT "MergedChild_childId_fkey" FOREIGN KEY ("childId") REFERENCES "Child" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "PatientWord" (
    "doctorId" TEXT NOT NULL,
    "word" TEXT NOT NULL,
    "childId" TEXT NOT NULL,

    PRIMARY KEY ("doctorId", "word", "childId")
) WITHOUT ROWID;

-- CreateTable
CREATE TABLE "Backlog" (
    "task" TEXT NOT NULL PRIMARY KEY,
    "place" INTEGER NOT NULL,
    "after" TEXT
);

-- Each child has one parent, who has added it.
INSERT INTO "Parenthood" ("parentId", "childId", "place", "socSecFingerprint")
SELECT "parentId", "id", 1, "socSecFingerprint" FROM "Child" ORDER BY "parentId", "id";

-- RedefineTables
PRAGMA defer_foreign_keys=ON;
PRAGMA foreign_keys=OFF;
CREATE TABLE "new_Case" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "childId" TEXT NOT NULL,
    "doctorId" TEXT NOT NULL,
    "title" TEXT NOT NULL,
    "sealed" BOOLEAN NOT NULL DEFAULT false,
    "openedAt" DATETIME NOT NULL,
    "finishedAt" DATETIME,
    "newestCertificationId" TEXT,
    "certification" TEXT,
    CONSTRAINT "Case_childId_fkey" FOREIGN KEY ("childId") REFERENCES "Child" ("id") ON DELETE RESTRICT ON UPDATE CASCADE,
    CONSTRAINT "Case_doctorId_fkey" FOREIGN KEY ("doctorId") REFERENCES "Account" ("id") ON DELETE RESTRICT ON UPDATE CASCADE
);
INSERT INTO "new_Case" ("childId", "doctorId", "finishedAt", "id", "openedAt", "title") SELECT "childId", "doctorId", "finishedAt", "id", "openedAt", "title" FROM "Case";
DROP TABLE "Case";
ALTER TABLE "new_Case" RENAME TO "Case";
CREATE INDEX "Case_doctorId_childId_idx" ON "Case"("doctorId", "childId");
CREATE INDEX "Case_doctorId_id_idx" ON "Case"("doctorId", "id");
CREATE INDEX "Case_childId_id_idx" ON "Case"("childId", "id");
CREATE TABLE "new_CaseEvent" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "caseId" TEXT NOT NULL,
    "place" INTEGER NOT NULL,
    "at" DATETIME NOT NULL,
    "byId" TEXT NOT NULL,
    "action" TEXT NOT NULL,
    "reason" TEXT,
    "sealed" BOOLEAN NOT NULL DEFAULT false,
    "toId" TEXT,
    CONSTRAINT "CaseEvent_caseId_fkey" FOREIGN KEY ("caseId") REFERENCES "Case" ("id") ON DELETE RESTRICT ON UPDATE CASCADE,
    CONSTRAINT "CaseEvent_byId_fkey" FOREIGN KEY ("byId") REFERENCES "Account" ("id") ON DELETE RESTRICT ON UPDATE CASCADE,
    CONSTRAINT "CaseEvent_toId_fkey" FOREIGN KEY ("toId") REFERENCES "Account" ("id") ON DELETE RESTRICT ON UPDATE CASCADE
);
INSERT INTO "new_CaseEvent" ("action", "at", "byId", "caseId", "id", "place", "reason") SELECT "action", "at", "byId", "caseId", "id", "place", "reason" FROM "CaseEvent";
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
    "decidedById" TEXT,
    "reason" TEXT,
    "statement" TEXT,
    "sealed" BOOLEAN NOT NULL DEFAULT false,
    "validUntil" TEXT,
    CONSTRAINT "Certification_caseId_fkey" FOREIGN KEY ("caseId") REFERENCES "Case" ("id") ON DELETE RESTRICT ON UPDATE CASCADE,
    CONSTRAINT "Certification_taskId_fkey" FOREIGN KEY ("taskId") REFERENCES "Task" ("id") ON DELETE RESTRICT ON UPDATE CASCADE,
    CONSTRAINT "Certification_requestedById_fkey" FOREIGN KEY ("requestedById") REFERENCES "Account" ("id") ON DELETE RESTRICT ON UPDATE CASCADE,
    CONSTRAINT "Certification_decidedById_fkey" FOREIGN KEY ("decidedById") REFERENCES "Account" ("id") ON DELETE RESTRICT ON UPDATE CASCADE
);
-- Whoever issued it was the doctor of the case, who stayed the same.
INSERT INTO "new_Certification" ("decidedById", "caseId", "decidedAt", "id", "liveTaskId", "place", "reason", "requestedAt", "requestedById", "statement", "status", "taskId", "validUntil") SELECT CASE "status" WHEN 'issued' THEN (SELECT "doctorId" FROM "Case" WHERE "Case"."id" = "caseId") END, "caseId", "decidedAt", "id", "liveTaskId", "place", "reason", "requestedAt", "requestedById", "statement", "status", "taskId", "validUntil" FROM "Certification";
DROP TABLE "Certification";
ALTER TABLE "new_Certification" RENAME TO "Certification";
CREATE UNIQUE INDEX "Certification_liveTaskId_key" ON "Certification"("liveTaskId");
CREATE INDEX "Certification_caseId_id_idx" ON "Certification"("caseId", "id");
CREATE INDEX "Certification_requestedById_idx" ON "Certification"("requestedById");
CREATE UNIQUE INDEX "Certification_taskId_place_key" ON "Certification"("taskId", "place");
CREATE TABLE "new_Child" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "firstName" TEXT NOT NULL,
    "lastName" TEXT NOT NULL,
    "birthDate" TEXT,
    "socSecNum" TEXT
) WITHOUT ROWID;
INSERT INTO "new_Child" ("birthDate", "firstName", "id", "lastName", "socSecNum") SELECT "birthDate", "firstName", "id", "lastName", "socSecNum" FROM "Child";
DROP TABLE "Child";
ALTER TABLE "new_Child" RENAME TO "Child";
CREATE TABLE "new_Task" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "caseId" TEXT NOT NULL,
    "doctorId" TEXT NOT NULL,
    "title" TEXT NOT NULL,
    "sealed" BOOLEAN NOT NULL DEFAULT false,
    "closedAt" DATETIME,
    "closedPlace" INTEGER,
    CONSTRAINT "Task_caseId_fkey" FOREIGN KEY ("caseId") REFERENCES "Case" ("id") ON DELETE RESTRICT ON UPDATE CASCADE
);
INSERT INTO "new_Task" ("doctorId", "caseId", "closedAt", "closedPlace", "id", "title") SELECT (SELECT "doctorId" FROM "Case" WHERE "Case"."id" = "caseId"), "caseId", "closedAt", "closedPlace", "id", "title" FROM "Task";
DROP TABLE "Task";
ALTER TABLE "new_Task" RENAME TO "Task";
CREATE INDEX "Task_caseId_id_idx" ON "Task"("caseId", "id");
CREATE UNIQUE INDEX "Task_caseId_closedPlace_key" ON "Task"("caseId", "closedPlace");
PRAGMA foreign_keys=ON;
PRAGMA defer_foreign_keys=OFF;

-- CreateIndex
CREATE INDEX "AccountWord_role_word_accountId_idx" ON "AccountWord"("role", "word", "accountId");

-- CreateIndex
CREATE INDEX "Parenthood_childId_place_idx" ON "Parenthood"("childId", "place");

-- CreateIndex
CREATE UNIQUE INDEX "JoinCode_digest_key" ON "JoinCode"("digest");

-- CreateIndex
CREATE INDEX "JoinCode_email_idx" ON "JoinCode"("email");

-- CreateIndex
CREATE INDEX "JoinCode_invitedById_idx" ON "JoinCode"("invitedById");

-- CreateIndex
CREATE INDEX "JoinCode_expiresAt_idx" ON "JoinCode"("expiresAt");

-- CreateIndex
CREATE INDEX "MergedChild_childId_idx" ON "MergedChild"("childId");

-- CreateIndex
CREATE INDEX "PatientWord_childId_doctorId_word_idx" ON "PatientWord"("childId", "doctorId", "word");

-- CreateIndex
CREATE UNIQUE INDEX "Backlog_place_key" ON "Backlog"("place");

-- The last certification of a task is known by its place, the last one among tasks by its id.
UPDATE "Case" SET "newestCertificationId" = o."id", "certification" = o."status"
FROM (
  SELECT "caseId", "id", "status", row_number() OVER (PARTITION BY "caseId" ORDER BY "id" DESC) AS "nth"
  FROM (
    SELECT "caseId", "id", "status", row_number() OVER (PARTITION BY "taskId" ORDER BY "place" DESC) AS "nth"
    FROM "Certification"
  ) t WHERE "nth" = 1
) o WHERE o."caseId" = "Case"."id" AND o."nth" = 1;

-- Only the rows with such a value: each index that has all rows costs whoever writes them a page.
CREATE UNIQUE INDEX "Parenthood_parentId_socSecFingerprint_key" ON "Parenthood"("parentId", "socSecFingerprint") WHERE "socSecFingerprint" IS NOT NULL;
CREATE INDEX "Mail_childId_idx" ON "Mail"("childId") WHERE "childId" IS NOT NULL;
CREATE INDEX "Case_doctorId_ongoing_idx" ON "Case"("doctorId", "id") WHERE "finishedAt" IS NULL;
CREATE INDEX "Case_doctorId_finished_idx" ON "Case"("doctorId", "id") WHERE "finishedAt" IS NOT NULL;
CREATE INDEX "Case_finishedAt_id_idx" ON "Case"("finishedAt", "id") WHERE "finishedAt" IS NOT NULL;
CREATE INDEX "Case_doctorId_certification_id_idx" ON "Case"("doctorId", "certification", "id") WHERE "certification" IS NOT NULL;
CREATE INDEX "Task_doctorId_open_idx" ON "Task"("doctorId", "id") WHERE "closedAt" IS NULL;
CREATE INDEX "Task_doctorId_closed_idx" ON "Task"("doctorId", "id") WHERE "closedAt" IS NOT NULL;
CREATE INDEX "CaseEvent_reason_idx" ON "CaseEvent"("id") WHERE "reason" IS NOT NULL;

-- What is left to do while the service runs: texts are encrypted by keys that no migration has. In a new store it is nothing.
INSERT INTO "Backlog" ("task", "place")
SELECT "task", "place" FROM (
  SELECT 'account names' AS "task", 1 AS "place", EXISTS (SELECT 1 FROM "Account") AS "has"
  UNION ALL SELECT 'patient names', 2, EXISTS (SELECT 1 FROM "Case")
  UNION ALL SELECT 'case titles', 3, EXISTS (SELECT 1 FROM "Case")
  UNION ALL SELECT 'task titles', 4, EXISTS (SELECT 1 FROM "Task")
  UNION ALL SELECT 'certification texts', 5, EXISTS (SELECT 1 FROM "Certification")
  UNION ALL SELECT 'history reasons', 6, EXISTS (SELECT 1 FROM "CaseEvent")
  UNION ALL SELECT 'files', 7, EXISTS (SELECT 1 FROM "Case")
) o WHERE "has";
