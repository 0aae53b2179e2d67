import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { caseOf, child, keep, keepAccount, taskOf } from '@health-case/domain/contracts/storage/samples';
import { Unavailable } from '@health-case/domain/errors';
import type { ChildId, PersonName, Reason, Title } from '@health-case/domain/model/values';
import type { Storage } from '@health-case/domain/ports/storage';
import { describe, expect, it } from 'vitest';
import { migrate, migrationsOf } from '../src/migrations.ts';
import { sqliteFile } from '../src/sqlite/migrate.ts';
import { IDS, MOMENT, rowsAt } from './support/earlier-rows.ts';
import { keyring } from './support/keyring.ts';
import { migrationsFolder } from './support/migrations.ts';
import { migratedFile, openBeside, openSqlite, scratchFile } from './support/sqlite.ts';

const unique = () => randomBytes(9).toString('hex');

/** A child of whom everything that may be free text is a word that stands nowhere else; also what was changed since. */
const keepMarked = async (storage: Storage, words: () => string) => {
  const [doctor, parent] = [await keepAccount(storage, 'Doc'), await keepAccount(storage, 'Par')];
  const marked = {
    ...child(parent.id, words().slice(0, 16)),
    firstName: words() as PersonName,
    lastName: words() as PersonName,
  };
  await keep(storage, async ({ children, cases, tasks, history }) => {
    await children.insert(marked);
    for (let number = 0; number < 3; number += 1) {
      const facts = { ...caseOf(marked, doctor.id), title: words() as Title };
      await cases.insert(facts);
      for (let count = 0; count < 5; count += 1) await tasks.insert({ ...taskOf(facts), title: words() as Title });
      const event = { caseId: facts.id, by: doctor.id, at: facts.openedAt, action: 'case reopened' } as const;
      await history.append({ ...event, id: unique() as never, reason: words().repeat(20) as Reason });
      await cases.save({ ...facts, status: 'finished', finishedAt: facts.openedAt });
    }
  });
  return marked;
};

const bytesAt = (file: string): Buffer => {
  const folder = dirname(file);
  return Buffer.concat(readdirSync(folder).map((name) => readFileSync(join(folder, name))));
};

describe('after a child was erased', () => {
  it.each([
    ['at once', () => undefined],
    [
      'long after its data has left the log for the database',
      (file: string) => openBeside(file).pragma('wal_checkpoint(TRUNCATE)'),
    ],
  ])('no file of the store holds a word of it: %s', async (_, meanwhile) => {
    const file = await migratedFile();
    const storage = await openSqlite(file);
    const written: string[] = [];
    const words = () => written[written.push(unique()) - 1] as string;
    for (let before = 0; before < 30; before += 1) await keepMarked(storage, unique);
    const marked = await keepMarked(storage, words);
    for (let after = 0; after < 30; after += 1) await keepMarked(storage, unique);
    meanwhile(file);
    const sealed = openBeside(file).prepare('SELECT socSecNum FROM Child WHERE id = ?').pluck().get(marked.id);
    written.push(String(sealed).split('.')[1] as string);
    // The number is nowhere in the clear to begin with; all other words are found before.
    const found = (word: string) => bytesAt(file).includes(word);
    expect(written.map(found)).toEqual(written.map((_, index) => index !== 0));

    expect(await keep(storage, ({ children }) => children.erase(marked.id))).toBe(true);
    await storage.scrub();
    expect(written.filter(found)).toEqual([]);
    expect((await storage.read.audit.verify()).sound).toBe(true);
  });

  it('no file holds a word of it either where a migration has made tables anew', async () => {
    const file = scratchFile();
    const name = readdirSync(migrationsOf('sqlite')).sort()[0] as string;
    const script = readFileSync(join(migrationsOf('sqlite'), name, 'migration.sql'), 'utf8');
    await migrate(sqliteFile(file), migrationsFolder([name, script]));
    const keys = await keyring().create();
    const database = openBeside(file);
    const earlier = rowsAt(name, { moment: String(MOMENT), keys, cipher: await keyring().unlock(keys) });
    for (const statement of earlier) database.exec(statement);
    const event = database.prepare(`INSERT INTO CaseEvent VALUES (?, ?, 0, ?, 'case reopened', ?)`);
    const reasons = Array.from({ length: 500 }, unique);
    for (const reason of reasons) event.run(unique(), IDS.case, IDS.doctor, reason);

    const storage = await openSqlite(file);
    expect(await keep(storage, ({ children }) => children.erase(IDS.child as ChildId))).toBe(true);
    await storage.scrub();
    const bytes = bytesAt(file);
    expect(reasons.filter((reason) => bytes.includes(reason))).toEqual([]);
  });

  it('clearing waits for readers, and fails with a reason if that takes too long', async () => {
    const file = await migratedFile();
    const storage = await openSqlite(file, { lockTimeout: 100 });
    const reader = openBeside(file);
    reader.exec('BEGIN');
    reader.prepare('SELECT count(*) FROM Account').get();
    await keepAccount(storage, 'Par');
    await expect(storage.scrub()).rejects.toThrow(
      new Unavailable('store', 'The journal of the database is in use.', { retryAfterSeconds: 1 }),
    );
    const clearing = storage.scrub();
    reader.exec('COMMIT');
    await clearing;
    expect(readFileSync(`${file}-wal`)).toHaveLength(0);
  });
});
