import { randomBytes } from 'node:crypto';
import {
  caseOf,
  child,
  closed,
  keep,
  keepAccount,
  nextId,
  taskOf,
} from '@health-case/domain/contracts/storage/samples';
import { certify, issue } from '@health-case/domain/model/case';
import type { BirthDate } from '@health-case/domain/model/child';
import type { PersonName, Reason, Statement, Title } from '@health-case/domain/model/values';
import type { Storage } from '@health-case/domain/ports/storage';

export const unique = () => randomBytes(9).toString('hex');

/** A child with every free text a word that stands nowhere else, also those that were changed since. */
const keepMarked = async (storage: Storage, words: () => string) => {
  const [doctor, parent] = [await keepAccount(storage, 'Doc'), await keepAccount(storage, 'Par')];
  const facts = child(parent.id, words().slice(0, 16));
  const names = { firstName: words() as PersonName, lastName: words() as PersonName };
  const marked = { ...facts, ...names, birthDate: words() as string as BirthDate };
  await keep(storage, async ({ children, cases, tasks, certifications, history }) => {
    await children.insert(marked);
    for (let number = 0; number < 3; number += 1) {
      const facts = { ...caseOf(marked, doctor.id), title: words() as Title };
      await cases.insert(facts);
      for (let count = 0; count < 5; count += 1) await tasks.insert({ ...taskOf(facts), title: words() as Title });
      const task = { ...taskOf(facts), title: words() as Title };
      await tasks.insert(task);
      const requested = certify(closed(task), nextId(), doctor.id, facts.openedAt);
      await certifications.insertOnce(requested);
      const issued = issue(requested, facts.openedAt, { statement: words() as Statement });
      if (issued.ok) await certifications.save(issued.value);
      const event = { caseId: facts.id, by: doctor.id, at: facts.openedAt, action: 'case reopened' } as const;
      await history.append({ ...event, id: nextId(), reason: words().repeat(20) as Reason });
      await cases.save({ ...facts, status: 'finished', finishedAt: facts.openedAt });
    }
  });
  return marked;
};

/** One marked child among 60 others, and its words. The first is its number, which is nowhere in the clear. */
export const keepMarkedAmongOthers = async (storage: Storage) => {
  const written: string[] = [];
  const words = () => written[written.push(unique()) - 1] as string;
  for (let before = 0; before < 30; before += 1) await keepMarked(storage, unique);
  const { id } = await keepMarked(storage, words);
  for (let after = 0; after < 30; after += 1) await keepMarked(storage, unique);
  return { id, written };
};
