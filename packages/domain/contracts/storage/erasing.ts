import { type ClosedTask, certify } from '@health-case/domain/model/case';
import type { CaseEventId } from '@health-case/domain/model/values';
import type { Storage } from '@health-case/domain/ports/storage';
import { describe, expect, it } from 'vitest';
import { at, caseOf, certificationId, child, keep, keepCase, nextId, taskOf } from './samples.ts';

const whole = { after: undefined, size: 100 };

type Kept = Awaited<ReturnType<typeof keepCase>>;

/** A closed task with its certification, an open one, and an event. */
const keepWork = async (storage: Storage, { case: facts, doctor }: Kept) => {
  const [open, done] = [taskOf(facts), taskOf(facts)];
  const closed: ClosedTask = { ...done, status: 'closed', closedAt: at(30) };
  await keep(storage, async ({ tasks, certifications, history }) => {
    for (const task of [open, done]) await tasks.insert(task);
    await tasks.save(closed);
    await certifications.insertOnce(certify(closed, certificationId(), doctor.id, at(40)));
    const event = { id: nextId<CaseEventId>(), caseId: facts.id, at: at(50), by: doctor.id };
    await history.append({ ...event, action: 'task closed', reason: undefined });
  });
};

const countsOf = async ({ read }: Storage, { child: { id }, case: { id: caseId } }: Kept) => ({
  record: (await read.children.record(id)) !== undefined,
  cases: (await read.cases.ofChild(id, whole)).length,
  tasks: (await read.tasks.ofCase(caseId, whole)).length,
  certifications: (await read.certifications.ofCase(caseId, whole)).length,
  events: (await read.history.ofCase(caseId, whole)).length,
});

export const erasingContract = (opened: () => Storage): void => {
  describe('erasing a child', () => {
    it('removes it, its cases and all that belongs to them, and nothing of another child', async () => {
      const storage = opened();
      const [one, other] = [await keepCase(storage), await keepCase(storage)];
      const sibling = child(one.parent.id);
      await keep(storage, async ({ cases, children }) => {
        await cases.insert(caseOf(one.child, other.doctor.id));
        await children.insert(sibling);
      });
      for (const kept of [one, other]) await keepWork(storage, kept);
      expect(await countsOf(storage, one)).toEqual({ record: true, cases: 2, tasks: 2, certifications: 1, events: 1 });

      expect(await keep(storage, ({ children }) => children.erase(one.child.id))).toBe(true);
      await storage.scrub();
      expect(await countsOf(storage, one)).toEqual({ record: false, cases: 0, tasks: 0, certifications: 0, events: 0 });
      expect(await countsOf(storage, other)).toEqual({
        record: true,
        cases: 1,
        tasks: 2,
        certifications: 1,
        events: 1,
      });
      expect(await storage.read.children.record(sibling.id)).toEqual(sibling);
      expect(await keep(storage, ({ children }) => children.erase(one.child.id))).toBe(false);
    });
  });

  describe('data keys', () => {
    it('follow one another, and whatever one of them sealed stays readable', async () => {
      const storage = opened();
      const { parent } = await keepCase(storage);
      const kept = ['1234', '5678', undefined, 'AB-12'].map((number) => child(parent.id, number));
      for (const one of kept) {
        await keep(storage, ({ children }) => children.insert(one));
        await keep(storage, ({ dataKeys }) => dataKeys.rotate());
      }
      const records = () => Promise.all(kept.map(({ id }) => storage.read.children.record(id)));
      expect(await records()).toEqual(kept);
      const { last } = await keep(storage, ({ children }) => children.reencrypt(whole));
      expect(last).toBe(kept.at(-1)?.id);
      expect(await keep(storage, ({ children }) => children.reencrypt(whole))).toEqual({ last, sealed: 0 });
      expect(await keep(storage, ({ children }) => children.reencrypt({ after: last, size: 9 }))).toEqual({
        last: undefined,
        sealed: 0,
      });
      expect(await records()).toEqual(kept);
      const again = child(parent.id, '12.34');
      expect((await storage.write(({ children }) => children.insert(again))).ok).toBe(false);
    });
  });
};
