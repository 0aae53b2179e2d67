import type { AuditQuery, AuditRecord } from '@health-case/domain/model/audit';
import type { AccountId, ChildId } from '@health-case/domain/model/values';
import type { Storage } from '@health-case/domain/ports/storage';
import { refuse } from '@health-case/domain/result';
import { expect } from 'vitest';
import type { Row, Scene, Suite } from './harness.ts';
import { at, auditRecord, keepRecords, listRecord, nextId } from './samples.ts';
import { FOUND, playTampering, rowsOf } from './tampering.ts';

/** The records that meet a query, without their places. */
const found = async ({ read }: Scene, query: AuditQuery = {}): Promise<readonly AuditRecord[]> =>
  (await read.audit.records(query, { after: 0, size: 1000 })).map(({ place: _, ...record }) => record);

export const auditTrail: Suite = (it) => {
  it('gives back records as they were, in the order in which they were written, a page at a time', async (scene) => {
    const { storage, read } = scene;
    const nobody = { by: undefined, on: undefined, outcome: 'CREDENTIALS_WRONG' } as const;
    const records = [auditRecord(), auditRecord(nobody), auditRecord()];
    expect(await read.audit.verify()).toEqual({ sound: true, records: 0 });
    for (const added of records) await keepRecords(storage, added);
    const entries = records.map((record, index) => ({ ...record, place: index + 1 }));
    expect(await read.audit.records({}, { after: 0, size: 9 })).toEqual(entries);
    expect(await read.audit.records({}, { after: 1, size: 1 })).toEqual(entries.slice(1, 2));
    expect(await read.audit.verify()).toEqual({ sound: true, records: 3 });
  });

  it('keeps a record with its unit of work, or not at all', async (scene) => {
    const { storage, read } = scene;
    const kept = auditRecord();
    const appendAnd = (end: () => ReturnType<typeof refuse>) =>
      storage.write(async ({ audit }) => {
        await audit.append(auditRecord());
        return end();
      });
    const broken = appendAnd(() => {
      throw new Error('broken');
    });
    await Promise.allSettled([appendAnd(() => refuse('CASE_NOT_FOUND')), keepRecords(storage, kept), broken]);
    expect(await found(scene)).toEqual([kept]);
    expect(await read.audit.verify()).toEqual({ sound: true, records: 1 });
  });

  it('counts the records of units that run at the same time without a gap', async ({ storage, read }) => {
    await Promise.all(Array.from({ length: 30 }, () => keepRecords(storage, auditRecord(), auditRecord())));
    const entries = await read.audit.records({}, { after: 0, size: 100 });
    expect(entries.map(({ place }) => place)).toEqual(Array.from({ length: 60 }, (_, nth) => nth + 1));
    expect(await read.audit.verify()).toEqual({ sound: true, records: 60 });
  });

  it('has each noted record once, although some were stored when a call failed, and all given again', async (scene) => {
    await sequenceAgain(scene);
  });

  it('is searched by account and by time', async (scene) => {
    const by = nextId<AccountId>();
    const [early, late] = [auditRecord({ by, at: at(1) }), auditRecord({ by, at: at(9) })];
    const foreign = auditRecord({ at: at(1) });
    await keepRecords(scene.storage, early, late, foreign);
    expect(await found(scene, { by })).toEqual([early, late]);
    expect(await found(scene, { from: at(2) })).toEqual([late]);
    expect(await found(scene, { until: at(9) })).toEqual([early, foreign]);
    expect(await found(scene, { by, from: at(1), until: at(2) })).toEqual([early]);
  });

  it('is searched by the child that a record names, also after the child is erased', async (scene) => {
    const { child } = await scene.keepCase();
    const own = [auditRecord({ child: child.id }), auditRecord({ child: child.id, on: undefined })];
    await keepRecords(scene.storage, ...own, auditRecord({ child: nextId() }));
    await scene.keep(({ children }) => children.erase(child.id));
    expect(await found(scene, { child: child.id })).toEqual(own);
  });

  it('is verified over more than one page', async ({ storage, read }) => {
    for (let unit = 0; unit < 5; unit += 1) {
      await keepRecords(storage, ...Array.from({ length: 220 }, () => auditRecord()));
    }
    expect(await read.audit.verify()).toEqual({ sound: true, records: 1100 });
  });
};

