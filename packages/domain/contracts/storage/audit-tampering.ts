import type { AuditRecord } from '@health-case/domain/model/audit';
import type { Storage } from '@health-case/domain/ports/storage';
import { describe, expect, it } from 'vitest';
import { at, auditRecord, keep, nextId } from './samples.ts';
import type { Change, Harness, TrailRows } from './tampering.ts';

const RECORDS = 6;

const append = (storage: Storage, ...records: readonly AuditRecord[]) =>
  keep(storage, async ({ audit }) => {
    for (const added of records) await audit.append(added);
  });

/** Two of these next to each other have nothing in common. The fifth has no account, thing or child. */
const record = (nth: number): AuditRecord =>
  auditRecord({
    at: at(nth),
    requestId: `request ${nth}`,
    action: nth % 2 === 0 ? 'case shown' : 'case finished',
    outcome: nth % 2 === 0 ? 'OK' : 'TASKS_OPEN',
    child: nextId(),
    ...(nth === 5 && { by: undefined, on: undefined, child: undefined }),
  });

const appendSome = async (storage: Storage, from: number, to: number): Promise<void> => {
  for (let nth = from; nth <= to; nth += 1) await append(storage, record(nth));
};

const upTo =
  (last: number): Change =>
  ({ records, end }) => ({ records: records.filter(({ place }) => place <= last), end });

const places =
  (placeOf: (place: number) => number | undefined): Change =>
  ({ records, end }) => {
    const moved = records.flatMap((row) => {
      const place = placeOf(row.place);
      return place === undefined ? [] : [{ ...row, place }];
    });
    return { records: moved.sort((one, other) => one.place - other.place), end };
  };

const endAt =
  (last: number): Change =>
  (stored) => {
    const { records, end } = upTo(last)(stored);
    return { records, end: end && { ...end, place: last, seal: records.at(-1)?.seal ?? '' } };
  };

/** What was done to a trail of six records, and the first place at which it is unsound. */
const TAMPERINGS: readonly (readonly [what: string, change: Change, place: number])[] = [
  ['a record was removed', places((place) => (place === 2 ? undefined : place)), 2],
  ['the first record was removed', places((place) => (place === 1 ? undefined : place)), 1],
  ['those after it moved up', places((place) => (place === 2 ? undefined : place - Number(place > 2))), 2],
  ['two records changed places', places((place) => ({ 2: 5, 5: 2 })[place] ?? place), 2],
  ['one was added', ({ records, end }) => ({ records: [...records, { ...records[5], place: 7 } as never], end }), 7],
  ['the last were removed', upTo(4), 5],
  ['the last were removed, and the end moved', endAt(4), 5],
  ['the last were removed with the end', (stored) => ({ ...upTo(4)(stored), end: undefined }), 5],
  ['the end was removed', ({ records }) => ({ records, end: undefined }), 7],
  ['all records were removed', upTo(0), 1],
  ['all records were removed, and the end moved', endAt(0), 1],
  ['all was removed', () => ({ records: [], end: undefined }), 1],
];

/** What the store has, unchanged. */
const rowsOf = async ({ tamper }: Harness): Promise<TrailRows> => {
  let rows: TrailRows = { records: [], end: undefined };
  await tamper((stored) => {
    rows = stored;
    return stored;
  });
  return rows;
};

