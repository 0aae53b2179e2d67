-- DropIndex
DROP INDEX "Case_childId_idx";

-- DropIndex
DROP INDEX "Certification_caseId_idx";

-- AlterTable
ALTER TABLE "Account" ADD COLUMN     "disabledAt" TIMESTAMP(3);

-- CreateTable
CREATE TABLE "KeptOutcome" (
    "key" TEXT COLLATE "C" NOT NULL,
    "request" TEXT COLLATE "C" NOT NULL,
    "outcome" TEXT COLLATE "C" NOT NULL,
    "at" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "KeptOutcome_pkey" PRIMARY KEY ("key")
);

-- CreateIndex
CREATE INDEX "KeptOutcome_at_idx" ON "KeptOutcome"("at");

-- CreateIndex
CREATE INDEX "Case_childId_id_idx" ON "Case"("childId", "id");

-- CreateIndex
CREATE INDEX "Certification_caseId_id_idx" ON "Certification"("caseId", "id");
