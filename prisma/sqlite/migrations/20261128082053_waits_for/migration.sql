-- What is requested already waits for the doctor of its case.
ALTER TABLE "Certification" ADD COLUMN "waitsFor" TEXT;
UPDATE "Certification" SET "waitsFor" = (SELECT "doctorId" FROM "Case" WHERE "id" = "Certification"."caseId") WHERE "status" = 'requested';
CREATE INDEX "Certification_waitsFor_idx" ON "Certification"("waitsFor", "id") WHERE "waitsFor" IS NOT NULL;
