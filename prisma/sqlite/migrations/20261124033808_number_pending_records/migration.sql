-- AlterTable
ALTER TABLE "AuditPending" ADD COLUMN "number" INTEGER;
ALTER TABLE "AuditPending" ADD COLUMN "source" TEXT;

-- CreateTable
CREATE TABLE "AuditSource" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "records" INTEGER NOT NULL,
    "at" DATETIME NOT NULL,
    "seal" TEXT NOT NULL
);

-- CreateIndex
CREATE INDEX "AuditSource_at_idx" ON "AuditSource"("at");
