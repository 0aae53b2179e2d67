import { refuse } from '@health-case/domain/errors';
import type { Account } from '@health-case/domain/model/account';
import type { AuditQuery, AuditRecord } from '@health-case/domain/model/audit';
import { certify, type OngoingCase } from '@health-case/domain/model/case';
import type { AccountId } from '@health-case/domain/model/values';
import { expect } from 'vitest';
import type { Scene, Suite } from './harness.ts';
import { at, auditRecord, caseOf, certificationId, keepRecords, nextId } from './samples.ts';

/** The records that meet a query, without their places. */
const found = async ({ read }: Scene, query: AuditQuery = {}): Promise<readonly AuditRecord[]> =>
  (await read.audit.records(query, { after: 0, size: 1000 })).map(({ place: _, ...record }) => record);

export const auditTrail: Suite = (it) => {
  it('gives back records as they were, in the order in which they were written, a page at a time', async (scene) => {
    const { storage, read } = scene;
    const nobody = auditRecord({ by: undefined, on: undefined, outcome: 'CREDENTIALS_WRONG' });
    const records = [auditRecord(), nobody, auditRecord()];
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

  it('finds records that name no child by the child, its cases, and their tasks and certifications', async (scene) => {
    const { storage, keep, keepCase, keepClosedTask } = scene;
    const [one, other] = [await keepCase(), await keepCase()];
    const second = caseOf(one.child, other.doctor.id);
    await keep(({ cases }) => cases.insert(second));
    const certifiedIn = async (facts: OngoingCase, by: Account) => {
      const task = await keepClosedTask(facts);
      const certification = certify(task, certificationId(), by.id, at(50));
      await keep(({ certifications }) => certifications.insertOnce(certification));
      return [facts.id, task.id, certification.id];
    };
    const ids = [...(await certifiedIn(one.case, one.doctor)), ...(await certifiedIn(second, one.doctor))];
    const own = [one.child.id, ...ids].map((on) => auditRecord({ on }));
    const foreign = [other.child.id, ...(await certifiedIn(other.case, one.doctor)), undefined];
    await keepRecords(storage, ...own, ...foreign.map((on) => auditRecord({ on })));
    expect(await found(scene, { child: one.child.id })).toEqual(own);
  });

  it('tells while it is verified how many of how many records have been checked', async ({ storage, read }) => {
    const heard: (readonly [number, number])[] = [];
    const report = (checked: number, all: number) => void heard.push([checked, all]);
    await read.audit.verify({ report });
    expect(heard).toEqual([]);
    for (const _ of Array.from({ length: 5 })) {
      await keepRecords(storage, ...Array.from({ length: 220 }, () => auditRecord()));
    }
    await read.audit.verify({ report });
    expect(heard.at(-1)).toEqual([1100, 1100]);
    expect(heard.map(([checked]) => checked)).toEqual(heard.map(([checked]) => checked).sort((a, b) => a - b));
    expect(heard.every(([, all]) => all === 1100)).toBe(true);
  });
};
