import {
  type CaseEvent,
  type Certification,
  certify,
  issue,
  type RequestedCertification,
  reject,
  revoke,
} from '@health-case/domain/model/case';
import type { AccountId, CaseEventId, CaseId, CertificationId, Reason, TaskId } from '@health-case/domain/model/values';
import type { Storage } from '@health-case/domain/ports/storage';
import type { Result } from '@health-case/domain/result';
import { describe, expect, it } from 'vitest';
import {
  accepted,
  at,
  caseOf,
  certificationId,
  closed,
  earlierId,
  keep,
  keepAccount,
  keepCase,
  keepClosedTask,
  nextId,
  taskOf,
} from './samples.ts';

const whole = { after: undefined, size: 100 };

export const casesContract = (opened: () => Storage): void => {
  describe('cases', () => {
    it('gives back a case as it was, in each of its states, also one that a clock behind finished', async () => {
      const storage = opened();
      const { case: ongoing } = await keepCase(storage);
      expect(await storage.read.cases.find(ongoing.id)).toEqual(ongoing);
      const finished = { ...ongoing, status: 'finished', finishedAt: at(5) } as const;
      await keep(storage, ({ cases }) => cases.save(finished));
      expect(await storage.read.cases.find(ongoing.id)).toEqual(finished);
      await keep(storage, ({ cases }) => cases.save(ongoing));
      expect(await storage.read.cases.find(ongoing.id)).toEqual(ongoing);
      expect(await storage.read.cases.find(nextId<CaseId>())).toBeUndefined();
    });

    it('lists the cases of a doctor, of a parent, and of all doctors whom an assistant assists', async () => {
      const storage = opened();
      const assistant = await keepAccount(storage, 'Ast');
      const [one, other, stranger] = [await keepCase(storage), await keepCase(storage), await keepCase(storage)];
      const second = caseOf(one.child, one.doctor.id);
      await keep(storage, async ({ assistants, cases }) => {
        await cases.insert(second);
        for (const { doctor } of [one, other]) await assistants.link(doctor.id, assistant.id);
      });
      const { ofDoctor, ofParent, ofAssistant } = storage.read.cases;
      expect(await ofDoctor(one.doctor.id, whole)).toEqual([one.case, second]);
      expect(await ofDoctor(one.doctor.id, { after: one.case.id, size: 1 })).toEqual([second]);
      expect(await ofParent(one.parent.id, { after: undefined, size: 1 })).toEqual([one.case]);
      expect(await ofAssistant(assistant.id, whole)).toEqual([one.case, other.case, second]);
      expect(await ofAssistant(assistant.id, { after: one.case.id, size: 1 })).toEqual([other.case]);
      expect(await ofAssistant(stranger.doctor.id, whole)).toEqual([]);
    });

    it('lists the cases of a child, whichever the doctor', async () => {
      const storage = opened();
      const [one, other] = [await keepCase(storage), await keepCase(storage)];
      const second = caseOf(one.child, other.doctor.id);
      await keep(storage, ({ cases }) => cases.insert(second));
      const { ofChild } = storage.read.cases;
      expect(await ofChild(one.child.id, whole)).toEqual([one.case, second]);
      expect(await ofChild(one.child.id, { after: one.case.id, size: 1 })).toEqual([second]);
    });
  });
};

export const tasksContract = (opened: () => Storage): void => {
  describe('tasks', () => {
    it('gives back a task as it was, open and closed', async () => {
      const storage = opened();
      const task = taskOf((await keepCase(storage)).case);
      await keep(storage, ({ tasks }) => tasks.insert(task));
      expect(await storage.read.tasks.find(task.id)).toEqual(task);
      await keep(storage, ({ tasks }) => tasks.save(closed(task, 30)));
      expect(await storage.read.tasks.find(task.id)).toEqual(closed(task, 30));
      expect(await storage.read.tasks.find(nextId<TaskId>())).toBeUndefined();
    });

    it('lists the tasks of one case, a page at a time, and knows whether any is open', async () => {
      const storage = opened();
      const [own, foreign] = [(await keepCase(storage)).case, (await keepCase(storage)).case];
      const tasks = [taskOf(own), taskOf(own), taskOf(own)] as const;
      const open = async () => Promise.all([own, foreign].map(({ id }) => storage.read.tasks.anyOpenIn(id)));
      expect(await open()).toEqual([false, false]);
      await keep(storage, async (stores) => {
        for (const task of tasks) await stores.tasks.insert(task);
      });
      const list = storage.read.tasks.ofCase;
      expect(await list(own.id, whole)).toEqual(tasks);
      expect(await list(own.id, { after: tasks[0].id, size: 1 })).toEqual([tasks[1]]);
      expect(await open()).toEqual([true, false]);
      await keep(storage, async (stores) => {
        for (const task of tasks) await stores.tasks.save(closed(task, 30));
      });
      expect(await open()).toEqual([false, false]);
    });

    it('knows the task of a case that was closed last, whatever the ids and the moments (D-21)', async () => {
      const storage = opened();
      const { case: facts } = await keepCase(storage);
      const [first, second, third] = [taskOf(facts), taskOf(facts), taskOf(facts)];
      const lastClosed = () => storage.read.tasks.lastClosedOf(facts.id);
      await keep(storage, async ({ tasks }) => {
        for (const task of [third, second, first]) await tasks.insert(task);
      });
      expect(await lastClosed()).toBeUndefined();
      for (const task of [closed(second, 40), closed(third, 40), closed(first, 30)]) {
        await keep(storage, ({ tasks }) => tasks.save(task));
        expect(await lastClosed()).toEqual(task);
      }
    });
  });
};

const REASON = { reason: 'no longer fit' as Reason };

