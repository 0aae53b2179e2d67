-- AlterTable
ALTER TABLE "CaseEvent" ADD COLUMN     "byOperator" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "fields" TEXT COLLATE "C";

-- AlterTable
ALTER TABLE "Certification" ADD COLUMN     "birthDate" TEXT COLLATE "C",
ADD COLUMN     "doctorName" TEXT COLLATE "C",
ADD COLUMN     "firstName" TEXT COLLATE "C",
ADD COLUMN     "handedOver" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "lastName" TEXT COLLATE "C",
ADD COLUMN     "toConfirm" BOOLEAN NOT NULL DEFAULT false;

-- Nobody knows whom the doctor saw, or what the doctor was called then. Until now, certificates said what is known today.
UPDATE "Certification" o SET
  "firstName" = c."firstName", "lastName" = c."lastName", "birthDate" = c."birthDate",
  "handedOver" = (k."doctorId" <> o."decidedById"),
  "doctorName" = (SELECT "firstName" || ' ' || "lastName" FROM "Account" WHERE "id" = o."decidedById" AND "erasedAt" IS NULL),
  "validUntil" = COALESCE("validUntil", to_char("decidedAt" + interval '180 days', 'YYYY-MM-DD'))
FROM "Case" k JOIN "Child" c ON c."id" = k."childId"
WHERE k."id" = o."caseId" AND "status" = 'issued';

-- Only the rows that a list has: each index that has all rows costs whoever writes them a page.
CREATE INDEX "Certification_decidedById_idx" ON "Certification"("decidedById") WHERE "decidedById" IS NOT NULL;
CREATE INDEX "Certification_decidedById_toConfirm_idx" ON "Certification"("decidedById", "validUntil", "id") WHERE "toConfirm";
CREATE INDEX "Certification_decidedById_handedOver_idx" ON "Certification"("decidedById", "validUntil", "id") WHERE "handedOver";
