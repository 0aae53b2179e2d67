import { certify } from '@health-case/domain/model/case';
import type { BirthDate, Child } from '@health-case/domain/model/child';
import type { CaseEventId, ChildId } from '@health-case/domain/model/values';
import type { Storage } from '@health-case/domain/ports/storage';
import { describe, expect, it } from 'vitest';
import {
  at,
  caseOf,
  certificationId,
  child,
  keep,
  keepAccount,
  keepCase,
  keepClosedTask,
  nextId,
  taskOf,
} from './samples.ts';

const entry = ({ id, firstName, lastName }: Child) => ({ id, firstName, lastName });
const whole = { after: undefined, size: 100 };

export const childrenContract = (opened: () => Storage): void => {
  describe('children', () => {
    const keepChild = async (storage: Storage, kept: Child) => {
      await keep(storage, ({ children }) => children.insert(kept));
      return kept;
    };

    it('gives back a child as it was, with and without birth date and number', async () => {
      const storage = opened();
      const { id } = await keepAccount(storage, 'Par');
      const full = await keepChild(storage, {
        ...child(id, '756.1234-5678 ß/É'),
        birthDate: '2019-02-28' as BirthDate,
      });
      const named = await keepChild(storage, child(id));
      expect(await storage.read.children.record(full.id)).toEqual(full);
      expect(await storage.read.children.record(named.id)).toEqual(named);
      expect(await storage.read.children.parentOf(full.id)).toBe(id);
      expect(await storage.read.children.record(nextId<ChildId>())).toBeUndefined();
      expect(await storage.read.children.parentOf(nextId<ChildId>())).toBeUndefined();
    });

    it('refuses one parent the same number twice, whatever its separators and case (D-14)', async () => {
      const storage = opened();
      const { id } = await keepAccount(storage, 'Par');
      await keepChild(storage, child(id, 'AB 12-34'));
      const again = child(id, 'ab.1234');
      expect(await storage.write(({ children }) => children.insert(again))).toEqual({
        ok: false,
        refusal: { code: 'CHILD_KNOWN' },
      });
      expect(await storage.read.children.record(again.id)).toBeUndefined();
    });

    it('lets two parents have one number, and one parent any number of children without (D-11, D-14)', async () => {
      const storage = opened();
      const [one, other] = [await keepAccount(storage, 'Par'), await keepAccount(storage, 'Par')];
      for (const kept of [child(one.id, '1234'), child(other.id, '1234'), child(one.id), child(one.id)]) {
        expect((await storage.write(({ children }) => children.insert(kept))).ok).toBe(true);
      }
      expect(await storage.read.children.ofParent(one.id, whole)).toHaveLength(3);
    });

    it("lists a parent's own children in order, a page at a time", async () => {
      const storage = opened();
      const [one, other] = [await keepAccount(storage, 'Par'), await keepAccount(storage, 'Par')];
      const own = [];
      for (const parent of [one, other, one, one]) {
        const kept = await keepChild(storage, child(parent.id));
        if (parent === one) own.push(entry(kept));
      }
      const list = storage.read.children.ofParent;
      expect(await list(one.id, whole)).toEqual(own);
      expect(await list(one.id, { after: own[0]?.id, size: 1 })).toEqual([own[1]]);
      expect(await list(one.id, { after: own[2]?.id, size: 1 })).toEqual([]);
    });

    it("lists a doctor's children each once, ongoing or finished, and nobody else's (D-20)", async () => {
      const storage = opened();
      const [doctor, colleague] = [await keepAccount(storage, 'Doc'), await keepAccount(storage, 'Doc')];
      const [one, other] = [await keepAccount(storage, 'Par'), await keepAccount(storage, 'Par')];
      const kept = [];
      for (const parent of [one, other, one, one]) kept.push(await keepChild(storage, child(parent.id)));
      const [twice, foreign, finished, elsewhere] = kept as [Child, Child, Child, Child];
      await keep(storage, async ({ cases }) => {
        for (const concerned of [finished, twice, foreign, twice]) await cases.insert(caseOf(concerned, doctor.id));
        await cases.insert(caseOf(elsewhere, colleague.id));
        const [done] = await cases.ofDoctor(doctor.id, { after: undefined, size: 1 });
        if (done) await cases.save({ ...done, status: 'finished', finishedAt: at(20) });
      });
      const { ofDoctor, ofDoctorAndParent, isOfDoctor } = storage.read.children;
      const listed = [twice, foreign, finished].map(entry);
      expect(await ofDoctor(doctor.id, whole)).toEqual(listed);
      expect(await ofDoctor(doctor.id, { after: undefined, size: 2 })).toEqual(listed.slice(0, 2));
      expect(await ofDoctor(doctor.id, { after: twice.id, size: 2 })).toEqual(listed.slice(1));
      expect(await ofDoctorAndParent(doctor.id, one.id, whole)).toEqual([entry(twice), entry(finished)]);
      expect(await ofDoctorAndParent(doctor.id, one.id, { after: twice.id, size: 9 })).toEqual([entry(finished)]);
      expect(await isOfDoctor(finished.id, doctor.id)).toBe(true);
      expect(await isOfDoctor(elsewhere.id, doctor.id)).toBe(false);
      expect(await isOfDoctor(nextId<ChildId>(), doctor.id)).toBe(false);
    });
  });
};

type Kept = Awaited<ReturnType<typeof keepCase>>;

/** A closed task with its certification, an open one, and an event. */
const keepWork = async (storage: Storage, { case: facts, doctor }: Kept) => {
  const done = await keepClosedTask(storage, facts);
  await keep(storage, async ({ tasks, certifications, history }) => {
    await tasks.insert(taskOf(facts));
    await certifications.insertOnce(certify(done, certificationId(), doctor.id, at(40)));
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
