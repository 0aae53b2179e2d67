import { describe, expect, test } from 'vitest';
import { type Application, createApplication } from '../../src/application.ts';
import type { Pages } from '../../src/model/pages.ts';
import { ok, type Result } from '../../src/result.ts';
import { openClinicWithCase, type Who } from '../support/clinic.ts';
import { codeOf, entriesOf, must } from '../support/outcomes.ts';

type Listing = (app: Application, input: never) => Promise<Result<Pages<unknown>, unknown>>;

const listDoctors: Listing = (app, input) => app.listDoctors(input);
const listAssistants: Listing = (app, input) => app.listAssistants(input);
const listOwnChildren: Listing = (app, input) => app.listOwnChildren(input);
const listDoctorsChildren: Listing = (app, input) => app.listDoctorsChildren(input);
const listCases: Listing = (app, input) => app.listCases(input);
const showHistory: Listing = (app, input) => app.showHistory(input);
const showTasks: Listing = async (app, input) => ok(must(await app.showCase(input)).tasks);

/** A clinic whose every list goes on for ever. */
const openEndless = async (who: Who) => {
  const clinic = await openClinicWithCase();
  const endless = async ({ size }: { readonly size: number }) =>
    Array.from({ length: size }, (_, nth) => ({ id: `entry-${nth}` }));
  const ofSomebody = (_: unknown, request: { readonly size: number }) => endless(request);
  const { read } = clinic.storage;
  const lists = {
    accounts: { ...read.accounts, doctors: endless },
    assistants: { ...read.assistants, ofDoctor: ofSomebody },
    cases: { ...read.cases, ofAssistant: ofSomebody },
    children: { ...read.children, ofDoctor: ofSomebody, ofParent: ofSomebody },
    history: { ...read.history, ofCase: ofSomebody },
    tasks: { ...read.tasks, ofCase: ofSomebody },
  };
  const app = createApplication({ ...clinic, storage: { ...clinic.storage, read: { ...read, ...lists } as never } });
  const { actor, session } = await clinic.logIn(clinic[who]);
  /** Has read two pages. */
  const beginReading = async (list: Listing) => {
    const facts = { doctorId: clinic.doctor.id, caseId: clinic.caseId, paging: {}, requestId: 'the request' };
    const pages = must(await list(app, { actor, session, ...facts } as never))[Symbol.asyncIterator]();
    for (let page = 0; page < 2; page += 1) expect((await pages.next()).done).toBe(false);
    return pages;
  };
  return { ...clinic, actor, session, beginReading };
};

const LISTS: readonly (readonly [name: string, who: Who, list: Listing, unlinked: string])[] = [
  ['doctors', 'parent', listDoctors, ''],
  ["a doctor's assistants", 'parent', listAssistants, ''],
  ["a doctor's children", 'assistant', listDoctorsChildren, 'ROLE_NOT_ALLOWED'],
  ['own children', 'parent', listOwnChildren, ''],
  ['cases', 'assistant', listCases, ''],
  ['history', 'assistant', showHistory, 'CASE_NOT_FOUND'],
  ['tasks of a case', 'assistant', showTasks, 'CASE_NOT_FOUND'],
];

describe('a list continues only while its reader may read it', () => {
  test.each(LISTS)('%s: not after a logout, nor to an assistant who was unlinked', async (_, who, list, unlinked) => {
    const { app, assistant, beginReading, doctor, session } = await openEndless(who);
    const [pages, others] = [await beginReading(list), await beginReading(list)];
    must(await app.unlinkAssistant({ actor: doctor, doctorId: doctor.id, assistantId: assistant.id }));
    const next = pages.next();
    if (unlinked) await expect(next).rejects.toMatchObject({ refusal: { code: unlinked } });
    else expect((await next).done).toBe(false);
    await app.logOut({ session });
    await expect(others.next()).rejects.toMatchObject({ refusal: { code: 'SESSION_INVALID' } });
  });

  test('not after the session has outlived its time, which reading on does not prolong', async () => {
    const { beginReading, clock, sessionLifetimes } = await openEndless('parent');
    const pages = await beginReading(listOwnChildren);
    clock.advance(sessionLifetimes.idle - 1);
    expect((await pages.next()).done).toBe(false);
    clock.advance(1);
    await expect(pages.next()).rejects.toMatchObject({ refusal: { code: 'SESSION_INVALID' } });
  });

  test('a list of one page is not checked twice', async () => {
    const clinic = await openClinicWithCase();
    const caller = await clinic.logIn(clinic.parent);
    const outcome = await createApplication(clinic).listOwnChildren({ ...caller, requestId: 'request', paging: {} });
    await clinic.app.logOut(caller);
    expect(codeOf(await clinic.app.resumeSession(caller.token))).toBe('SESSION_INVALID');
    expect(await entriesOf(must(outcome))).toHaveLength(1);
  });
});
