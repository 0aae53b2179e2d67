import { randomBytes } from 'node:crypto';
import {
  account,
  at,
  caseOf,
  child,
  closed,
  keep,
  keepAccount,
  mailOf,
  nextId,
  taskOf,
} from '@health-case/domain/contracts/storage/samples';
import type { CodeDigest } from '@health-case/domain/model/account';
import { certificationFor, issue, type OngoingCase } from '@health-case/domain/model/case';
import type { BirthDate } from '@health-case/domain/model/child';
import type { EmailAddress } from '@health-case/domain/model/email';
import type { PersonName, Reason, Statement, Title } from '@health-case/domain/model/values';
import type { Storage } from '@health-case/domain/ports/storage';
import { utcCalendar } from '../../../domain/test/support/calendar.ts';

export const unique = () => randomBytes(9).toString('hex');

/** Words that stand nowhere else: those stored in the clear, those that were until a correction, and encrypted ones. */
type Words = { readonly clear: () => string; readonly former: () => string; readonly encrypted: () => string };

const names = (word: () => string) => ({ firstName: word() as PersonName, lastName: word() as PersonName });

/** A child with every free text such a word, also those that were changed since. */
const keepMarked = async (storage: Storage, words: Words) => {
  const [doctor, parent] = [await keepAccount(storage, 'Doc'), await keepAccount(storage, 'Par')];
  const facts = { ...child(words.encrypted().slice(0, 16)), ...names(words.former) };
  const marked = { ...facts, birthDate: words.clear() as string as BirthDate };
  await keep(storage, async ({ children, cases, joinCodes, mails }) => {
    await children.insert(marked, parent.id);
    const invitation = { childId: marked.id, invitedBy: parent.id };
    const [email, digest] = [words.clear() as EmailAddress, words.clear() as CodeDigest];
    await joinCodes.save({ ...invitation, digest, email, expiresAt: at(9) });
    await mails.insert(mailOf({ kind: 'parent invited', to: words.clear() as EmailAddress, invitation }));
    for (let number = 0; number < 3; number += 1) {
      const facts = { ...caseOf(marked, doctor.id), title: words.encrypted() as Title };
      await cases.insert(facts);
    }
  });
  const whole = { after: undefined, size: 3 };
  for (const { certification: _, ...facts } of await storage.read.cases.ofDoctors([doctor.id], whole)) {
    if (facts.status === 'ongoing') await keepMarkedParts(storage, facts, words);
  }
  await keep(storage, ({ children }) => children.correct({ ...marked, ...names(words.clear) }));
  return marked;
};

const keepMarkedParts = (storage: Storage, facts: OngoingCase, { clear, encrypted: words }: Words) =>
  keep(storage, async ({ cases, tasks, certifications, history }) => {
    const { doctorId, openedAt } = facts;
    for (let count = 0; count < 5; count += 1) await tasks.insert({ ...taskOf(facts), title: words() as Title });
    const task = { ...taskOf(facts), title: words() as Title };
    await tasks.insert(task);
    const requested = certificationFor(closed(task), nextId(), doctorId, openedAt);
    await certifications.insertOnce(requested);
    const decision = {
      actor: account('Doc', { id: doctorId }),
      child: { ...names(clear), birthDate: clear() as string as BirthDate },
      statement: words() as Statement,
    };
    const issued = issue(requested, openedAt, decision, utcCalendar);
    if (issued.ok) await certifications.save(issued.value);
    const event = { caseId: facts.id, by: doctorId, at: openedAt, action: 'case reopened', to: undefined } as const;
    await history.append({ ...event, id: nextId(), reason: words().repeat(20) as Reason });
    await cases.save({ ...facts, status: 'finished', finishedAt: openedAt });
  });

/** One marked child among others, before and behind it, and its words. */
export const keepMarkedAmongOthers = async (storage: Storage) => {
  const [clear, former, encrypted]: [string[], string[], string[]] = [[], [], []];
  const into = (words: string[]) => () => words[words.push(unique()) - 1] as string;
  const others = { clear: unique, former: unique, encrypted: unique };
  for (let before = 0; before < 8; before += 1) await keepMarked(storage, others);
  const { id } = await keepMarked(storage, { clear: into(clear), former: into(former), encrypted: into(encrypted) });
  for (let after = 0; after < 8; after += 1) await keepMarked(storage, others);
  return { id, clear, former, encrypted };
};
