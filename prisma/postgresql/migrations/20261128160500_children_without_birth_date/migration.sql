-- A list by birth dates has them, too.
INSERT INTO "PatientWord" ("doctorId", "word", "childId")
SELECT DISTINCT c."doctorId", '-', c."childId" FROM "Case" c JOIN "Child" k ON k."id" = c."childId" WHERE k."birthDate" IS NULL;
