-- DropIndex
DROP INDEX "AuditRecord_childId_place_idx";

-- DropIndex
DROP INDEX "AuditRecord_id_idx";

-- CreateIndex
CREATE INDEX "AuditRecord_childId_id_idx" ON "AuditRecord"("childId", "id");
