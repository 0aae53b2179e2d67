-- Of compose.yaml, as the owner of the tables, after each migration: the role that serves, as in docs/several-machines.md.
\set password `cut -d: -f5 "$SERVING_PGPASS"`
SELECT 'CREATE ROLE health_case LOGIN' WHERE NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'health_case') \gexec
ALTER ROLE health_case PASSWORD :'password';
BEGIN;
GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO health_case;
-- It may only add to the audit trail, in a table or in partitions.
SELECT format('REVOKE UPDATE, DELETE, TRUNCATE ON public.%I FROM health_case', tablename) FROM pg_tables
WHERE schemaname = 'public' AND tablename ~ '^(AuditRecord|ListedChild)' \gexec
COMMIT;
