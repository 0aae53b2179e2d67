import type { ClosedTask } from '@health-case/domain/model/case';
import type { CaseId, TaskId } from '@health-case/domain/model/values';
import type { Storage } from '@health-case/domain/ports/storage';
import { describe, expect, it } from 'vitest';
import { at, caseOf, keep, keepAccount, keepCase, nextId, taskOf } from './samples.ts';

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
    const closed = (task: ReturnType<typeof taskOf>, moment: number): ClosedTask => ({
      ...task,
      status: 'closed',
      closedAt: at(moment),
    });

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
