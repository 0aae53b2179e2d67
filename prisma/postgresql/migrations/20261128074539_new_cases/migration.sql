-- Cases from before are not new.
ALTER TABLE "Case" ADD COLUMN "newSince" TIMESTAMP(3);
CREATE INDEX "Case_doctorId_new_idx" ON "Case"("doctorId", "id") WHERE "newSince" IS NOT NULL;
