-- DropIndex
DROP INDEX "Case_childId_idx";

-- DropIndex
DROP INDEX "Certification_caseId_idx";

-- AlterTable
ALTER TABLE "Account" ADD COLUMN "disabledAt" DATETIME;

-- CreateIndex
CREATE INDEX "Case_childId_id_idx" ON "Case"("childId", "id");

-- CreateIndex
CREATE INDEX "Certification_caseId_id_idx" ON "Certification"("caseId", "id");
