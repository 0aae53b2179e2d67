import { Secret, TOTP } from 'otpauth';
import { expect, it } from 'vitest';
import { FORMS, PAGES } from '../src/pages/all.ts';
import { addPasskey, asManager, openClinic } from './support/clinic.ts';
import { openPortal, PASSWORD } from './support/portal.ts';
import type { Page, Visitor } from './support/visitor.ts';

/** Whoever begins at the start comes by links to every page: nobody types an address. */

const portal = openPortal();

const PATHS = [...new Set([...PAGES, ...FORMS].map(({ path }) => path))];

/** To what no link leads, and what does. */
const NOT_LINKED: Readonly<Record<string, string>> = {
  '/account/email/confirm': 'the form before it',
  '/account/factor/codes': 'the form before it, and that which makes new ones',
  '/account/factor/confirm': 'the form before it',
  '/language/en': 'a link, where another language is shown',
  '/account/passkeys/add': 'the form before it',
  '/manage/import/:import': 'an import, of which there is none',
  '/manage/import/:import/close': 'an import, of which there is none',
  '/manage/import/:import/commit': 'an import, of which there is none',
  '/manage/import/:import/invite': 'an import, of which there is none',
  '/manage/import/:import/report': 'an import, of which there is none',
  '/manage/import/:import/rows/:row': 'an import, of which there is none',
  '/manage/import/:import/stop': 'an import, of which there is none',
  '/manage/import/template/de': 'the list in that language',
  '/manage/import/template/fr': 'the list in that language',
  '/manage/import/template/nl': 'the list in that language',
  '/account/phrases/:phrase/first': 'a button beside the phrase',
  '/manage/phrases/:shared/first': 'a button beside the phrase',
  '/address': 'a link in a mail',
  '/account/unreached': 'the start, for whom a mail did not reach',
  '/new-cases': 'the next page of what is new',
  '/account/waiting': 'who is not confirmed',
  '/account/data/all': 'the form before it',
  '/account/data/file': 'the form before it',
  '/invited': 'a mail',
  '/practice/children/:id/paper/code': 'the form before it',
  '/setup': 'a link that the operator gives',
  '/setup/own': 'a link that the operator gives',
  '/sign-in/code': 'the form before it',
  '/sign-in/passkey/answer': 'the form before it',
  '/tasks/:id/certificate/:certificate': 'the form before it',
  '/tasks/:id/certificate/:certificate/withdraw': 'the page of the certificate',
  '/to-confirm': 'the next page of what is to be confirmed',
  '/to-correct': 'the next page of what is to be issued anew',
};

/** In which something is in every state that has a page of its own. */
const openAll = async () => {
  const { people, ids } = await openClinic(portal);
  const { before, by } = portal;
  const { childId } = ids;
  const { parent, doctor, manager, otherDoctor, otherParent } = people;
  const open = (title: string) => before.caseOpened(parent, childId, doctor, title);
  const reason = { kind: 'reason', text: 'A slip' };
  await by(doctor).addPhrase(reason);
  await by(asManager(manager)).addPhrase({ ...reason, isOfPractice: true });
  await open('Without a task');
  const ofOpen = await open('Open task');
  await before.taskAdded(doctor, ofOpen);
  await by(parent).writeNote({ caseId: ofOpen, text: 'Still coughing' });
  await by(parent).wishCertificate({ about: { caseId: ofOpen }, purpose: 'School trip' });
  await before.taskClosed(doctor, await open('Closed task'));
  await before.certificateRequested(parent, doctor, await open('Requested'));
  await by(doctor).finishCase({ caseId: await open('Finished') });
  await by(parent).inviteParent({ childId, email: 'eve@example.org' });
  // What was issued is then to be confirmed.
  await by(parent).correctChild({ childId, firstName: 'Nora' });
  // Without a parent, with a code on paper, and with a parent who has joined by it.
  const enter = async (firstName: string) => {
    const entering = { firstName, lastName: 'Holm', doctorId: doctor.account.id, title: 'Cough' };
    return (await by(doctor).enterChild(entering)).childId;
  };
  const print = (of: string) => by(doctor).makePaperCode({ childId: of });
  await by(doctor).invitePatientsParent({ childId: await enter('Ada'), email: 'ada@example.org' });
  await print(await enter('Ben'));
  const { code } = await print(await enter('Cleo'));
  await by(otherParent).joinChild({ code });
  // Of staff each in another state.
  await by(manager).inviteStaff({ email: 'nina@example.org', role: 'Ast' });
  await by(manager).giveAddress({ id: people.formerAssistant.account.id, email: 'new@example.org' });
  await by(manager).makeManager({ id: otherDoctor.account.id });
  await by(manager).disableStaff({ id: people.otherAssistant.account.id });
  await addPasskey(otherDoctor);
  const { open: openPage, send } = otherParent;
  await openPage('/account/factor');
  const [secret = ''] = /[A-Z2-7]{32}/.exec((await send({ password: PASSWORD })).text) ?? [];
  await send({ otp: new TOTP({ secret: Secret.fromBase32(secret) }).generate() });
  return people;
};

