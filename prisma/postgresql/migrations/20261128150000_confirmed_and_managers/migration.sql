-- AlterTable
ALTER TABLE "Account" ADD COLUMN "confirmed" TEXT COLLATE "C";
ALTER TABLE "Account" ADD COLUMN "isManager" BOOLEAN NOT NULL DEFAULT false;

-- Nobody was confirmed before
UPDATE "Account" SET "confirmed" = 'before' WHERE "role" <> 'Par' AND "erasedAt" IS NULL;

CREATE INDEX "Account_manager_idx" ON "Account"("id") WHERE "isManager";
