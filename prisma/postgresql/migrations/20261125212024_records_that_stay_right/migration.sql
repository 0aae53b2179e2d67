-- DropForeignKey
ALTER TABLE "Case" DROP CONSTRAINT "Case_parentId_fkey";

-- DropForeignKey
ALTER TABLE "Child" DROP CONSTRAINT "Child_parentId_fkey";

-- DropIndex
DROP INDEX "Case_parentId_id_idx";

-- DropIndex
DROP INDEX "Child_parentId_id_idx";

-- DropIndex
DROP INDEX "Child_parentId_socSecFingerprint_key";

-- AlterTable
ALTER TABLE "Case" DROP COLUMN "parentId",
ADD COLUMN     "certification" TEXT COLLATE "C",
ADD COLUMN     "newestCertificationId" TEXT COLLATE "C",
ADD COLUMN     "sealed" BOOLEAN NOT NULL DEFAULT false;

-- AlterTable
ALTER TABLE "CaseEvent" ADD COLUMN     "sealed" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "toId" TEXT COLLATE "C";

-- AlterTable
ALTER TABLE "Certification" ADD COLUMN     "decidedById" TEXT COLLATE "C",
ADD COLUMN     "sealed" BOOLEAN NOT NULL DEFAULT false;
-- Whoever issued it was the doctor of the case, who stayed the same.
UPDATE "Certification" SET "decidedById" = o."doctorId"
FROM "Case" o WHERE o."id" = "Certification"."caseId" AND "Certification"."status" = 'issued';

-- CreateTable
CREATE TABLE "Parenthood" (
    "parentId" TEXT COLLATE "C" NOT NULL,
    "childId" TEXT COLLATE "C" NOT NULL,
    "place" INTEGER NOT NULL,
    "socSecFingerprint" TEXT COLLATE "C",

    CONSTRAINT "Parenthood_pkey" PRIMARY KEY ("parentId","childId")
);

-- Each child has one parent, who has added it.
INSERT INTO "Parenthood" ("parentId", "childId", "place", "socSecFingerprint")
SELECT "parentId", "id", 1, "socSecFingerprint" FROM "Child" ORDER BY "parentId", "id";

-- AlterTable
ALTER TABLE "Child" DROP COLUMN "parentId",
DROP COLUMN "socSecFingerprint";

-- AlterTable
ALTER TABLE "Mail" ADD COLUMN     "childId" TEXT COLLATE "C",
ADD COLUMN     "invitedById" TEXT COLLATE "C";

-- AlterTable
ALTER TABLE "Task" ADD COLUMN     "doctorId" TEXT COLLATE "C",
ADD COLUMN     "sealed" BOOLEAN NOT NULL DEFAULT false;
UPDATE "Task" SET "doctorId" = o."doctorId" FROM "Case" o WHERE o."id" = "Task"."caseId";
ALTER TABLE "Task" ALTER COLUMN "doctorId" SET NOT NULL;

-- CreateTable
CREATE TABLE "AccountWord" (
    "accountId" TEXT COLLATE "C" NOT NULL,
    "role" TEXT COLLATE "C" NOT NULL,
    "word" TEXT COLLATE "C" NOT NULL,

    CONSTRAINT "AccountWord_pkey" PRIMARY KEY ("accountId","word")
);

-- CreateTable
CREATE TABLE "JoinCode" (
    "childId" TEXT COLLATE "C" NOT NULL,
    "email" TEXT COLLATE "C" NOT NULL,
    "digest" TEXT COLLATE "C" NOT NULL,
    "invitedById" TEXT COLLATE "C" NOT NULL,
    "expiresAt" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "JoinCode_pkey" PRIMARY KEY ("childId","email")
);

-- CreateTable
CREATE TABLE "MergedChild" (
    "id" TEXT COLLATE "C" NOT NULL,
    "childId" TEXT COLLATE "C" NOT NULL,

    CONSTRAINT "MergedChild_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "PatientWord" (
    "doctorId" TEXT COLLATE "C" NOT NULL,
    "word" TEXT COLLATE "C" NOT NULL,
    "childId" TEXT COLLATE "C" NOT NULL,

    CONSTRAINT "PatientWord_pkey" PRIMARY KEY ("doctorId","word","childId")
);

-- CreateTable
CREATE TABLE "Backlog" (
    "task" TEXT COLLATE "C" NOT NULL,
    "place" INTEGER NOT NULL,
    "after" TEXT COLLATE "C",

    CONSTRAINT "Backlog_pkey" PRIMARY KEY ("task")
);

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

-- AddForeignKey
ALTER TABLE "AccountWord" ADD CONSTRAINT "AccountWord_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "Account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Parenthood" ADD CONSTRAINT "Parenthood_parentId_fkey" FOREIGN KEY ("parentId") REFERENCES "Account"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Parenthood" ADD CONSTRAINT "Parenthood_childId_fkey" FOREIGN KEY ("childId") REFERENCES "Child"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "JoinCode" ADD CONSTRAINT "JoinCode_childId_fkey" FOREIGN KEY ("childId") REFERENCES "Child"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "JoinCode" ADD CONSTRAINT "JoinCode_invitedById_fkey" FOREIGN KEY ("invitedById") REFERENCES "Account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "MergedChild" ADD CONSTRAINT "MergedChild_childId_fkey" FOREIGN KEY ("childId") REFERENCES "Child"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Certification" ADD CONSTRAINT "Certification_decidedById_fkey" FOREIGN KEY ("decidedById") REFERENCES "Account"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "CaseEvent" ADD CONSTRAINT "CaseEvent_toId_fkey" FOREIGN KEY ("toId") REFERENCES "Account"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

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