/** More records than a store takes at once, of which one breaks when it is read for the first time. */
const sequenceAgain = async (scene: Scene): Promise<void> => {
  const { storage, read } = scene;
  const records = Array.from({ length: 600 }, () => auditRecord());
  const beside = [auditRecord(), auditRecord()];
  let isBroken = true;
  const breaking: AuditRecord = {
    ...auditRecord(),
    get outcome() {
      if (isBroken) throw new Error('broken');
      return 'OK' as const;
    },
  };
  const given = records.with(350, breaking);
  const broken = storage.sequence(given);
  await Promise.all([expect(broken).rejects.toThrow(), keepRecords(storage, ...beside)]);
  isBroken = false;
  await storage.sequence(given, true);
  const idsOf = (entries: readonly AuditRecord[]) => entries.map(({ id }) => id).sort();
  expect(idsOf(await found(scene))).toEqual(idsOf([...given, ...beside]));
  expect(await read.audit.verify()).toEqual({ sound: true, records: 602 });
};

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

export const auditTampering: Suite = (it) => {
  it('is unsound at the record of which any column was altered', async (scene) => {
    await appendSome(scene.storage, 1, 6);
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

  for (const what of Object.keys(FOUND)) {
    it(`is unsound at the first place that changed, and stays so when more is recorded, where ${what}`, async (scene) => {
      await playTampering(scene, { what, nth: 0x302, sizes: [0, 4, 2, 1] });
    });
  }

  it('is unsound at the first record of which the children were changed', async (scene) => {
    const children = [nextId<ChildId>(), nextId<ChildId>(), nextId<ChildId>()];
    const pages = [children.slice(0, 2), children];
    await scene.storage.sequence([auditRecord(), ...pages.map((page) => listRecord(page)), auditRecord()]);
    const before = await rowsOf(scene);
    const { lists } = before;
    const whole: readonly (readonly Row[])[] = [
      ...lists.map((_, nth) => lists.toSpliced(nth, 1)),
      lists.map((row) => ({ ...row, epoch: Number(row['epoch']) + 1 })),
      lists.map((row, nth) => (nth === 0 ? { ...row, epoch: Number(row['epoch']) + 1 } : row)),
      [],
    ];
    for (const changed of whole) {
      const { read } = await scene.tamper(() => ({ ...before, lists: changed }));
      expect(await read.audit.verify()).toMatchObject({ sound: false, place: expect.toBeOneOf([2, 3]) });
    }
    const { read } = await scene.tamper(() => before);
    expect(await read.audit.verify()).toEqual({ sound: true, records: 4 });
  });

  it('is unsound where nothing was recorded yet, and its end removed', async ({ tamper }) => {
    const { read } = await tamper(() => ({ records: [], end: undefined }));
    expect(await read.audit.verify()).toMatchObject({ sound: false, place: 1 });
    expect(await read.audit.checkpoint()).toBeUndefined();
  });

  it('is unsound with a record, or an end, that was taken from another copy of the trail', async (scene) => {
    const { storage, tamper } = scene;
    await appendSome(storage, 1, 6);
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
      expect(await read.audit.verify(since)).toEqual({ sound: true, records: places });
      await keepRecords(storage, record(places + 1));
      expect(await read.audit.verify(since)).toEqual({ sound: true, records: places + 1 });
    }
  });

  it('is not compared with if the store has not made it', async ({ storage, read }) => {
    await appendSome(storage, 1, 2);
    const made = await read.audit.checkpoint();
    if (!made) throw new Error('unreachable: the trail is sound');
    for (const altered of [{ place: 1 }, { seal: 'c2VhbA' }, { mac: 'bWFj' }]) {
      expect(await read.audit.verify({ ...made, ...altered })).toEqual({ sound: undefined });
    }
  });
};
