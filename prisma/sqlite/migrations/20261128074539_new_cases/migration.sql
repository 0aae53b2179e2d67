-- Cases from before are not new.
ALTER TABLE "Case" ADD COLUMN "newSince" DATETIME;
CREATE INDEX "Case_doctorId_new_idx" ON "Case"("doctorId", "id") WHERE "newSince" IS NOT NULL;
