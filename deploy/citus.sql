-- Spreads the audit trail over the workers of a Citus cluster. Run it once, on the coordinator, as a superuser, after
-- `npm run migrate`: psql "$DATABASE_URL" -f deploy/citus.sql. docs/several-machines.md says what it is good for.
\set ON_ERROR_STOP on

-- The trail refers to no other table. Rows that are there are copied to the workers, and removed here. Each page of a
-- verification asks every shard for as many records as the page has, so there are fewer shards than Citus makes by itself (32).
SELECT create_distributed_table('"AuditRecord"', 'place', shard_count => 8);
SELECT truncate_local_data_after_distributing_table('"AuditRecord"');

-- The end of the trail stays on the coordinator, but Citus must know of it. Otherwise the worker of a single record commits
-- before the coordinator does, and after a crash between the two the record is in the trail twice.
SELECT citus_add_local_table_to_metadata('"AuditEnd"');

-- After a crash between the two phases of a commit, nothing is sequenced until Citus has ended the commit. It looks for such
-- commits this often, instead of once a minute.
ALTER SYSTEM SET citus.recover_2pc_interval = '5s';
SELECT pg_reload_conf();
