-- DropIndex
DROP INDEX "AuditRecord_on_place_idx";

-- Records name the child that they are about. Those from before are found by what they are on; records of these actions have
-- named a child since. Each index that has all records costs whoever writes them a page.
CREATE INDEX "AuditRecord_on_place_idx" ON "AuditRecord"("on", "place") WHERE "childId" IS NULL AND "action" IN (
  'case finished', 'case opened', 'case reopened', 'case shown', 'certification checked', 'certification issued',
  'certification rejected', 'certification requested', 'certification revoked', 'child added', 'child erased',
  'child exported', 'history shown', 'task added', 'task closed');
