import { describe, expect, test } from 'vitest';
import { type Application, createApplication } from '../../src/application.ts';
import type { Pages } from '../../src/model/request-options.ts';
import { ok, type Result } from '../../src/result.ts';
import { openClinicWithCase, type Who } from '../support/clinic.ts';
import { must } from '../support/outcomes.ts';

const call = { requestId: 'the request' };

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
    cases: { ...read.cases, ofAssistant: ofSomebody, ofParent: ofSomebody },
    children: { ...read.children, ofDoctor: ofSomebody, ofParent: ofSomebody },
    history: { ...read.history, ofCase: ofSomebody },
    tasks: { ...read.tasks, ofCase: ofSomebody },
  };
  const app = createApplication({ ...clinic, storage: { ...clinic.storage, read: { ...read, ...lists } as never } });
  return { ...clinic, ...(await clinic.logIn(clinic[who])), endless: app };
};

type Endless = Awaited<ReturnType<typeof openEndless>>;
type Listing = (app: Application, input: never) => Promise<Result<Pages<unknown>, unknown>>;

const ownChildren: Listing = (app, input) => app.listOwnChildren(input);
const doctorsChildren: Listing = (app, input) => app.listDoctorsChildren(input);
const history: Listing = (app, input) => app.showHistory(input);
const tasks: Listing = async (app, input) => ok(must(await app.showCase(input)).tasks);

const LISTS: readonly (readonly [name: string, who: Who, list: Listing])[] = [
  ['doctors', 'parent', (app, input) => app.listDoctors(input)],
  ["a doctor's assistants", 'parent', (app, input) => app.listAssistants(input)],
  ["a doctor's children", 'assistant', doctorsChildren],
  ['own children', 'parent', ownChildren],
  ['cases', 'assistant', (app, input) => app.listCases(input)],
  ['history', 'assistant', history],
  ['tasks of a case', 'assistant', tasks],
];

/** Has read two pages. */
const beginReading = async ({ endless, actor, session, doctor, caseId }: Endless, list: Listing) => {
  const input = { actor, session, doctorId: doctor.id, caseId, paging: {}, ...call };
  const pages = must(await list(endless, input as never))[Symbol.asyncIterator]();
  for (let page = 0; page < 2; page += 1) expect((await pages.next()).done).toBe(false);
  return pages;
};

describe('a list continues only while its reader may read it', () => {
  test.each(LISTS)('%s: not after a logout', async (_, who, list) => {
    const clinic = await openEndless(who);
    const pages = await beginReading(clinic, list);
    await clinic.app.logOut({ session: clinic.session });
    await expect(pages.next()).rejects.toMatchObject({ refusal: { code: 'SESSION_INVALID' } });
  });

  test.each([
    ["a doctor's children", doctorsChildren, 'ROLE_NOT_ALLOWED'],
    ['history', history, 'CASE_NOT_FOUND'],
    ['tasks of a case', tasks, 'CASE_NOT_FOUND'],
  ])('%s: not to an assistant who was unlinked', async (_, list, code) => {
    const clinic = await openEndless('assistant');
    const pages = await beginReading(clinic, list);
    const { doctor, assistant } = clinic;
    must(await clinic.app.unlinkAssistant({ actor: doctor, doctorId: doctor.id, assistantId: assistant.id }));
    await expect(pages.next()).rejects.toMatchObject({ refusal: { code } });
  });

  test('not after the session has outlived its time, which reading on does not prolong', async () => {
    const clinic = await openEndless('parent');
    const pages = await beginReading(clinic, ownChildren);
    clinic.clock.advance(clinic.sessionLifetimes.idle - 1);
    expect((await pages.next()).done).toBe(false);
    clinic.clock.advance(1);
    await expect(pages.next()).rejects.toMatchObject({ refusal: { code: 'SESSION_INVALID' } });
  });

  test('a list of one page is not checked twice', async () => {
    const clinic = await openClinicWithCase();
    const caller = await clinic.logIn(clinic.parent);
    const outcome = await createApplication(clinic).listOwnChildren({ ...caller, ...call, paging: {} });
    await clinic.app.logOut(caller);
    const pages = must(outcome)[Symbol.asyncIterator]();
    expect((await pages.next()).value).toHaveLength(1);
    expect((await pages.next()).done).toBe(true);
  });
});
