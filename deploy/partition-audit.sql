-- Partitions the audit trail by place, so that a part of it can be detached whole. Run it once, as the owner of the tables,
-- after `npm run migrate`; the service may run meanwhile: psql "$DATABASE_URL" -f deploy/partition-audit.sql
-- The records that are there become the first partition. None is copied, and no index is made anew.
\set ON_ERROR_STOP on

-- How many places a partition has. The first begins at place 1 and ends at a multiple of this.
CREATE FUNCTION audit_partition_size() RETURNS bigint LANGUAGE sql IMMUTABLE AS 'SELECT 100000000::bigint';

-- Adds the next partition, unless there is a whole one ahead. Run it every day. PostgreSQL refuses a record that has no
-- partition: the service goes on, and its records wait in "AuditPending".
CREATE FUNCTION audit_add_partition() RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  last bigint := (SELECT coalesce(max("place"), 0) FROM "AuditRecord") + (SELECT count(*) FROM "AuditPending");
  ahead bigint := (
    SELECT max(substring(pg_get_expr(c.relpartbound, c.oid) FROM 'TO \(''?(\d+)')::bigint)
    FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid WHERE i.inhparent = '"AuditRecord"'::regclass);
  name text := format('AuditRecord_from_%s', ahead);
  other text;
BEGIN
  IF last < ahead - audit_partition_size() THEN RETURN 'There is a partition ahead.'; END IF;
  EXECUTE format('CREATE TABLE %I PARTITION OF "AuditRecord" FOR VALUES FROM (%s) TO (%s)',
    name, ahead, ahead + audit_partition_size());
  -- What default privileges give would let the service change the partition. It writes through "AuditRecord".
  FOR other IN SELECT who FROM audit_grants(name) LOOP EXECUTE format('REVOKE ALL ON %I FROM %s', name, other); END LOOP;
  RETURN format('Added %s.', name);
END $$;

CREATE FUNCTION audit_grants(name text) RETURNS TABLE (who text, what text) LANGUAGE sql AS $$
  SELECT CASE WHEN a.grantee = 0 THEN 'PUBLIC' ELSE quote_ident(pg_get_userbyid(a.grantee)) END, a.privilege_type
  FROM pg_class c, aclexplode(c.relacl) a WHERE c.oid = quote_ident(name)::regclass AND a.grantee <> c.relowner $$;

-- The whole trail is read once, so that attaching it need not. The service adds records meanwhile.
DO $$
DECLARE
  size bigint := audit_partition_size();
  bound bigint := ((SELECT coalesce(max("place"), 0) FROM "AuditRecord") + size / 10) / size * size + size;
BEGIN
  EXECUTE format('ALTER TABLE "AuditRecord" ADD CONSTRAINT "AuditRecord_bound" CHECK ("place" >= 1 AND "place" < %s) NOT VALID',
    bound);
END $$;
ALTER TABLE "AuditRecord" VALIDATE CONSTRAINT "AuditRecord_bound";

-- This takes an instant, once nobody uses the trail. If that takes 3 s, nothing has changed: repeat it from here.
BEGIN;
SET LOCAL lock_timeout = '3s';
DO $$
DECLARE
  bound text := (SELECT substring(pg_get_constraintdef(oid) FROM '< ''?(\d+)') FROM pg_constraint WHERE conname = 'AuditRecord_bound');
  name text;
  who text;
  what text;
BEGIN
  ALTER TABLE "AuditRecord" RENAME TO "AuditRecord_from_1";
  FOR name IN SELECT indexname FROM pg_indexes WHERE schemaname = 'public' AND tablename = 'AuditRecord_from_1' LOOP
    EXECUTE format('ALTER INDEX %I RENAME TO %I', name, replace(name, 'AuditRecord_', 'AuditRecord_from_1_'));
  END LOOP;
  CREATE TABLE "AuditRecord" (LIKE "AuditRecord_from_1" INCLUDING DEFAULTS INCLUDING INDEXES) PARTITION BY RANGE ("place");
  FOR who IN SELECT a.who FROM audit_grants('AuditRecord') a LOOP
    EXECUTE format('REVOKE ALL ON "AuditRecord" FROM %s', who);
  END LOOP;
  FOR who, what IN SELECT a.who, a.what FROM audit_grants('AuditRecord_from_1') a LOOP
    EXECUTE format('GRANT %s ON "AuditRecord" TO %s', what, who);
  END LOOP;
  EXECUTE format('ALTER TABLE "AuditRecord" ATTACH PARTITION "AuditRecord_from_1" FOR VALUES FROM (1) TO (%s)', bound);
  ALTER TABLE "AuditRecord_from_1" DROP CONSTRAINT "AuditRecord_bound";
  PERFORM audit_add_partition();
END $$;
COMMIT;