export const auditTamperingContract = (opened: () => Harness): void => {
  describe('an audit trail that was changed past the port', () => {
    it('is unsound at the record of which any column was altered', async () => {
      const { storage, tamper } = opened();
      await appendSome(storage, 1, RECORDS);
      const written = await rowsOf(opened());
      const columns = Object.keys(written.records[0] ?? {}).filter((column) => column !== 'place');
      expect(columns.length).toBeGreaterThan(8);
      for (const column of columns) {
        for (const [altered, source] of [
          [3, 4],
          [3, 5],
          [5, 4],
        ] as const) {
          const value = written.records[source - 1]?.[column];
          if (written.records[altered - 1]?.[column] === value) continue;
          const records = written.records.map((row) => (row.place === altered ? { ...row, [column]: value } : row));
          const changed = await tamper(() => ({ ...written, records }));
          const verdict = await changed.read.audit.verify();
          expect(verdict, `${column} of ${source} in ${altered}`).toMatchObject({ sound: false, place: altered });
        }
      }
    });

    it.each(TAMPERINGS)('is unsound, and stays so when more is recorded, where %s', async (_, change, place) => {
      const { storage, tamper } = opened();
      await appendSome(storage, 1, RECORDS);
      const changed = await tamper(change);
      expect(await changed.read.audit.verify()).toMatchObject({ sound: false, place });
      await append(changed, record(7));
      expect(await changed.read.audit.verify()).toMatchObject({ sound: false });
    });

    it('is unsound where nothing was recorded yet, and its end removed', async () => {
      const changed = await opened().tamper(() => ({ records: [], end: undefined }));
      expect(await changed.read.audit.verify()).toMatchObject({ sound: false, place: 1 });
      expect(await changed.read.audit.checkpoint()).toBeUndefined();
    });

    it('is unsound with a record, or an end, that was taken from another copy of the trail', async () => {
      const { storage, tamper } = opened();
      await appendSome(storage, 1, RECORDS);
      const beginning = await rowsOf(opened());
      await appendSome(storage, 7, 8);
      const copy = await rowsOf(opened());
      await appendSome(await tamper(() => beginning), 7, 8);
      const { records, end } = await rowsOf(opened());
      const taken = copy.records.filter(({ place }) => place === 7);
      const changed = await tamper(() => ({ records: [...records.slice(0, 6), ...taken, ...records.slice(7)], end }));
      expect(await changed.read.audit.verify()).toMatchObject({ sound: false, place: 8 });
      const foreign = await tamper(() => ({ ...copy, end }));
      expect(await foreign.read.audit.verify()).toMatchObject({ sound: false });
    });
  });
};

export const checkpointContract = (opened: () => Harness): void => {
  describe('a checkpoint of the audit trail', () => {
    it('is extended by the trail that goes on', async () => {
      const { storage } = opened();
      for (const records of [0, 1, 2]) {
        const since = await storage.read.audit.checkpoint();
        expect(since?.place).toBe(records);
        await append(storage, record(records + 1));
        expect(await storage.read.audit.verify({ since })).toEqual({ sound: true, records: records + 1 });
      }
      const since = await storage.read.audit.checkpoint();
      expect(await storage.read.audit.verify({ since })).toEqual({ sound: true, records: 3 });
    });

    it('shows that an older end was put back, also after more was recorded', async () => {
      const { storage, tamper } = opened();
      await appendSome(storage, 1, 4);
      const older = await rowsOf(opened());
      await appendSome(storage, 5, 6);
      const since = await storage.read.audit.checkpoint();
      const endAlone = await tamper(({ records }) => ({ records, end: older.end }));
      expect(await endAlone.read.audit.verify()).toMatchObject({ sound: false, place: 7 });
      const changed = await tamper(() => older);
      expect(await changed.read.audit.verify({ since })).toMatchObject({ sound: false, place: 5 });
      await appendSome(changed, 7, 9);
      expect(await changed.read.audit.verify({ since })).toMatchObject({ sound: false, place: 6 });
    });

    it('cannot take the place of an end', async () => {
      const { storage, tamper } = opened();
      await appendSome(storage, 1, 4);
      const { mac, ...link } = (await storage.read.audit.checkpoint()) ?? { mac: '' };
      await appendSome(storage, 5, 6);
      const changed = await tamper((stored) => {
        const { records, end } = upTo(4)(stored);
        return { records, end: end && { ...end, ...link, endSeal: mac } };
      });
      expect(await changed.read.audit.verify()).toMatchObject({ sound: false, place: 5 });
    });

    it('is not compared with if the store has not made it', async () => {
      const { storage } = opened();
      await appendSome(storage, 1, 2);
      const made = await storage.read.audit.checkpoint();
      if (!made) throw new Error('unreachable: the trail is sound');
      for (const altered of [{ place: 1 }, { seal: 'c2VhbA' }, { mac: 'bWFj' }]) {
        expect(await storage.read.audit.verify({ since: { ...made, ...altered } })).toEqual({ sound: undefined });
      }
    });
  });
};
