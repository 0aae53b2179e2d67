import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { auditRecord, keepRecords } from '@health-case/domain/contracts/storage/samples';
import { expect, it, onTestFinished } from 'vitest';
import { administer, freshName } from '../testing/administer.ts';
import { type Place, postgresPlace } from './support/stores.ts';

/** The operator's script without its line for psql, and with ten places to a partition. */
const SCRIPT = readFileSync(join(import.meta.dirname, '../../../deploy/partition-audit.sql'), 'utf8')
  .replace(/^\\set.*$/m, '')
  .replace('SELECT 100000000', 'SELECT 10');

const recordsOf = (count: number) => Array.from({ length: count }, () => auditRecord());

/** What identifies the files of a table and its indexes: another number if they were written anew. */
const filesOf = async ({ query }: Place, table: string) =>
  query(
    `SELECT pg_relation_filenode(c.oid) AS file FROM pg_class c WHERE c.oid = $1::regclass
     OR c.oid IN (SELECT indexrelid FROM pg_index WHERE indrelid = $1::regclass) ORDER BY c.oid`,
    table,
  );

const addPartition = async ({ query }: Place) =>
  (await query('SELECT audit_add_partition() AS said')).map(({ said }) => said);

it('a trail that was partitioned while the service runs is the same trail, and goes on', async () => {
  const place = await postgresPlace();
  const storage = await place.open();
  const { audit } = storage.read;
  await keepRecords(storage, ...recordsOf(15));
  const all = await audit.records({}, { after: 0, size: 100 });
  const [since, files] = [await audit.checkpoint(), await filesOf(place, '"AuditRecord"')];

  await administer(place.database, SCRIPT);
  expect(await filesOf(place, '"AuditRecord_from_1"')).toEqual(files);
  expect(await audit.records({}, { after: 0, size: 100 })).toEqual(all);
  expect(await audit.checkpoint()).toEqual(since);

  await keepRecords(storage, ...recordsOf(10));
  expect(await audit.verify(since)).toEqual({ sound: true, records: 25 });
  expect(await place.query('SELECT count(*)::int AS count FROM "AuditRecord_from_20"')).toEqual([{ count: 6 }]);
  expect(await audit.records({ by: all[14]?.by }, { after: 0, size: 100 })).toEqual([all[14]]);
});

it('records without a partition wait until there is one', async () => {
  const place = await postgresPlace();
  const storage = await place.open();
  await administer(place.database, SCRIPT);
  await keepRecords(storage, ...recordsOf(25));
  await expect(storage.sequence([])).rejects.toThrow();
  expect(await addPartition(place)).toEqual(['Added AuditRecord_from_20.']);
  expect(await storage.read.audit.verify()).toEqual({ sound: true, records: 25 });
  expect(await addPartition(place)).toEqual(['Added AuditRecord_from_30.']);
  expect(await addPartition(place)).toEqual(['There is a partition ahead.']);
});

it('a detached partition is missed by verification until it is attached again', async () => {
  const place = await postgresPlace();
  const storage = await place.open();
  await administer(place.database, SCRIPT);
  await keepRecords(storage, ...recordsOf(15));
  await storage.sequence([]);
  await place.query('ALTER TABLE "AuditRecord" DETACH PARTITION "AuditRecord_from_1"');
  await keepRecords(storage, auditRecord());
  const missing = { sound: false, place: 1, problem: 'a record is missing here' };
  expect(await storage.read.audit.verify()).toEqual(missing);
  await place.query('ALTER TABLE "AuditRecord" ATTACH PARTITION "AuditRecord_from_1" FOR VALUES FROM (1) TO (10)');
  expect(await storage.read.audit.verify()).toEqual({ sound: true, records: 16 });
});

it('whoever could not change a record before cannot do it in the partitions', async () => {
  const { database, query } = await postgresPlace();
  const role = freshName();
  await query(`CREATE ROLE ${role}`);
  onTestFinished(async () => void (await query(`DROP OWNED BY ${role}; DROP ROLE ${role}`)));
  await query(`GRANT SELECT, INSERT ON "AuditRecord" TO ${role}`);
  await query(`ALTER DEFAULT PRIVILEGES GRANT ALL ON TABLES TO ${role}`);
  await administer(database, SCRIPT);
  const allowed = await query(`SELECT relname AS table, string_agg(privilege, ' ') AS privileges
    FROM pg_class, unnest('{SELECT,INSERT,UPDATE,DELETE,TRUNCATE}'::text[]) privilege
    WHERE relname ~ '^AuditRecord(_from_\\d+)?$' AND has_table_privilege('${role}', oid, privilege) GROUP BY 1 ORDER BY 1`);
  expect(allowed).toEqual(
    ['AuditRecord', 'AuditRecord_from_1'].map((table) => ({ table, privileges: 'SELECT INSERT' })),
  );
});