export const certificationsContract = (opened: () => Storage): void => {
  describe('certifications (D-22)', () => {
    const keepCertifiable = async (storage: Storage) => {
      const { case: facts, doctor } = await keepCase(storage);
      const task = await keepClosedTask(storage, facts);
      return { wanted: () => certify(task, certificationId(), doctor.id, at(50)), task };
    };
    const request = (storage: Storage, wanted: RequestedCertification) =>
      keep(storage, ({ certifications }) => certifications.insertOnce(wanted));
    const decide = async <T extends Certification>(storage: Storage, decided: Result<T, unknown>): Promise<T> => {
      await keep(storage, ({ certifications }) => certifications.save(accepted(decided)));
      return accepted(decided);
    };

    it('gives back a certification as it was, in each of its states', async () => {
      const storage = opened();
      const { wanted, task } = await keepCertifiable(storage);
      expect(await storage.read.certifications.newestOf(task.id)).toBeUndefined();
      const requested = await request(storage, wanted());
      expect(await storage.read.certifications.newestOf(task.id)).toEqual(requested);
      for (const decision of [issue(requested, at(60)), reject(requested, at(61), REASON)]) {
        const decided = await decide<Certification>(storage, decision);
        expect(await storage.read.certifications.newestOf(task.id)).toEqual(decided);
      }
      expect(await storage.read.certifications.newestOf(nextId<TaskId>())).toBeUndefined();
    });

    it('keeps one live certification per task, and returns it when another is requested', async () => {
      const storage = opened();
      const { wanted, task } = await keepCertifiable(storage);
      const handed = await Promise.all(Array.from({ length: 12 }, () => request(storage, wanted())));
      expect(new Set(handed.map(({ id }) => id)).size).toBe(1);
      const issued = await decide(storage, issue(handed[0] as RequestedCertification, at(60)));
      expect(await request(storage, wanted())).toEqual(issued);
      expect(await storage.read.certifications.newestOf(task.id)).toEqual(issued);
    });

    it('takes a new one after a rejection and after a revocation, and shows the one written last, whatever its id', async () => {
      const storage = opened();
      const { wanted, task } = await keepCertifiable(storage);
      const first = await request(storage, wanted());
      await decide(storage, reject(first, at(60), REASON));
      const second = { ...wanted(), id: earlierId<CertificationId>(), requestedAt: at(40) };
      expect(await request(storage, second)).toEqual(second);
      const revoked = await decide(storage, revoke(accepted(issue(second, at(70))), at(80), REASON));
      expect(await storage.read.certifications.newestOf(task.id)).toEqual(revoked);
      const third = await request(storage, { ...wanted(), id: earlierId<CertificationId>() });
      expect(await storage.read.certifications.newestOf(task.id)).toEqual(third);
    });

    it('keeps the certifications of two tasks apart', async () => {
      const storage = opened();
      const [one, other] = [await keepCertifiable(storage), await keepCertifiable(storage)];
      const requested = await request(storage, one.wanted());
      expect((await request(storage, other.wanted())).id).not.toBe(requested.id);
      expect(await storage.read.certifications.newestOf(one.task.id)).toEqual(requested);
    });

    it('lists all of a case, also those that are over', async () => {
      const storage = opened();
      const [one, other] = [await keepCertifiable(storage), await keepCertifiable(storage)];
      await request(storage, other.wanted());
      const requested = (await request(storage, one.wanted())) as RequestedCertification;
      const rejected = await decide(storage, reject(requested, at(60), REASON));
      const second = await request(storage, one.wanted());
      const { ofCase } = storage.read.certifications;
      expect(await ofCase(one.task.caseId, { after: undefined, size: 9 })).toEqual([rejected, second]);
      expect(await ofCase(one.task.caseId, { after: second.id, size: 9 })).toEqual([]);
      expect(await ofCase(one.task.caseId, { after: undefined, size: 1 })).toEqual([rejected]);
    });
  });
};

export const historyContract = (opened: () => Storage): void => {
  describe('the history of cases', () => {
    it('gives back the events of one case as they were, in the order of writing, whatever their ids and moments', async () => {
      const storage = opened();
      const [one, other] = [await keepCase(storage), await keepCase(storage)];
      const event = (caseId: CaseId, by: AccountId, facts: Partial<CaseEvent> = {}): CaseEvent => ({
        id: nextId<CaseEventId>(),
        caseId,
        at: at(40),
        by,
        action: 'case opened',
        reason: undefined,
        ...facts,
      });
      const later = event(one.case.id, one.parent.id, { at: at(50) });
      const last = event(one.case.id, one.parent.id, { at: at(60) });
      const reopened = { action: 'case reopened', reason: 'It came back.' as Reason } as const;
      const own = [later, { ...event(one.case.id, one.doctor.id, reopened), id: earlierId<CaseEventId>() }, last];
      await keep(storage, async ({ history }) => {
        for (const added of [...own, event(other.case.id, other.parent.id)]) await history.append(added);
      });
      const { ofCase } = storage.read.history;
      expect(await ofCase(one.case.id, { after: undefined, size: 10 })).toEqual(own);
      expect(await ofCase(one.case.id, { after: undefined, size: 1 })).toEqual(own.slice(0, 1));
      expect(await ofCase(one.case.id, { after: own[0]?.id, size: 10 })).toEqual(own.slice(1));
      expect(await ofCase(one.case.id, { after: own[1]?.id, size: 1 })).toEqual(own.slice(2));
      expect(await ofCase(one.case.id, { after: last.id, size: 10 })).toEqual([]);
      expect(await ofCase(other.case.id, { after: later.id, size: 10 })).toEqual([]);
    });
  });
};
