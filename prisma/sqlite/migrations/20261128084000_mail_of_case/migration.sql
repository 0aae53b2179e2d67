ALTER TABLE "Mail" ADD COLUMN "caseId" TEXT;
CREATE INDEX "Mail_caseId_idx" ON "Mail"("caseId") WHERE "caseId" IS NOT NULL;
