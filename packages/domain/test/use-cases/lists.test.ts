import { describe, expect, test } from 'vitest';
import { type Application, createApplication } from '../../src/application.ts';
import type { Pages } from '../../src/model/pages.ts';
import type { ChildId } from '../../src/model/values.ts';
import { ok, type Refusal, type Result } from '../../src/result.ts';
import { openClinicWithCase, type Who } from '../support/clinic.ts';
import { codeOf, listed, must, unknownId } from '../support/values.ts';

type Listing = Exclude<keyof Application & `${'list' | 'show'}${string}`, 'showCase'> | 'tasksOfCase';
type List = (input: object) => Promise<Result<Pages<unknown>, unknown>>;

/** A clinic whose every list goes on for ever. */
const openEndless = async (who: Who) => {
  const clinic = await openClinicWithCase();
  const during: { fetch?: () => Promise<unknown> } = {};
  // It takes a turn of the event loop, so that whoever reads on for ever is stopped by the test's time.
  const endless = async ({ size }: { readonly size: number }) => {
    await new Promise(setImmediate);
    await during.fetch?.();
    return Array.from({ length: size }, (_, nth) => ({ id: `entry-${nth}`, action: 'shown', isAvailable: true }));
  };
  const ofSomebody = (_: unknown, request: { readonly size: number }) => endless(request);
  const { read } = clinic.storage;
  const ofParents = async (id: ChildId) => {
    await during.fetch?.();
    return read.children.parents(id);
  };
  const lists = {
    accounts: { ...read.accounts, doctors: endless },
    assistants: { ...read.assistants, ofDoctor: ofSomebody },
    audit: { ...read.audit, aboutChild: ofSomebody },
    cases: { ...read.cases, ofDoctors: ofSomebody },
    children: { ...read.children, ofDoctor: ofSomebody, ofParent: ofSomebody, parents: ofParents },
    history: { ...read.history, ofCase: ofSomebody },
    tasks: { ...read.tasks, ofDoctors: ofSomebody, ofCase: ofSomebody },
  };
  const app = createApplication({ ...clinic, storage: { ...clinic.storage, read: { ...read, ...lists } as never } });
  const tasksOfCase = async (input: object) => {
    const shown = await app.showCase(input as never);
    return shown.ok ? ok(shown.value.tasks) : shown;
  };
  const calls = { ...app, tasksOfCase } as unknown as Record<Listing, List>;
  const { actor, session } = await clinic.logIn(clinic[who]);
  const ask = (list: Listing) => {
    const { caseId, childId, doctor } = clinic;
    const facts = { doctorId: doctor.id, caseId, childId, paging: {}, requestId: 'the request' };
    return calls[list]({ actor, session, ...facts });
  };
  /** Has read two pages. */
  const beginReading = async (list: Listing) => {
    const pages = must(await ask(list))[Symbol.asyncIterator]();
    for (let page = 0; page < 2; page += 1) expect((await pages.next()).done).toBe(false);
    return pages;
  };
  return { ...clinic, actor, ask, beginReading, during, session };
};

const LISTS: readonly (readonly [list: Listing, who: Who, unlinked: string])[] = [
  ['listDoctors', 'parent', ''],
  ['listAssistants', 'parent', ''],
  ['listDoctorsChildren', 'assistant', 'ROLE_NOT_ALLOWED'],
  ['listOwnChildren', 'parent', ''],
  ['listCases', 'assistant', ''],
  ['listTasks', 'assistant', 'ROLE_NOT_ALLOWED'],
  ['listAccess', 'parent', ''],
  ['showHistory', 'assistant', 'CASE_NOT_FOUND'],
  ['tasksOfCase', 'assistant', 'CASE_NOT_FOUND'],
];

