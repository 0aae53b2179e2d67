import { randomUUID } from 'node:crypto';
import { ok } from '@health-case/domain/result';
import { beforeAll, describe, expect, it } from 'vitest';
import { FORMS, PAGES } from '../src/pages/all.ts';
import { addressOf, type Ids, looksOf, type Name, openClinicWithPaper, SECRETS, valuesFor } from './support/clinic.ts';
import { openPortal } from './support/portal.ts';
import { privacyFaults } from './support/privacy.ts';
import type { Page, Visitor } from './support/visitor.ts';

const portal = openPortal();

type Who = readonly (Name | 'nobody')[];

const PARENTS: Who = ['parent', 'second'];
const TEAM: Who = ['doctor', 'assistant'];
const INVOLVED: Who = [...PARENTS, ...TEAM];
const PARENTS_AND_DOCTOR: Who = [...PARENTS, 'doctor'];
const ALL_PARENTS: Who = [...PARENTS, 'formerParent', 'otherParent'];
const ALL_DOCTORS: Who = ['doctor', 'formerDoctor', 'otherDoctor'];
const STAFF: Who = [...ALL_DOCTORS, 'assistant', 'formerAssistant', 'otherAssistant', 'manager'];
const MEMBERS: Who = [...ALL_PARENTS, ...STAFF];
const ANYONE: Who = [...MEMBERS, 'nobody'];

/**
 * `sees`: who may open it. A form that shows nothing of its subject may be opened by the whole role. `does`: who may
 * send it about the clinic; none if it is about whoever sends it.
 */
type Right = { readonly sees: Who; readonly does?: Who };

const OWN: Right = { sees: MEMBERS };
const OF_CHILD: Right = { sees: PARENTS, does: PARENTS };
const OF_TEAM: Right = { sees: TEAM, does: TEAM };
const OF_DOCTOR: Right = { sees: ['doctor'], does: ['doctor'] };
const OF_PARENT: Right = { sees: ['parent'], does: ['parent'] };
const OF_MANAGER: Right = { sees: ['manager'], does: ['manager'] };

/** What any member changes of the own account, confirmed or not. */
const OWN_FORMS = FORMS.filter(({ who, needsProof }) => who === 'member' && !needsProof)
  .flatMap(({ path }) => (/^\/account\/[^:]*$/.test(path) ? path : []))
  .join(' ');

const each = (paths: string, right: Right) => Object.fromEntries(paths.split(' ').map((path) => [path, right]));
const below = (place: string, paths: string, right: Right) => each(paths.replaceAll(/\S+/g, `${place}/$&`), right);

const MANAGERS_PAGES = PAGES.flatMap(({ path }) => (/^\/manage[^:]*$/.test(path) ? path : [])).join(' ');

const OF_ROLE = { Doc: ALL_DOCTORS, Ast: STAFF.filter((name) => !ALL_DOCTORS.includes(name)), Par: ALL_PARENTS };
const declaredBy = ({ who }: (typeof PAGES)[number]): Who => {
  if (who === 'anyone') return ANYONE;
  if (who === 'member') return MEMBERS;
  return who === 'manager' ? ['manager'] : who.flatMap((role) => OF_ROLE[role]);
};
/** A page about nothing is seen by those of whom it says so. What it shows them, its calls decide. */
const OF_PAGES = Object.fromEntries(
  PAGES.filter(({ path }) => !path.includes(':')).map((page) => [page.path, { sees: declaredBy(page) }]),
);

