-- The audit trail says who made those from before: these parents may withdraw them.
UPDATE "Certificate" SET "madeById" = (SELECT r."byId" FROM "Case" c JOIN "AuditRecord" r ON r."childId" = c."childId"
  WHERE c."id" = "Certificate"."caseId" AND r."action" = 'certificate created' AND r."on" = "Certificate"."id" LIMIT 1)
WHERE "madeById" IS NULL;
