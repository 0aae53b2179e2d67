import { refuse } from '@health-case/domain/errors';
import type { Account } from '@health-case/domain/model/account';
import type { AuditEntry, AuditQuery, AuditRecord } from '@health-case/domain/model/audit';
import { certify, type OngoingCase } from '@health-case/domain/model/case';
import type { AccountId } from '@health-case/domain/model/values';
import type { Storage } from '@health-case/domain/ports/storage';
import { describe, expect, it } from 'vitest';
import { at, auditRecord, caseOf, certificationId, keep, keepCase, keepClosedTask, nextId } from './samples.ts';

const whole = (storage: Storage, query: AuditQuery = {}) => storage.read.audit.records(query, { after: 0, size: 1000 });

const withoutPlace = ({ place: _, ...entry }: AuditEntry): AuditRecord => entry;

const append = (storage: Storage, ...records: readonly AuditRecord[]) =>
  keep(storage, async ({ audit }) => {
    for (const added of records) await audit.append(added);
  });

export const auditContract = (opened: () => Storage): void => {
  searchingContract(opened);
  verifyingContract(opened);
  describe('the audit trail', () => {
    it('gives back records as they were, in the order in which they were written, a page at a time', async () => {
      const storage = opened();
      const records = [
        auditRecord(),
        auditRecord({ by: undefined, on: undefined, outcome: 'CREDENTIALS_WRONG' }),
        auditRecord(),
      ];
      for (const added of records) await append(storage, added);
      const entries = await whole(storage);
      expect(entries.map(withoutPlace)).toEqual(records);
      expect(entries.map(({ place }) => place)).toEqual([1, 2, 3]);
      expect(await storage.read.audit.records({}, { after: 1, size: 1 })).toEqual([entries[1]]);
      expect(await storage.read.audit.verify()).toEqual({ sound: true, records: 3 });
    });

    it('keeps a record with its unit of work, or not at all', async () => {
      const storage = opened();
      const kept = auditRecord();
      await Promise.allSettled([
        storage.write(async ({ audit }) => {
          await audit.append(auditRecord());
          return refuse('CASE_NOT_FOUND');
        }),
        append(storage, kept),
        storage.write(async ({ audit }) => {
          await audit.append(auditRecord());
          throw new Error('broken');
        }),
      ]);
      expect((await whole(storage)).map(withoutPlace)).toEqual([kept]);
      expect(await storage.read.audit.verify()).toEqual({ sound: true, records: 1 });
    });

    it('counts the records of units that run at the same time without a gap', async () => {
      const storage = opened();
      await Promise.all(Array.from({ length: 30 }, () => append(storage, auditRecord(), auditRecord())));
      expect((await whole(storage)).map(({ place }) => place)).toEqual(Array.from({ length: 60 }, (_, nth) => nth + 1));
      expect(await storage.read.audit.verify()).toEqual({ sound: true, records: 60 });
    });
  });
};

const searchingContract = (opened: () => Storage): void => {
  describe('the audit trail', () => {
    it('is searched by account and by time', async () => {
      const storage = opened();
      const by = nextId<AccountId>();
      const [early, late] = [auditRecord({ by, at: at(1) }), auditRecord({ by, at: at(9) })];
      const foreign = auditRecord({ at: at(1) });
      await append(storage, early, late, foreign);
      const found = async (query: AuditQuery) => (await whole(storage, query)).map(withoutPlace);
      expect(await found({ by })).toEqual([early, late]);
      expect(await found({ from: at(2) })).toEqual([late]);
      expect(await found({ until: at(9) })).toEqual([early, foreign]);
      expect(await found({ by, from: at(1), until: at(2) })).toEqual([early]);
    });

    it('is searched by the child that a record names, also after the child is erased', async () => {
      const storage = opened();
      const { child } = await keepCase(storage);
      const own = [auditRecord({ child: child.id }), auditRecord({ child: child.id, on: undefined })];
      const foreign = auditRecord({ child: nextId() });
      await append(storage, ...own, foreign);
      await keep(storage, ({ children }) => children.erase(child.id));
      expect((await whole(storage, { child: child.id })).map(withoutPlace)).toEqual(own);
    });

    it('finds records that name no child by the child, its cases, and their tasks and certifications', async () => {
      const storage = opened();
      const [one, other] = [await keepCase(storage), await keepCase(storage)];
      const second = caseOf(one.child, other.doctor.id);
      await keep(storage, ({ cases }) => cases.insert(second));
      const certifiedIn = async (facts: OngoingCase, by: Account) => {
        const task = await keepClosedTask(storage, facts);
        const certification = certify(task, certificationId(), by.id, at(50));
        await keep(storage, ({ certifications }) => certifications.insertOnce(certification));
        return [facts.id, task.id, certification.id];
      };
      const ids = [
        one.child.id,
        ...(await certifiedIn(one.case, one.doctor)),
        ...(await certifiedIn(second, one.doctor)),
      ];
      const own = ids.map((on) => auditRecord({ on }));
      const foreign = [other.child.id, ...(await certifiedIn(other.case, one.doctor)), undefined];
      await append(storage, ...own, ...foreign.map((on) => auditRecord({ on })));
      expect((await whole(storage, { child: one.child.id })).map(withoutPlace)).toEqual(own);
    });
  });
};

const verifyingContract = (opened: () => Storage): void => {
  describe('verifying the audit trail', () => {
    it('finds it sound while it is empty', async () => {
      expect(await opened().read.audit.verify()).toEqual({ sound: true, records: 0 });
    });

    it('tells how many of how many records have been checked, up to the last', async () => {
      const storage = opened();
      const heard: (readonly [number, number])[] = [];
      const report = (checked: number, all: number) => void heard.push([checked, all]);
      await storage.read.audit.verify({ report });
      expect(heard).toEqual([]);
      for (let unit = 0; unit < 5; unit += 1)
        await append(storage, ...Array.from({ length: 220 }, () => auditRecord()));
      await storage.read.audit.verify({ report });
      expect(heard.at(-1)).toEqual([1100, 1100]);
      expect(heard.map(([checked]) => checked)).toEqual(heard.map(([checked]) => checked).sort((a, b) => a - b));
      expect(heard.every(([, all]) => all === 1100)).toBe(true);
    });
  });
};