/** D-19, D-20, D-23, D-26, D-28, D-31 to D-34, D-38. */
const RIGHTS: Readonly<Record<string, Right>> = {
  ...OF_PAGES,
  // Whatever they say of themselves.
  ...each(MANAGERS_PAGES, { sees: ['manager'] }),
  ...each('/decisions /practice/list', { sees: ALL_DOCTORS }),
  // It leads to where one signs in.
  '/': { sees: ANYONE },
  '/setup': { sees: ANYONE },
  '/setup/own': { sees: STAFF },
  ...each('/sign-in /sign-in/code /sign-in/passkey /sign-in/passkey/answer /sign-out', { sees: ANYONE }),
  ...each('/register /invited /forgotten /reset /address', { sees: ANYONE }),
  ...each(`${OWN_FORMS} /account/factor /account/factor/confirm /account/passkeys/new /account/passkeys/add`, OWN),
  ...below('/account', 'logins/:login logins/trusted/:device passkeys/:passkey/remove', OF_PARENT),

  ...each('/account/new-children /account/phrases/new/statement /account/phrases/new/reason', { sees: ALL_DOCTORS }),
  ...each('/practice/cover/new /practice/leaving /practice/assistants', { sees: ALL_DOCTORS }),
  '/account/phrases/:phrase/first': { sees: ALL_DOCTORS, does: ['doctor'] },
  ...below('/account/phrases/:phrase', 'statement reason remove', OF_DOCTOR),
  ...each('/practice/assistants/:id/remove /practice/children/:id/parents/:parentId/remove', OF_DOCTOR),
  ...each('/cases/:id/reopen /decisions/:id/issue /decisions/:id/reject', OF_DOCTOR),
  ...each('/issued/:id /issued/:id/revoke /tasks/:id/correct /tasks/:id/revoke', OF_DOCTOR),

  ...each('/children/new /join', { sees: ALL_PARENTS }),
  ...each('/children/:id /children/:id/access /children/:id/certificates', { sees: PARENTS }),
  '/cases/new': { sees: ALL_PARENTS, does: PARENTS },
  ...below('/children/:id', 'name birth-date birth-date/clear number number/clear certificate', OF_CHILD),
  ...below('/children/:id', 'parents parents/withdraw parents/:parentId/remove', OF_CHILD),
  // Of the parents, who asks.
  ...below('/cases/:id', 'certificate tasks/:task/withdraw', OF_CHILD),

  '/tasks': { sees: STAFF, does: TEAM },
  // Without tasks in its address, it is about none.
  '/tasks/undo': { sees: [], does: TEAM },
  '/practice/children/new': { sees: STAFF, does: ALL_DOCTORS },
  '/find': { sees: STAFF, does: STAFF },
  ...each('/practice/children/:id /practice/children/:id/paper/code', { sees: TEAM }),
  ...below('/practice', 'cases/new children/:id/paper children/:id/paper/withdraw', OF_TEAM),
  ...below('/practice/children/:id', 'correct invite withdraw', OF_TEAM),
  ...below('/cases/:id', 'title tasks/new finish refuse', OF_TEAM),
  ...below('/cases/:id/tasks/:task', 'title close reopen decline', OF_TEAM),

  ...each('/cases/:id /cases/:id/history /cases/:id/notes /cases/:id/tasks/:task', { sees: INVOLVED }),
  ...each('/cases/:id/notes/new /cases/:id/tasks/:task/request', { sees: INVOLVED, does: INVOLVED }),
  // By whoever has written it, and the doctor.
  '/cases/:id/notes/:note/error': { sees: INVOLVED, does: TEAM },
  '/tasks/:id/certificate/:certificate': { sees: PARENTS_AND_DOCTOR },
  // Of the parents, who has made it.
  ...each('/tasks/:id/certificate/:certificate/withdraw /tasks/:id/certificate /cases/:id/handover', {
    sees: PARENTS_AND_DOCTOR,
    does: PARENTS_AND_DOCTOR,
  }),
  // The doctor has asked the other one.
  '/covers/:cover/agree': { sees: ['formerDoctor'], does: ['formerDoctor'] },
  '/covers/:cover/end': { sees: ['doctor', 'formerDoctor', 'manager'], does: ['doctor', 'formerDoctor', 'manager'] },

  ...below('/manage', 'practice phrases/new/statement phrases/new/reason import/new', { sees: ['manager'] }),
  ...each('/manage/staff/:staff /manage/staff/:staff/cover', { sees: ['manager'] }),
  // Nobody has imported anything.
  ...each('/manage/import/:import /manage/import/:import/report /manage/import/:import/rows/:row', { sees: [] }),
  ...below('/manage/import/:import', 'commit stop invite close', { sees: [], does: [] }),
  ...below('/manage', 'invitations invitations/withdraw staff', OF_MANAGER),
  ...below('/manage/phrases/:shared', 'statement reason first remove', OF_MANAGER),
  ...below('/manage/confirmations', ':waitingId :waitingId/decline', OF_MANAGER),
  ...below('/manage/staff/:staff', 'cover/new cases address address/keep factor manager manager/end', OF_MANAGER),
  ...below('/manage/staff/:staff', 'enable disable assistants/new assistants/:assistant/remove', OF_MANAGER),
};

