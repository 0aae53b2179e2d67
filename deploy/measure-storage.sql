-- What a row of each table costs on PostgreSQL 18, indexes included, at 100,000 children and what belongs to them.
-- On a database of its own: DATABASE_URL=… npm run migrate, then psql "$DATABASE_URL" -f deploy/measure-storage.sql
\set ON_ERROR_STOP on
\set children 100000

-- A text of n characters; every width below is that of what the service writes.
CREATE FUNCTION pg_temp.text(n int) RETURNS text LANGUAGE sql VOLATILE AS
  $$ SELECT left(repeat(md5(random()::text), 4), n) $$;
-- References are right by construction; that they are checked for each row would only take time.
SET session_replication_role = replica;

-- Six parents for ten children; a doctor and an assistant for each 200.
CREATE TEMP TABLE parent AS SELECT i, uuidv7()::text AS id FROM generate_series(1, :children * 6 / 10) i;
CREATE TEMP TABLE doctor AS SELECT i, uuidv7()::text AS id FROM generate_series(1, :children / 200) i;
CREATE TEMP TABLE assistant AS SELECT i, uuidv7()::text AS id FROM generate_series(1, :children / 200) i;
INSERT INTO "Account" ("id", "firstName", "lastName", "email", "passwordHash", "role", "registeredAt", "language", "notices",
    "secondFactor", "takesNoChildren", "provenAt", "madeThrough", "confirmed")
  SELECT id, pg_temp.text(6), pg_temp.text(8), pg_temp.text(20) || '@example.org', pg_temp.text(60), role, now(), 'en', 'all',
    false, false, now(), 'portal',
    CASE role WHEN 'Par' THEN NULL ELSE 'open' END
  FROM (SELECT id, 'Par' AS role FROM parent UNION ALL SELECT id, 'Doc' FROM doctor UNION ALL SELECT id, 'Ast' FROM assistant) a;
INSERT INTO "Assistance" SELECT d.id, a.id FROM doctor d JOIN assistant a USING (i);

CREATE TEMP TABLE child AS SELECT c.i, uuidv7()::text AS id, p.id AS parent
  FROM (SELECT i, 1 + floor(random() * (:children * 6 / 10))::int AS p FROM generate_series(1, :children) i) c
  JOIN parent p ON p.i = c.p ORDER BY c.i;
INSERT INTO "Child" ("id", "firstName", "lastName", "birthDate", "socSecNum")
  SELECT id, pg_temp.text(6), pg_temp.text(8), '2019-02-28', pg_temp.text(96) FROM child ORDER BY i;
INSERT INTO "Parenthood" ("parentId", "childId", "place", "socSecFingerprint")
  SELECT parent, id, 1, pg_temp.text(43) FROM child ORDER BY i;

-- Two cases for a child, three tasks for a case, a certification for every second case, eight events for a case.
CREATE TEMP TABLE kase AS SELECT row_number() OVER () AS i, uuidv7()::text AS id, c.id AS child, c.parent, d.id AS doctor
  FROM (SELECT *, 1 + floor(random() * (:children / 200))::int AS d FROM child, generate_series(1, 2) ORDER BY random()) c
  JOIN doctor d ON d.i = c.d;
CREATE INDEX ON kase (i);
INSERT INTO "Case" ("id", "childId", "doctorId", "title", "openedAt", "finishedAt")
  SELECT id, child, doctor, pg_temp.text(80), now(), CASE WHEN i % 5 > 0 THEN now() END FROM kase;
-- Two words of a name for each doctor of a child.
INSERT INTO "PatientWord" ("doctorId", "word", "childId")
  SELECT DISTINCT doctor, left(md5(child || n), 6), child FROM kase, generate_series(1, 2) n;
CREATE TEMP TABLE task AS SELECT uuidv7()::text AS id, k.id AS kase, k.doctor, k.parent, k.i, n
  FROM kase k, generate_series(1, 3) n ORDER BY random();
INSERT INTO "Task" ("id", "caseId", "doctorId", "title", "closedAt", "closedPlace")
  SELECT id, kase, doctor, pg_temp.text(80), now(), n FROM task;
INSERT INTO "Certification" ("id", "caseId", "taskId", "place", "liveTaskId", "requestedById", "requestedAt", "status", "decidedAt",
    "decidedById", "statement", "validUntil", "firstName", "lastName", "birthDate", "doctorName")
  SELECT uuidv7()::text, kase, id, 1, id, parent, now(), 'issued', now(), doctor, pg_temp.text(90), '2027-02-28',
    pg_temp.text(6), pg_temp.text(8), '2019-02-28', pg_temp.text(15)
  FROM task WHERE n = 1 AND i % 2 = 0;
INSERT INTO "CaseEvent" ("id", "caseId", "place", "at", "byId", "action", "byOperator")
  SELECT uuidv7()::text, k.id, n, now(), k.doctor, 'task closed', false
  FROM kase k, generate_series(1, 8) n ORDER BY random();

-- Ten records for a child: who, on what, about which child, and the place in the trail.
INSERT INTO "AuditRecord" ("place", "id", "at", "requestId", "byId", "action", "on", "outcome", "childId", "seal")
  SELECT row_number() OVER (), uuidv7()::text, now(), uuidv4()::text, c.parent, 'case shown', c.id, 'OK', c.id, pg_temp.text(43)
  FROM (SELECT * FROM child, generate_series(1, 10) ORDER BY random()) c;
-- What comes and goes: a session for every fifth parent, a counter and a kept outcome for as many.
INSERT INTO "Session" ("digest", "accountId", "startedAt", "lastUsedAt")
  SELECT pg_temp.text(43), id, now(), now() FROM parent WHERE i % 5 = 0;
INSERT INTO "Throttled" ("key", "count", "notBefore", "forgottenAt", "underWay")
  SELECT pg_temp.text(43), 1, now(), now(), '' FROM parent WHERE i % 5 = 0;
INSERT INTO "KeptOutcome" ("key", "request", "outcome", "at")
  SELECT pg_temp.text(43), pg_temp.text(43), pg_temp.text(36), now() FROM parent WHERE i % 5 = 0;
ANALYZE;

SELECT relname AS "table", reltuples::bigint AS rows,
  round(pg_table_size(c.oid) / reltuples) AS "bytes per row",
  round(pg_indexes_size(c.oid) / reltuples) AS "of its indexes",
  round(pg_total_relation_size(c.oid) / reltuples) AS "in all",
  round(pg_total_relation_size(c.oid) / :children::numeric) AS "per child"
FROM pg_class c
WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND reltuples >= 100
ORDER BY pg_total_relation_size(c.oid) DESC;
