-- AlterTable
ALTER TABLE "CaseEvent" ADD COLUMN "fields" TEXT;
ALTER TABLE "CaseEvent" ADD COLUMN "byOperator" BOOLEAN NOT NULL DEFAULT false;

-- AlterTable
ALTER TABLE "Certification" ADD COLUMN "firstName" TEXT;
ALTER TABLE "Certification" ADD COLUMN "lastName" TEXT;
ALTER TABLE "Certification" ADD COLUMN "birthDate" TEXT;
ALTER TABLE "Certification" ADD COLUMN "doctorName" TEXT;
ALTER TABLE "Certification" ADD COLUMN "toConfirm" BOOLEAN NOT NULL DEFAULT false;
ALTER TABLE "Certification" ADD COLUMN "handedOver" BOOLEAN NOT NULL DEFAULT false;

-- Nobody knows whom the doctor saw, or what the doctor was called then. Until now, certificates said what is known today.
UPDATE "Certification" SET
  "firstName" = c."firstName", "lastName" = c."lastName", "birthDate" = c."birthDate",
  "handedOver" = (k."doctorId" <> "decidedById"),
  "doctorName" = (SELECT "firstName" || ' ' || "lastName" FROM "Account" WHERE "id" = "decidedById" AND "erasedAt" IS NULL),
  "validUntil" = COALESCE("validUntil", strftime('%Y-%m-%d', "decidedAt" / 1000, 'unixepoch', '+180 days'))
FROM "Case" k JOIN "Child" c ON c."id" = k."childId"
WHERE k."id" = "Certification"."caseId" AND "status" = 'issued';

-- Only the rows that a list has: each index that has all rows costs whoever writes them a page.
CREATE INDEX "Certification_decidedById_idx" ON "Certification"("decidedById") WHERE "decidedById" IS NOT NULL;
CREATE INDEX "Certification_decidedById_toConfirm_idx" ON "Certification"("decidedById", "validUntil", "id") WHERE "toConfirm";
CREATE INDEX "Certification_decidedById_handedOver_idx" ON "Certification"("decidedById", "validUntil", "id") WHERE "handedOver";
