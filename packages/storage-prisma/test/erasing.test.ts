import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import {
  caseOf,
  child,
  closed,
  keep,
  keepAccount,
  nextId,
  taskOf,
} from '@health-case/domain/contracts/storage/samples';
import { Unavailable } from '@health-case/domain/errors';
import { certify, issue } from '@health-case/domain/model/case';
import type { PersonName, Reason, Statement, Title } from '@health-case/domain/model/values';
import type { Storage } from '@health-case/domain/ports/storage';
import { describe, expect, it } from 'vitest';
import { IDS, insertEarlierRows, MOMENT } from './support/earlier-rows.ts';
import {
  bytesOf,
  firstMigration,
  insertRows,
  migratedFile,
  openBeside,
  openSqlite,
  sqlitePlace,
} from './support/stores.ts';

const unique = () => randomBytes(9).toString('hex');

/** A child with every free text a word that stands nowhere else, also those that were changed since. */
const keepMarked = async (storage: Storage, words: () => string) => {
  const [doctor, parent] = [await keepAccount(storage, 'Doc'), await keepAccount(storage, 'Par')];
  const facts = child(parent.id, words().slice(0, 16));
  const marked = { ...facts, firstName: words() as PersonName, lastName: words() as PersonName };
  await keep(storage, async ({ children, cases, tasks, certifications, history }) => {
    await children.insert(marked);
    for (let number = 0; number < 3; number += 1) {
      const facts = { ...caseOf(marked, doctor.id), title: words() as Title };
      await cases.insert(facts);
      for (let count = 0; count < 5; count += 1) await tasks.insert({ ...taskOf(facts), title: words() as Title });
      const task = { ...taskOf(facts), title: words() as Title };
      await tasks.insert(task);
      const requested = certify(closed(task), nextId(), doctor.id, facts.openedAt);
      await certifications.insertOnce(requested);
      const issued = issue(requested, facts.openedAt, { statement: words() as Statement });
      if (issued.ok) await certifications.save(issued.value);
      const event = { caseId: facts.id, by: doctor.id, at: facts.openedAt, action: 'case reopened' } as const;
      await history.append({ ...event, id: nextId(), reason: words().repeat(20) as Reason });
      await cases.save({ ...facts, status: 'finished', finishedAt: facts.openedAt });
    }
  });
  return marked;
};

const found = (file: string, words: readonly string[]) => {
  const bytes = bytesOf(file);
  return words.filter((word) => bytes.includes(word));
};

describe('after a child was erased', () => {
  it.each([
    ['at once', () => undefined],
    ['after a checkpoint', (file: string) => openBeside(file).pragma('wal_checkpoint(TRUNCATE)')],
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
    // The number is nowhere in the clear to begin with.
    expect(found(file, written)).toEqual(written.slice(1));

    expect(await keep(storage, ({ children }) => children.erase(marked.id))).toBe(true);
    await storage.scrub();
    expect(found(file, written)).toEqual([]);
  });

  it('no file holds a word of it either where a migration has made tables anew', async () => {
    const { database, migrate, open, query } = await sqlitePlace('nothing');
    await migrate(firstMigration('SQLite'));
    await insertEarlierRows(query, MOMENT);
    const event = { caseId: IDS.case, at: MOMENT, byId: IDS.doctor, action: 'case reopened' };
    const reasons = Array.from({ length: 500 }, unique);
    await insertRows(
      query,
      'CaseEvent',
      reasons.map((reason) => ({ ...event, id: unique(), reason })),
    );
    const storage = await open();
    expect(await keep(storage, ({ children }) => children.erase(IDS.child))).toBe(true);
    await storage.scrub();
    expect(found(database, reasons)).toEqual([]);
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
