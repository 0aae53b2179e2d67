import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { auditRecord, keepRecords } from '@health-case/domain/contracts/storage/samples';
import type { Storage } from '@health-case/domain/ports/storage';
import { describe, expect, it } from 'vitest';
import { Prisma } from '../src/generated/sqlite/client.ts';
import { copy, SOC_SEC_NUM, storeWithEverything } from './support/copies.ts';
import { execute } from './support/store-files.ts';
import {
  connectBeside,
  migratedDatabase,
  migratedFile,
  onSend,
  openBeside,
  openPostgres,
  openSqlite,
  refusalOf,
  scratchFile,
} from './support/stores.ts';

const MODELS = Object.keys(Prisma.ModelName).sort();

const contentOf = (file: string) => {
  const database = openBeside(file);
  const rows = MODELS.map((table) => [table, database.prepare(`SELECT * FROM "${table}" ORDER BY 1, 2`).all()]);
  const id = database.prepare('SELECT id FROM _prisma_migrations ORDER BY migration_name LIMIT 1').pluck().get();
  database.close();
  return { id, ...Object.fromEntries(rows) };
};

const isEmpty = async (url: string): Promise<boolean> =>
  (await (await connectBeside(url)).query(`SELECT 1 FROM pg_tables WHERE schemaname = 'public'`)).rowCount === 0;

/** The first page, one in the middle of a table, one when all is copied and compared; otherwise one on each store. */
const killedAfter = (otherwise: number): readonly number[] => (process.env['WHOLE'] ? [1, 6, 40] : [otherwise]);

const PROGRAM = join(import.meta.dirname, 'support/copy-program.ts');
const killCopies = async (from: string, to: string, pages: readonly number[], isWithout: () => Promise<boolean>) => {
  for (const after of pages) {
    const killed = spawnSync(process.execPath, [PROGRAM, from, to, `${after}`], { encoding: 'utf8' });
    expect([killed.signal, killed.stderr]).toEqual(['SIGKILL', '']);
    expect(await isWithout()).toBe(true);
  }
};

it('a copy to PostgreSQL and back has every row as it was, and opens with the same key; one that is killed leaves no store', async () => {
  const { file, parent, child, checkpoint } = await storeWithEverything();
  const before = contentOf(file);
  const [url, back] = [await migratedDatabase('nothing'), scratchFile()];

  await killCopies(file, url, killedAfter(6), () => isEmpty(url));
  const copied = await copy(file, url);
  expect(copied.map(({ table }) => table).sort()).toEqual(MODELS);
  expect(copied.filter(({ rows }) => rows === 0)).toMatchObject([{ table: 'AuditPending' }]);
  const storage = await openPostgres(url);
  expect(await storage.read.audit.verify(checkpoint)).toEqual({ sound: true, records: 1202 });
  expect(await storage.read.accounts.find(parent.id)).toEqual(parent);
  expect((await storage.read.children.record(child.id))?.socSecNum).toBe(SOC_SEC_NUM);
  await storage.close();

  await killCopies(url, back, killedAfter(40), async () => !existsSync(back));
  expect(await copy(url, back)).toEqual(copied);
  expect([contentOf(back), contentOf(file)]).toEqual([before, before]);
  expect(readdirSync(dirname(back))).toEqual(['health-case.db']);
  await openSqlite(back);
});

describe('a copy is refused in one sentence', () => {
  it('to a database that has tables, or a file that is there', async () => {
    const [file, url] = [await migratedFile(), await migratedDatabase('nothing')];
    await (await connectBeside(url)).query('CREATE TABLE notes (text text)');
    expect(await refusalOf(copy(file, url))).toMatch(
      / is not empty: a copy that it holds is whole; otherwise name one that has no tables\.$/,
    );
    expect(await refusalOf(copy(file, await migratedFile()))).toMatch(/ is there already; name another one\.$/);
  });

  it('of a store that a process still has open', async () => {
    const [file, url] = [await migratedFile(), await migratedDatabase()];
    await Promise.all([openSqlite(file), openPostgres(url)]);
    for (const from of [file, url]) {
      expect(await refusalOf(copy(from, scratchFile()))).toMatch(
        /^A process has the database .* open; stop the service/,
      );
    }
  });

  it.each<[string, (storage: Storage) => Promise<unknown>]>([
    ['and that goes on', async () => undefined],
    [
      'and that leaves a change',
      async (storage) => {
        await keepRecords(storage, auditRecord());
        await storage.close();
      },
    ],
  ])('of a store that a process opens during the copy, %s', async (_, use) => {
    const [url, target] = [await migratedDatabase(), await migratedDatabase('nothing')];
    await (await openPostgres(url)).close();
    const beside = await connectBeside(url);
    await beside.query('SELECT pg_advisory_lock(5)');
    const read = 'FROM "Invitation" t ';
    onSend((text) => text.replace(read, `$&WHERE (SELECT count(pg_advisory_lock(5))) > 0 `));
    const copied = refusalOf(copy(url, target));
    const waiting = () => beside.query(`SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND NOT granted`);
    await expect.poll(async () => (await waiting()).rowCount).toBe(1);
    await use(await openPostgres(url));
    await beside.query('SELECT pg_advisory_unlock(5)');
    expect(await copied).toMatch(/^A process has the database .* open; stop the service/);
    expect(await isEmpty(target)).toBe(true);
  });

  it.each([
    ['U+0000', '6100'],
    ['half of a character', 'eda080'],
  ])('of a text with %s, by table and id, and not by its content', async (_, bytes) => {
    const file = await migratedFile();
    execute(
      file,
      `INSERT INTO Account (id, firstName, lastName, email, passwordHash, role, registeredAt, language, notices,
          secondFactor, takesNoChildren)
        VALUES ('first', CAST(x'68757368${bytes}' AS TEXT), 'b', 'c', 'd', 'Par', 1, 'en', 'all', false, false)`,
    );
    const url = await migratedDatabase('nothing');
    expect(await refusalOf(copy(file, url))).toMatch(
      /^The row first of the table Account has a text in the column firstName /,
    );
    expect(await isEmpty(url)).toBe(true);
  });

  const FULL = `CREATE SCHEMA test; CREATE FUNCTION test.full(json) RETURNS int LANGUAGE plpgsql AS
    $$ BEGIN RAISE EXCEPTION 'could not extend file' USING ERRCODE = '53100'; END $$`;

  it.each([
    ['if the disk is full', /\(could not extend file\)/, () => 'SELECT test.full($1::json)'],
    [
      'if a row is not written',
      /\(the table Invitation has 0 rows that are not the 1/,
      (text: string) => `${text} WHERE false`,
    ],
    ['if a value does not fit, without it', /\(22012\)/, () => 'SELECT json_array_length($1::json) / 0'],
  ])('%s, and the database is as it was', async (_, why, change) => {
    const [{ file }, url] = [await storeWithEverything(), await migratedDatabase('nothing')];
    await (await connectBeside(url)).query(FULL);
    onSend((text) => (text.startsWith('INSERT INTO "Invitation"') ? change(text) : text));
    expect(await refusalOf(copy(file, url))).toMatch(why);
    expect(await isEmpty(url)).toBe(true);
  });
});
