import type { AuditRecord } from '@health-case/domain/model/audit';
import type { Storage } from '@health-case/domain/ports/storage';
import { expect } from 'vitest';
import type { Change, Scene, Suite, TrailRows } from './harness.ts';
import { at, auditRecord, keepRecords, nextId } from './samples.ts';

const RECORDS = 6;

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
  for (let nth = from; nth <= to; nth += 1) await keepRecords(storage, record(nth));
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
const rowsOf = async ({ tamper }: Scene): Promise<TrailRows> => {
  let rows: TrailRows = { records: [], end: undefined };
  await tamper((stored) => {
    rows = stored;
    return stored;
  });
  return rows;
};

export const auditTampering: Suite = (it) => {
  it('is unsound at the record of which any column was altered', async (scene) => {
    await appendSome(scene.storage, 1, RECORDS);
    const { records, end } = await rowsOf(scene);
    const columns = Object.keys(records[0] ?? {}).filter((column) => column !== 'place');
    expect(columns.length).toBeGreaterThan(8);
    const copies = [
      [3, 4],
      [3, 5],
      [5, 4],
    ].flatMap(([to, from]) => columns.map((column) => ({ to, from, column })));
    for (const { to, from, column } of copies) {
      const value = records.find(({ place }) => place === from)?.[column];
      if (records.find(({ place }) => place === to)?.[column] === value) continue;
      const altered = records.map((row) => (row.place === to ? { ...row, [column]: value } : row));
      const changed = await scene.tamper(() => ({ records: altered, end }));
      const verdict = await changed.read.audit.verify();
      expect(verdict, `${column} of ${from} in ${to}`).toMatchObject({ sound: false, place: to });
    }
  });

  for (const [what, change, place] of TAMPERINGS) {
    it(`is unsound, and stays so when more is recorded, where ${what}`, async ({ storage, tamper }) => {
      await appendSome(storage, 1, RECORDS);
      const changed = await tamper(change);
      expect(await changed.read.audit.verify()).toMatchObject({ sound: false, place });
      await keepRecords(changed, record(7));
      expect(await changed.read.audit.verify()).toMatchObject({ sound: false });
    });
  }

  it('is unsound where nothing was recorded yet, and its end removed', async ({ tamper }) => {
    const { read } = await tamper(() => ({ records: [], end: undefined }));
    expect(await read.audit.verify()).toMatchObject({ sound: false, place: 1 });
    expect(await read.audit.checkpoint()).toBeUndefined();
  });

  it('is unsound with a record, or an end, that was taken from another copy of the trail', async (scene) => {
    const { storage, tamper } = scene;
    await appendSome(storage, 1, RECORDS);
    const beginning = await rowsOf(scene);
    await appendSome(storage, 7, 8);
    const copy = await rowsOf(scene);
    await appendSome(await tamper(() => beginning), 7, 8);
    const { records, end } = await rowsOf(scene);
    const mixed = records.map((row, index) => (row.place === 7 ? (copy.records[index] ?? row) : row));
    const changed = await tamper(() => ({ records: mixed, end }));
    expect(await changed.read.audit.verify()).toMatchObject({ sound: false, place: 8 });
    const foreign = await tamper(() => ({ ...copy, end }));
    expect(await foreign.read.audit.verify()).toMatchObject({ sound: false });
  });
};

export const checkpoints: Suite = (it) => {
  it('is extended by the trail that goes on', async ({ storage, read }) => {
    for (const places of [0, 1, 2]) {
      const since = await read.audit.checkpoint();
      expect(since?.place).toBe(places);
      expect(await read.audit.verify({ since })).toEqual({ sound: true, records: places });
      await keepRecords(storage, record(places + 1));
      expect(await read.audit.verify({ since })).toEqual({ sound: true, records: places + 1 });
    }
  });

  it('shows that an older end was put back, also after more was recorded', async (scene) => {
    const { storage, tamper } = scene;
    await appendSome(storage, 1, 4);
    const older = await rowsOf(scene);
    await appendSome(storage, 5, 6);
    const since = await storage.read.audit.checkpoint();
    const endAlone = await tamper(({ records }) => ({ records, end: older.end }));
    expect(await endAlone.read.audit.verify()).toMatchObject({ sound: false, place: 7 });
    const changed = await tamper(() => older);
    expect(await changed.read.audit.verify({ since })).toMatchObject({ sound: false, place: 5 });
    await appendSome(changed, 7, 9);
    expect(await changed.read.audit.verify({ since })).toMatchObject({ sound: false, place: 6 });
  });

  it('cannot take the place of an end', async ({ storage, tamper }) => {
    await appendSome(storage, 1, 4);
    const { mac, ...link } = (await storage.read.audit.checkpoint()) ?? { mac: '' };
    await appendSome(storage, 5, 6);
    const changed = await tamper((stored) => {
      const { records, end } = upTo(4)(stored);
      return { records, end: end && { ...end, ...link, endSeal: mac } };
    });
    expect(await changed.read.audit.verify()).toMatchObject({ sound: false, place: 5 });
  });

  it('is not compared with if the store has not made it', async ({ storage, read }) => {
    await appendSome(storage, 1, 2);
    const made = await read.audit.checkpoint();
    if (!made) throw new Error('unreachable: the trail is sound');
    for (const altered of [{ place: 1 }, { seal: 'c2VhbA' }, { mac: 'bWFj' }]) {
      expect(await read.audit.verify({ since: { ...made, ...altered } })).toEqual({ sound: undefined });
    }
  });
};
