-- The list of doctors holds those who can log in.
DROP INDEX "Account_role_id_idx";
CREATE INDEX "Account_available_idx" ON "Account"("role", "id") WHERE "disabledAt" IS NULL;

ALTER TABLE "Account" ADD COLUMN "takesNoChildren" BOOLEAN NOT NULL DEFAULT false;
