-- compose.yaml runs this as the owner of the tables, after each migration. It makes the role that serves, with the rights
-- that docs/several-machines.md gives. No log may show the password.
SET log_statement = 'none';
SET log_min_error_statement = 'panic';
\set password `cut -d: -f5 "$SERVING_PGPASS"`
-- Ends here without a password.
SELECT 1 / length(:'password') AS has_password \gset
SELECT 'CREATE ROLE health_case LOGIN' WHERE NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'health_case') \gexec
ALTER ROLE health_case PASSWORD :'password';
BEGIN;
REVOKE CONNECT ON DATABASE :"DBNAME" FROM PUBLIC;
GRANT CONNECT ON DATABASE :"DBNAME" TO health_case;
GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO health_case;
-- It may only add to the audit trail, in a table or in partitions.
SELECT format('REVOKE UPDATE, DELETE, TRUNCATE ON public.%I FROM health_case', tablename) FROM pg_tables
WHERE schemaname = 'public' AND tablename ~ '^(AuditRecord|ListedChild)' \gexec
REVOKE INSERT, UPDATE, DELETE, TRUNCATE ON "_prisma_migrations" FROM health_case;
COMMIT;
