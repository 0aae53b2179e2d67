import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AuditRecord } from '@health-case/domain/model/audit-record';
import type { AccountId, AuditRecordId } from '@health-case/domain/model/ids';
import type { Instant } from '@health-case/domain/model/instant';
import { ok } from '@health-case/domain/result';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openSqliteStorage } from '../src/sqlite/storage.ts';
import { keyring } from './support/keyring.ts';
import { openSqlite, scratchFile } from './support/sqlite.ts';

const RECORDS = 6;

const record = (nth: number): AuditRecord => ({
  id: `01900000-0000-7000-8000-00000000000${nth}` as AuditRecordId,
  at: (1_790_000_000_000 + nth) as Instant,
  requestId: `request ${nth}`,
  by: 'an account' as AccountId,
  action: 'case shown',
  on: 'a case',
  outcome: 'OK',
});

const folder = mkdtempSync(join(tmpdir(), 'health-case-audit-'));
const trail = join(folder, 'trail.db');
beforeAll(async () => {
  const storage = await openSqliteStorage({ file: trail, keyring: keyring() });
  for (let nth = 1; nth <= RECORDS; nth += 1) {
    await storage.write(async ({ audit }) => ok(await audit.append(record(nth))));
  }
  await storage.close();
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** What verifying says of a trail of six records after the file has been changed with another program. */
const verdictAfter = async (...statements: readonly string[]) => {
  const file = scratchFile();
  cpSync(trail, file);
  const database = new Database(file);
  for (const statement of statements) expect(database.prepare(statement).run().changes).toBeGreaterThan(0);
  database.close();
  const reopened = await openSqlite(file);
  return reopened.read.audit.verify();
};

describe('verifying the audit trail', () => {
  it('finds nothing where nothing was changed', async () => {
    expect(await verdictAfter()).toEqual({ sound: true, records: RECORDS });
  });

  it.each([
    ['id', "'01900000-0000-7000-8000-000000000009'"],
    ['at', 'at + 1'],
    ['requestId', "'request 4'"],
    ['byId', 'NULL'],
    ['byId', "'an accounT'"],
    ['action', "'case finished'"],
    ['"on"', 'NULL'],
    ['outcome', "'CASE_NOT_FOUND'"],
    ['seal', 'lower(seal)'],
  ])('names the record whose %s was altered', async (column, value) => {
    const verdict = await verdictAfter(`UPDATE AuditRecord SET ${column} = ${value} WHERE place = 3`);
    const id = column === 'id' ? value.slice(1, -1) : record(3).id;
    expect(verdict).toEqual({ sound: false, place: 3, problem: `the record ${id} is not what was written` });
  });

  it('names the place at which a record is missing, also if those after it moved up', async () => {
    expect(await verdictAfter('DELETE FROM AuditRecord WHERE place = 2')).toEqual({
      sound: false,
      place: 2,
      problem: 'a record is missing here',
    });
    const closed = 'UPDATE AuditRecord SET place = place - 1 WHERE place > 2';
    expect(await verdictAfter('DELETE FROM AuditRecord WHERE place = 2', closed)).toMatchObject({
      sound: false,
      place: 2,
    });
  });

  it('notices that the last records are missing, also if the end was moved to where they were', async () => {
    const cut = 'DELETE FROM AuditRecord WHERE place > 4';
    expect(await verdictAfter(cut)).toEqual({ sound: false, place: 5, problem: 'the end is missing' });
    const end = 'UPDATE AuditEnd SET place = 4, seal = (SELECT seal FROM AuditRecord WHERE place = 4)';
    expect(await verdictAfter(cut, end)).toMatchObject({ sound: false });
    expect(await verdictAfter(cut, 'DELETE FROM AuditEnd')).toMatchObject({ sound: false });
  });

  it('names the first of two records that changed places', async () => {
    const swap = [
      'UPDATE AuditRecord SET place = 100 WHERE place = 2',
      'UPDATE AuditRecord SET place = 2 WHERE place = 5',
      'UPDATE AuditRecord SET place = 5 WHERE place = 100',
    ];
    expect(await verdictAfter(...swap)).toMatchObject({ sound: false, place: 2 });
  });

  it('names the place behind a record that was taken from another copy of the trail', async () => {
    const grown = async (on: string): Promise<string> => {
      const file = scratchFile();
      cpSync(trail, file);
      const storage = await openSqliteStorage({ file, keyring: keyring() });
      for (const nth of [7, 8])
        await storage.write(async ({ audit }) => ok(await audit.append({ ...record(nth), on })));
      await storage.close();
      return file;
    };
    const [file, other] = [await grown('a case'), await grown('another case')];
    const database = new Database(file);
    database.exec(`
      ATTACH '${other}' AS other;
      UPDATE AuditRecord SET ("on", seal) = (SELECT "on", seal FROM other.AuditRecord WHERE place = 7) WHERE place = 7`);
    database.close();
    const reopened = await openSqlite(file);
    expect(await reopened.read.audit.verify()).toMatchObject({ sound: false, place: 8 });
  });

  it('notices a record that was added', async () => {
    const copy = `INSERT INTO AuditRecord SELECT 7, id, at, requestId, byId, action, "on", outcome, seal
                  FROM AuditRecord WHERE place = 6`;
    expect(await verdictAfter(copy)).toMatchObject({ sound: false, place: 7 });
  });
});
