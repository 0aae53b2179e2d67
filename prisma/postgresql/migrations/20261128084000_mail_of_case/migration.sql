ALTER TABLE "Mail" ADD COLUMN "caseId" TEXT COLLATE "C";
CREATE INDEX "Mail_caseId_idx" ON "Mail"("caseId") WHERE "caseId" IS NOT NULL;
