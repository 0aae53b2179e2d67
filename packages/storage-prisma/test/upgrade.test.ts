import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Storage } from '@health-case/domain/ports/storage';
import Database from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { migrate, migrationsOf } from '../src/migrations.ts';
import { postgresDatabase } from '../src/postgresql/migrate.ts';
import { sqliteFile } from '../src/sqlite/migrate.ts';
import { IDS, MOMENT, rowsAt, SOC_SEC_NUM } from './support/earlier-rows.ts';
import { keyring } from './support/keyring.ts';
import { migrationsFolder } from './support/migrations.ts';
import { connectBeside, migratedDatabase, openPostgres } from './support/postgresql.ts';
import { openSqlite, scratchFile } from './support/sqlite.ts';

const onSqlite = async (migrations: string, statements: readonly string[]): Promise<Storage> => {
  const file = scratchFile();
  await migrate(sqliteFile(file), migrations);
  const database = new Database(file);
  for (const statement of statements) database.exec(statement);
  database.close();
  return openSqlite(file);
};

const onPostgres = async (migrations: string, statements: readonly string[]): Promise<Storage> => {
  const url = await migratedDatabase('nothing');
  await migrate(postgresDatabase(url), migrations);
  const beside = await connectBeside(url);
  for (const statement of statements) await beside.query(statement);
  return openPostgres(url);
};

/** The migrations of a folder, each with a folder of the migrations up to it. */
const earlierIn = (folder: string) => {
  const names = readdirSync(folder)
    .filter((name) => /^\d{14}_/.test(name))
    .sort();
  const scriptOf = (name: string) => readFileSync(join(folder, name, 'migration.sql'), 'utf8');
  return names.map((name, index) => ({
    name,
    upTo: () => migrationsFolder(...names.slice(0, index + 1).map((each) => [each, scriptOf(each)] as const)),
  }));
};

describe.each([
  ['SQLite', migrationsOf('sqlite'), onSqlite, String(MOMENT)],
  ['PostgreSQL', migrationsOf('postgresql'), onPostgres, `'${new Date(MOMENT).toISOString().slice(0, -1)}'`],
] as const)('a store on %s, as an earlier version left it', (_, folder, openWith, moment) => {
  it.each(earlierIn(folder))('at $name, keeps its data when it is migrated', async ({ name, upTo }) => {
    const keys = await keyring().create();
    const cipher = await keyring().unlock(keys);
    const { read } = await openWith(upTo(), rowsAt(name, { moment, keys, cipher }));
    expect(await read.accounts.find(IDS.doctor as never)).toMatchObject({
      firstName: 'Åsa',
      lastName: "O'Neil",
      email: 'Doc@example.org',
      role: 'Doc',
      registeredAt: MOMENT,
    });
    expect(await read.sessions.find('session' as never)).toMatchObject({
      session: { accountId: IDS.parent, startedAt: MOMENT, lastUsedAt: MOMENT },
      account: { id: IDS.parent },
    });
    expect(await read.assistants.assists(IDS.assistant as never, IDS.doctor as never)).toBe(true);
    expect(await read.children.record(IDS.child as never)).toMatchObject({
      parentId: IDS.parent,
      firstName: 'Mia',
      birthDate: '2019-02-28',
      socSecNum: SOC_SEC_NUM,
    });
    expect(await read.cases.find(IDS.case as never)).toMatchObject({
      status: 'ongoing',
      title: 'Asthma',
      openedAt: MOMENT,
    });
    expect(await read.tasks.find(IDS.task as never)).toMatchObject({ status: 'closed', closedAt: MOMENT });
    expect(await read.tasks.lastClosedOf(IDS.case as never)).toMatchObject({ id: IDS.task });
    const whole = { after: undefined, size: 9 };
    expect(await read.certifications.newestOf(IDS.task as never)).toMatchObject({ id: IDS.liveCertification });
    expect(await read.certifications.ofCase(IDS.case as never, whole)).toMatchObject([
      { status: 'requested' },
      { id: IDS.certification, status: 'rejected', reason: 'No.' },
    ]);
    expect(await read.history.ofCase(IDS.case as never, whole)).toMatchObject([
      { id: IDS.event, action: 'case opened', at: MOMENT, by: IDS.parent },
      { id: IDS.secondEvent },
    ]);
    expect(await read.invitations.find('invitation' as never)).toMatchObject({ issuedAt: MOMENT, usedBy: IDS.doctor });
    expect(await read.audit.verify()).toEqual({ sound: true, records: 1 });
    const [record] = await read.audit.records({ child: IDS.child as never }, { after: 0, size: 9 });
    expect(record).toMatchObject({ id: IDS.record, on: IDS.case, child: undefined });
  });
});
