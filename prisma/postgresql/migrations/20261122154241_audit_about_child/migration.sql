-- AlterTable
ALTER TABLE "AuditRecord" ADD COLUMN     "childId" TEXT COLLATE "C";

-- CreateIndex
CREATE INDEX "AuditRecord_childId_place_idx" ON "AuditRecord"("childId", "place");