/** The page or form at an address: one without an id in it comes first. */
const byLength = PATHS.toSorted((one, other) => one.split(':').length - other.split(':').length);
const formOf = new Map(PATHS.map((path) => [path, new RegExp(`^${path.replaceAll(/:\w+/g, '[^/]+')}$`)]));
const pathOf = (address: string): string | undefined =>
  byLength.find((path) => formOf.get(path)?.test(address.split('?')[0] ?? ''));

const isHere = (address: string): boolean => /^\/(?!\/)/.test(address);

/** Where its forms are sent: some buttons of a page are another form. */
const sentTo = ({ choices }: Page): readonly string[] => choices.map(({ value }) => value.split(' ')[0] ?? '');

/** Notes a page that leads to cases, or tasks, of several children: there is no id in its address. */
const CASE = ['/cases/:id', '/cases/:id/tasks/:task'];
const noteList = (lists: Set<string>, { path: address, links }: Page): void => {
  const path = pathOf(address) ?? '';
  if (!path.includes(':') && links.some((link) => CASE.includes(pathOf(link) ?? ''))) lists.add(path);
};

/** Of each page so many are opened: they may be in different states. */
const MOST = 12;

/** The places that each page leads to, from which nobody goes back. */
const PLACES = [
  '/account',
  '/cases',
  '/children',
  '/decisions',
  '/find',
  '/manage',
  '/practice/assistants',
  '/practice/children',
  '/register',
  '/sign-in',
  '/tasks',
];
/** A file is no page. */
const lacksWayBack = ({ path, html, choices, heading }: Page): boolean =>
  heading !== '' &&
  !PLACES.includes(pathOf(path) ?? '') &&
  !html.includes('govuk-back-link') &&
  !choices.some(({ text }) => text === 'Back');

const faultsOf = (address: string, page: Page): readonly string[] =>
  page.status >= 400 ? [`${address}: ${page.status}`] : lacksWayBack(page) ? [`${page.path}: no way back`] : [];

/** What somebody comes to from the start, links that lead nowhere, and pages without a way back. */
const walk = async (visitor: Visitor, lists: Set<string>) => {
  const opened = new Map<string, Set<string>>();
  const broken: string[] = [];
  const waiting = ['/'];
  for (let address = waiting.shift(); address !== undefined; address = waiting.shift()) {
    const path = pathOf(address);
    const known = opened.get(path ?? '') ?? new Set();
    if (path === undefined || known.has(address) || known.size >= MOST) continue;
    opened.set(path, known.add(address));
    // It would change all that follows.
    if (path.startsWith('/language/')) continue;
    const page = await visitor.open(address);
    broken.push(...faultsOf(address, page));
    for (const also of [page.path, ...sentTo(page)].flatMap((one) => pathOf(one) ?? [])) {
      if (!opened.has(also)) opened.set(also, new Set());
    }
    waiting.push(...page.links.filter(isHere));
    noteList(lists, page);
  }
  return { reached: [...opened.keys()], broken };
};

it('links lead from the start to every page and form, but to those that are listed with what leads there', async () => {
  const people = await openAll();
  const reached = new Set<string>();
  const broken: string[] = [];
  const lists = new Set<string>();
  for (const visitor of [
    portal.visitor(),
    people.parent,
    people.doctor,
    people.assistant,
    people.formerDoctor,
    people.otherParent,
    people.manager,
  ]) {
    const found = await walk(visitor, lists);
    for (const path of found.reached) reached.add(path);
    broken.push(...found.broken);
  }
  expect(broken).toEqual([]);
  expect(
    [...lists].filter((path) => ![...PAGES, ...FORMS].some((one) => one.path === path && one.isList)),
    'pages that lead to cases, and that a case does not lead back to',
  ).toEqual([]);
  expect(PATHS.filter((path) => !reached.has(path)).toSorted()).toEqual(Object.keys(NOT_LINKED).toSorted());
});

/** Lists that nobody comes back to, and whose they are. */
const OTHER_LISTS = [
  { path: '/practice/assistants', who: ['Doc'] },
  { path: '/manage/confirmations', who: 'manager' },
  { path: '/manage/import', who: 'manager' },
] as const;
/** Behind an id that nobody has, they begin again. */
const NOT_BY_IDS: readonly string[] = ['/find', '/manage/staff', '/practice/children', '/tasks'];

it('a page behind the last entry of a list does not say that the list is empty', async () => {
  const { people } = await openClinic(portal);
  // In each order, one of them stands behind all.
  const edges = ['00000000-0000-7000-8000-000000000000', 'ffffffff-ffff-7fff-bfff-ffffffffffff'];
  const endsBefore = async ({ open }: Visitor, path: string) => {
    const pages = await Promise.all(edges.map((after) => open(`${path}?after=${after}`)));
    return pages.some(({ text }) => text.includes('There is nothing more in this list.'));
  };
  const wrong: string[] = [];
  const lists = [...PAGES, ...FORMS].filter(({ path, isList }) => isList && !NOT_BY_IDS.includes(path));
  for (const { path, who } of [...lists, ...OTHER_LISTS])
    for (const name of ['doctor', 'assistant', 'parent', 'manager'] as const) {
      const { role } = people[name].account;
      const isTheirs = who === 'manager' ? name === who : who === 'member' || (who as readonly string[]).includes(role);
      if (isTheirs && !(await endsBefore(people[name], path))) wrong.push(`${path} of ${name}`);
    }
  expect(wrong).toEqual([]);
});