describe('a list continues only while its reader may read it', () => {
  test.each(LISTS)('%s: not after a logout, nor to an assistant who was unlinked', async (list, who, unlinked) => {
    const { app, assistant, beginReading, doctor, session } = await openEndless(who);
    const [pages, others] = [await beginReading(list), await beginReading(list)];
    must(await app.unlinkAssistant({ actor: doctor, doctorId: doctor.id, assistantId: assistant.id }));
    const next = pages.next();
    if (unlinked) await expect(next).rejects.toMatchObject({ refusal: { code: unlinked } });
    else expect((await next).done).toBe(false);
    await app.logOut({ session });
    await expect(others.next()).rejects.toMatchObject({ refusal: { code: 'SESSION_INVALID' } });
  });

  test.each<[Listing, string]>([
    ['showHistory', 'CASE_NOT_FOUND'],
    ['tasksOfCase', 'CASE_NOT_FOUND'],
  ])('%s: not for the doctor who has handed over the case, nor for their assistant (D-32)', async (list, code) => {
    for (const who of ['doctor', 'assistant'] as const) {
      const { app, beginReading, caseId, doctor, otherDoctor } = await openEndless(who);
      const pages = await beginReading(list);
      must(await app.handOverCase({ actor: doctor, caseId, doctorId: otherDoctor.id }));
      await expect(pages.next()).rejects.toMatchObject({ refusal: { code } });
    }
  });

  test.each<[Listing, string]>([
    ['showHistory', 'CASE_NOT_FOUND'],
    ['tasksOfCase', 'CASE_NOT_FOUND'],
    ['listAccess', 'CHILD_NOT_FOUND'],
  ])('%s: not for a parent who was removed (D-33)', async (list, code) => {
    const { beginReading, childId, otherParent, parent, storage } = await openEndless('parent');
    const pages = await beginReading(list);
    await storage.write(async ({ children }) => {
      await children.addParent(childId, otherParent.id);
      return ok(await children.removeParent(childId, parent.id));
    });
    await expect(pages.next()).rejects.toMatchObject({ refusal: { code } });
  });

  test.each<[Listing, Who, string]>([
    ['listDoctorsChildren', 'assistant', 'ROLE_NOT_ALLOWED'],
    ['showHistory', 'assistant', 'CASE_NOT_FOUND'],
    ['tasksOfCase', 'assistant', 'CASE_NOT_FOUND'],
    ['listAccess', 'parent', 'CHILD_NOT_FOUND'],
    ['listParents', 'parent', 'CHILD_NOT_FOUND'],
  ])('%s: nor begins for somebody who loses the right while the first page is read', async (list, who, code) => {
    const { app, ask, assistant, childId, doctor, during, otherParent, parent, storage } = await openEndless(who);
    during.fetch = async () => {
      delete during.fetch;
      await app.unlinkAssistant({ actor: doctor, doctorId: doctor.id, assistantId: assistant.id });
      await storage.write(async ({ children }) => {
        await children.addParent(childId, otherParent.id);
        return ok(await children.removeParent(childId, parent.id));
      });
    };
    expect(codeOf((await ask(list)) as Result<unknown, Refusal>)).toBe(code);
  });

  test('the rule is asked again for each further page, without reading another', async () => {
    const { beginReading, during } = await openEndless('assistant');
    let fetched = 0;
    during.fetch = async () => {
      fetched += 1;
    };
    await beginReading('showHistory');
    expect(fetched).toBe(2);
  });

  test('not after the session has outlived its time, which reading on does not prolong', async () => {
    const { beginReading, clock, rules } = await openEndless('parent');
    const pages = await beginReading('listOwnChildren');
    clock.advance(rules.sessionLifetimes.idle - 1);
    expect((await pages.next()).done).toBe(false);
    clock.advance(1);
    await expect(pages.next()).rejects.toMatchObject({ refusal: { code: 'SESSION_INVALID' } });
  });
});

test('a list shows to each what is theirs, and nothing of an unknown doctor (D-19, D-23)', async () => {
  const clinic = await openClinicWithCase();
  const { app, caseOf, childOf, doctor, otherDoctor, otherParent, parent } = clinic;
  const caseId = await caseOf(await childOf(otherParent, 'Cora'), doctor);
  await caseOf(await childOf(otherParent, 'Dana'), otherDoctor);
  const childrenFor = async (who: Who, doctorId = doctor.id) => {
    const outcome = await app.listDoctorsChildren({ actor: clinic[who], doctorId, paging: {} });
    return outcome.ok ? (await listed(Promise.resolve(outcome))).length : outcome.refusal.code;
  };
  const seen = (['doctor', 'assistant', 'parent', 'otherParent', 'otherDoctor', 'otherAssistant'] as const).map((who) =>
    childrenFor(who),
  );
  expect(await Promise.all(seen)).toEqual([2, 2, 1, 1, 'ROLE_NOT_ALLOWED', 'ROLE_NOT_ALLOWED']);
  for (const doctorId of [unknownId<typeof doctor.id>(), parent.id]) {
    expect(await childrenFor('doctor', doctorId)).toBe('DOCTOR_NOT_FOUND');
    expect(await childrenFor('parent', doctorId)).toBe('DOCTOR_NOT_FOUND');
    expect(codeOf(await app.listAssistants({ doctorId, paging: {} }))).toBe('DOCTOR_NOT_FOUND');
  }
  const casesOf = async (who: Who) =>
    (await listed(app.listCases({ actor: clinic[who], paging: {} }))).map(({ id }) => id);
  expect(await casesOf('doctor')).toEqual([clinic.caseId, caseId]);
  expect(await casesOf('assistant')).toEqual([clinic.caseId, caseId]);
  expect(await casesOf('parent')).toEqual([clinic.caseId]);
});