const PATHS = [...new Set([...PAGES, ...FORMS].map(({ path }) => path))];

/** Ids like those, which nothing has. */
const unknownLike = (ids: Ids): Ids => {
  const changed = Object.entries(ids).map(([name, id]) => [name, `${id.startsWith('1') ? '2' : '1'}${id.slice(1)}`]);
  return Object.fromEntries(changed) as Ids;
};

const leaksIn = ({ html, path }: Page): readonly string[] =>
  SECRETS.filter((secret) => html.includes(secret) || decodeURIComponent(path).includes(secret));

/** For want of a right: 409 says how something stands that one may see. */
const isRefusal = ({ status, path }: Page): boolean =>
  (status >= 400 && status !== 409) || path.startsWith('/sign-in?next=');

/** Somebody who asks, and the token that their own forms have. */
type Asking = {
  readonly name: Name | 'nobody';
  readonly visitor: Visitor;
  readonly token: string;
  readonly id: string;
};

/** Sends the last step of a form at once, with all that fits, as no page would. */
const sendAt = (path: string, ids: Ids, { visitor, token, id }: Asking): Promise<Page> => {
  const steps = FORMS.find((form) => form.path === path)?.steps.length ?? 1;
  const rest = { token, key: randomUUID(), step: String(steps - 1) };
  return visitor.send({ ...valuesFor(ids, id), ...rest }, { path: addressOf(path, ids) });
};

const replyOf = ({ status, text }: Page): string => `${status} ${text}`;
/** Most are the same to the letter, and need not be read. */
const isSame = (one: Page, other: Page): boolean =>
  (one.status === other.status && one.html === other.html) || replyOf(one) === replyOf(other);

/** D-40: managers take part in what runs the practice. */
const takesPart = (name: Name | 'nobody', path: string): boolean =>
  INVOLVED.includes(name) || (name === 'manager' && /^\/(manage|covers)\b/.test(path));
/** D-48: a manager reads the names and birth dates of children in the file that can be imported. */
const NAMES_CHILDREN = '/manage/import/children';

/** What is wrong with what somebody gets who opens a path. */
const openedAt = async (path: string, ids: Ids, { name, visitor }: Asking): Promise<readonly string[]> => {
  const maySee = RIGHTS[path]?.sees.includes(name);
  const opened = await visitor.open(addressOf(path, ids));
  const isWrong = maySee === isRefusal(opened);
  const faults = isWrong ? [`is ${maySee ? '' : 'not '}refused (${opened.status})`] : [];
  // D-40: nor does a manager read anything of a child by being one.
  if (name === 'manager' && path !== NAMES_CHILDREN) faults.push(...leaksIn(opened));
  if (maySee && (takesPart(name, path) || RIGHTS[path]?.does?.includes(name))) return faults;
  faults.push(...leaksIn(opened));
  if (!path.includes(':')) return faults;
  // Whoever has no part cannot find out, either, that there is such a case, task or child.
  const nothing = await visitor.open(addressOf(path, unknownLike(ids)));
  return [...faults, ...(isSame(opened, nothing) ? [] : [`${replyOf(opened)} ≠ ${replyOf(nothing)}`])];
};

/** What is wrong with what somebody gets who sends a form without the right. */
const sentAt = async (path: string, ids: Ids, asking: Asking): Promise<readonly string[]> => {
  const { does } = RIGHTS[path] ?? {};
  if (!does || does.includes(asking.name)) return [];
  const sent = await sendAt(path, ids, asking);
  // Refused for its fields, it would tell nothing of the right.
  const isByRight = sent.status !== 400 && isRefusal(sent);
  const faults = isByRight ? [] : [`is not refused by right (${sent.status} ${sent.path})`];
  const nothing = takesPart(asking.name, path) ? sent : await sendAt(path, unknownLike(ids), asking);
  const isTold = !isSame(sent, nothing);
  const leaks = RIGHTS[path]?.sees.includes(asking.name) ? [] : leaksIn(sent);
  return [...faults, ...leaks, ...(isTold ? [`${replyOf(sent)} ≠ ${replyOf(nothing)}`] : [])];
};

it('every form, and every page about something, has its rights in this file', () => {
  expect(Object.keys(RIGHTS).toSorted()).toEqual(PATHS.toSorted());
});

