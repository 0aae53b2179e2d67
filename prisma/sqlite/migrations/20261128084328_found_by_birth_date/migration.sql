-- What a doctor finds a child by has its birth date, too, and its place in the alphabet.
INSERT INTO "PatientWord" ("doctorId", "childId", "word")
SELECT DISTINCT k."doctorId", c."id", '-' || c."birthDate" FROM "Case" k JOIN "Child" c ON c."id" = k."childId" WHERE c."birthDate" IS NOT NULL;
INSERT INTO "PatientWord" ("doctorId", "childId", "word")
SELECT DISTINCT k."doctorId", c."id", '+' || lower(c."lastName") || ' ' || lower(c."firstName") FROM "Case" k JOIN "Child" c ON c."id" = k."childId";
