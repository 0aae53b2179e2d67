-- Where a case was handed over, its doctor may be asked for what the former one has issued.
ALTER TABLE "Certification" ADD COLUMN "doctorId" TEXT;
UPDATE "Certification" SET "doctorId" = (SELECT "doctorId" FROM "Case" WHERE "id" = "Certification"."caseId") WHERE "handedOver" OR "toConfirm";
CREATE INDEX "Certification_doctorId_toConfirm_idx" ON "Certification"("doctorId", "validUntil", "id") WHERE "toConfirm";