/** D-28: what the portal takes of an account whose address is proven alone. It takes all other forms of any. */
const TAKEN_WHEN_PROVEN =
  '/children/new /children/:id/parents /children/:id/certificate /cases/:id/certificate /cases/new /practice/cases/new /practice/children/new /practice/children/:id/invite /practice/children/:id/paper /account/factor /account/factor/confirm /account/passkeys/new /account/passkeys/add /manage/invitations /manage/import/new /manage/import/:import/commit /manage/import/:import/invite';

it('these forms of a member alone take a proven address (D-28)', () => {
  const proven = FORMS.filter(({ who, needsProof }) => who !== 'anyone' && needsProof !== undefined);
  expect(proven.map(({ path }) => path).toSorted()).toEqual(TAKEN_WHEN_PROVEN.split(' ').toSorted());
});

/** D-40: besides what strangers may open. */
const OF_UNCONFIRMED = [
  `/account ${OWN_FORMS} /account/factor /account/factor/confirm /account/factor/codes`,
  '/account/passkeys /account/passkeys/new /account/passkeys/add /account/passkeys/:passkey/remove',
  '/account/access /account/unreached /account/waiting /setup/own',
  '/account/data/all /account/data/file /account/logins /account/logins/:login /account/logins/trusted/:device',
].join(' ');
const confirming = openPortal({ registration: 'confirmed' });

it('a doctor who is not confirmed has the own account, and is told everywhere else who confirms it (D-40)', async () => {
  const doctor = await confirming.member('Doc');
  expect((await doctor.open('/')).path).toBe('/account/waiting');
  const ofAnyone = [...PAGES, ...FORMS].filter(({ who }) => who === 'anyone').map(({ path }) => path);
  const opened: string[] = [];
  for (const path of PATHS.filter((one) => !ofAnyone.includes(one))) {
    const page = await doctor.open(path.replace(/:\w+/g, randomUUID()));
    const isOpen = path === '/account/waiting' || page.path !== '/account/waiting';
    if (isOpen) opened.push(path);
  }
  expect(opened.toSorted()).toEqual(OF_UNCONFIRMED.split(' ').toSorted());
  expect(doctor.page().text).not.toContain('Find a child');
  expect((await doctor.open('/language/de')).text).toContain('Ihr Konto wartet auf die Bestätigung');
  await confirming.ports().storage.write(async ({ accounts }) => {
    return ok(await accounts.setConfirmed(doctor.account.id, 'manager'));
  });
  expect((await doctor.open('/account/waiting')).path).toBe('/decisions');
});

describe('in a clinic', () => {
  let clinic: Awaited<ReturnType<typeof openClinicWithPaper>>;
  let before: readonly string[];
  beforeAll(async () => {
    clinic = await openClinicWithPaper(portal);
    before = await looksOf(clinic.people, clinic.ids);
  });

  it.each(ANYONE)('%s opens and sends what they may, and finds out nothing else', async (name) => {
    const { people, ids } = clinic;
    const visitor = name === 'nobody' ? portal.visitor() : people[name];
    const id = name === 'nobody' ? randomUUID() : people[name].account.id;
    const asking = { name, visitor, token: (await visitor.hidden()).token, id };
    const faults: string[] = [];
    for (const path of PATHS) {
      // The pages that choose a language would otherwise change all others.
      visitor.cookies.delete('portal-language');
      const found = [...(await openedAt(path, ids, asking)), ...(await sentAt(path, ids, asking))];
      faults.push(...found.map((fault) => `${path}: ${fault}`));
    }
    visitor.cookies.delete('portal-language');
    expect(faults).toEqual([]);
  });

  it('nobody has changed anything by that, and what is secret is there to be read', async () => {
    const { people, ids } = clinic;
    expect(await looksOf(people, ids)).toEqual(before);
    const told = ({ html, headers }: Page) => JSON.stringify([[...headers], html]);
    const replies = Map.groupBy(portal.replies, told).values();
    expect([...replies].flatMap(([reply]) => (reply ? privacyFaults(reply, SECRETS) : []))).toEqual([]);
    const task = addressOf('/cases/:id/tasks/:task', ids);
    for (const name of ['parent', 'doctor'] as const) expect(leaksIn(await people[name].open(task))).not.toEqual([]);
  });
});
