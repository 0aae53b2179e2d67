-- The audit trail says who made those from before: these parents may withdraw them. Each statement reads one table, as the
-- trail may be spread over workers.
DO $$
DECLARE
  made record;
  author text;
BEGIN
  FOR made IN SELECT d."id", c."childId" FROM "Certificate" d JOIN "Case" c ON c."id" = d."caseId" WHERE d."madeById" IS NULL
  LOOP
    SELECT "byId" INTO author FROM "AuditRecord"
    WHERE "childId" = made."childId" AND "action" = 'certificate created' AND "on" = made."id" LIMIT 1;
    UPDATE "Certificate" SET "madeById" = author WHERE "id" = made."id";
  END LOOP;
END $$;
