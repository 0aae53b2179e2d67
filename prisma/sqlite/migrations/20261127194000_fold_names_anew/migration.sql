-- Names are folded in another way (D-31). The words that people are found by are made anew while the service runs.
DELETE FROM "Backlog" WHERE "task" IN ('account names', 'patient names');
INSERT INTO "Backlog" ("task", "place")
SELECT "task", "place" FROM (
  SELECT 'account names' AS "task", 1 AS "place", EXISTS (SELECT 1 FROM "Account") AS "has"
  UNION ALL SELECT 'patient names', 2, EXISTS (SELECT 1 FROM "Case")
) o WHERE "has";
