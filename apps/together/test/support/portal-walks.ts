import { LANGUAGES } from '@health-case/domain/model/account';
import { rowIdOf } from '@health-case/domain/model/import';
import { FORMS, PAGES } from '@health-case/portal/pages/all';
import type { WalkedPage } from './firefox.ts';
import { type Clinic, oneTimePassword, PASSWORD, type Person } from './portal-clinic.ts';

/** What is typed into the form of a page. `go`: the button that sends it, where it is not the form's own. */
export type Typed = Readonly<Record<string, string>>;
type Sent = Typed | ((page: WalkedPage) => Promise<Typed>);

export type Asked = { readonly method: 'GET' | 'POST'; readonly headers: Readonly<Record<string, string>> };

/** From one page on, over those that its forms lead to. Every page on the way is looked at. */
export type Walk = {
  readonly as: Person;
  readonly at: string;
  readonly sends?: readonly Sent[];
  /** At the portal that asks for invitations, and at which some calls fail. */
  readonly isBroken?: true;
  /** How the first page is asked for, if not as a browser does there. */
  readonly asked?: Asked;
};

/** What the app says that has the secret on the page. */
const fromApp = async (page: WalkedPage): Promise<Typed> => ({
  otp: oneTimePassword(await page.evaluate<string>("document.querySelector('.portal-code').textContent")),
});

/** An id that was never given out. */
const NOBODY = '01890000-0000-7000-8000-000000000000';
const NOTHING: Sent = {};
const WRONG = 'wrong-and-wrong';
const LONG_ADDRESS = 'somebody.with-a-long-address-without-a-space@example.org';
const TOO_LONG = 'x'.repeat(501);

/** The same sent empty, then right. */
const afterNothing = (...sends: readonly Sent[]): readonly Sent[] => [NOTHING, ...sends];

/** By whom a path is walked from, and what is sent there. */
type Start = (path: string) => Walk;
const by =
  (as: Person, ...sends: readonly Sent[]): Start =>
  (at) => ({ as, at, sends });
const from =
  (at: string, ...given: Parameters<typeof by>): Start =>
  () =>
    by(...given)(at);
type Starts = Readonly<Record<string, readonly Start[]>>;
const each = (paths: string, ...starts: readonly Start[]): Starts =>
  Object.fromEntries(paths.split(' ').map((path) => [path, starts]));

const ofAccounts = ({ emails }: Clinic): Starts => ({
  ...each(LANGUAGES.map((name) => `/language/${name}`).join(' ')),
  '/sign-in': [by('stranger', ...afterNothing({ email: emails.parent, password: WRONG }))],
  '/sign-in/code': [
    from(
      '/sign-in',
      'stranger',
      { email: emails.guarded, password: PASSWORD },
      ...afterNothing({ sixDigits: '000000' }),
    ),
    by('stranger'),
  ],
  '/register': [
    by(
      'stranger',
      ...afterNothing({ role: 'Doc' }),
      ...afterNothing({ firstName: 'Noor', lastName: 'Jansen' }),
      ...afterNothing({ email: emails.parent, newPassword: 'password' }),
    ),
    (at) => ({
      as: 'stranger',
      at,
      sends: [{ role: 'Doc' }, ...afterNothing({ firstName: 'Noor', lastName: 'Jansen', invitation: WRONG }), NOTHING],
      isBroken: true,
    }),
  ],
  ...each('/sign-in/passkey /forgotten', by('stranger', NOTHING)),
  '/reset': [by('stranger', ...afterNothing({ code: WRONG, newPassword: PASSWORD }))],
  '/invited': [by('stranger', NOTHING, { code: WRONG })],
  '/address': [by('stranger', { code: WRONG, answer: 'mine' })],

  '/sign-out': [by('parent')],
  '/account': [by('parent'), from('/account?done=saved', 'guarded')],
  '/account/waiting': [by('unconfirmed')],
  '/account/access': [by('parent'), by('doctor')],
  '/account/name': [by('parent', { firstName: '' })],
  '/account/data': [
    by('parent', ...afterNothing({ password: PASSWORD })),
    by('guarded', NOTHING),
    by('doctor', { password: PASSWORD }),
  ],
  '/account/data/file': [],
  '/account/close': [by('parent', ...afterNothing({ password: WRONG })), by('doctor', { password: PASSWORD })],
  '/account/phrases/new/statement': [by('doctor', ...afterNothing({ phrase: 'Fit for sports' }))],
  '/account/phrases/new/reason': [by('doctor', ...afterNothing({ phrase: 'A slip of the pen' }))],
  ...each(
    ['statement', 'reason', 'first', 'remove'].map((what) => `/account/phrases/:phrase/${what}`).join(' '),
    by('doctor'),
  ),
  '/account/password': [by('parent', NOTHING)],
  '/account/email': [by('parent', { email: emails.parent, password: WRONG })],
  '/account/email/confirm': [by('parent', { code: WRONG })],
  '/account/logins/:login': [by('parent')],
  '/account/factor': [by('newcomer', ...afterNothing({ password: PASSWORD }, { otp: WRONG }))],
  // With the last one the factor is on, and there is nothing to confirm any more.
  '/account/factor/confirm': [
    by('newcomer', { otp: WRONG }),
    from('/account/factor', 'newcomer', { password: PASSWORD }, fromApp),
    by('newcomer'),
  ],
  ...each('/account/factor/codes /account/logins/trusted/:device /account/passkeys/:passkey/remove', by('guarded')),
  ...each('/account/factor/codes/new /account/factor/off', by('guarded', NOTHING)),
  '/account/passkeys': [by('parent'), by('guarded')],
  '/account/passkeys/new': [by('parent', ...afterNothing({ passkeyName: 'Phone', password: PASSWORD })), by('guarded')],
});

const ofChildren = ({ ids, colleague }: Clinic): Starts => ({
  '/children': [by('parent'), by('guarded')],
  '/children/new': [
    by(
      'parent',
      ...afterNothing({ firstName: 'Noor', lastName: 'Jansen' }),
      { 'birthDate-day': '31', 'birthDate-month': '2', 'birthDate-year': '2019' },
      { 'birthDate-day': '27' },
      { socSecNum: '!' },
      { socSecNum: '756.9876.54' },
    ),
  ],
  '/children/:id/name': [by('parent', { firstName: '' })],
  '/children/:id/birth-date': [by('parent', { 'birthDate-month': '13' })],
  ...each('/children/:id/number /children/:id/parents/withdraw', by('parent', NOTHING)),
  ...each('/children/:id /children/:id/certificates /children/:id/access', by('parent')),
  ...each('/children/:id/birth-date/clear /children/:id/number/clear', by('parent')),
  '/children/:id/parents/:parentId/remove': [by('parent')],
  // Once somebody is invited, the first form is the one that withdraws it.
  '/children/:id/parents': [by('parent', ...afterNothing({ email: LONG_ADDRESS }, NOTHING))],
  '/join': [by('parent', { code: WRONG })],
  '/children/:id/certificate': [
    by('parent', ...afterNothing({ name: 'Quirrel', go: 'again' }, { doctorId: ids.doctor }), NOTHING),
  ],

  '/practice/children/new': [
    by('assistant', ...afterNothing({ firstName: 'Kim', lastName: 'Okafor', title: 'Cough' })),
  ],
  '/practice/children/:id/correct': [by('assistant', { firstName: '' })],
  '/practice/children/:id/invite': [by('assistant', ...afterNothing({ email: LONG_ADDRESS }))],
  ...each('/practice/children/:id/withdraw /practice/children/:id/paper', by('assistant', NOTHING)),
  ...each('/practice/children/:id /practice/children/:id/paper/code', by('assistant')),
  '/practice/children/:id/paper/withdraw': [by('assistant')],
  '/practice/children/:id/parents/:parentId/remove': [by('doctor', NOTHING)],
  '/find': [by('assistant', ...afterNothing({ patient: 'nobody' }))],
  '/practice/cover/new': [by('doctor', NOTHING)],
  '/practice/leaving': [by('doctor', ...afterNothing({ receivers: colleague }))],
  ...each('/covers/:cover/agree /covers/:cover/end /practice/assistants/:id/remove', by('doctor')),
  '/practice/assistants': [by('doctor', { email: 'nobody@example.org' })],
});

const ofCases = ({ child, cases, tasks, ids, colleague }: Clinic): Starts => ({
  '/cases': [by('parent'), from(`/cases?child=${child}`, 'doctor'), by('guarded')],
  '/cases/new': [
    by(
      'parent',
      ...afterNothing({ childId: child }),
      ...afterNothing({ name: 'Quirrel', go: 'again' }, { doctorId: ids.doctor }),
      NOTHING,
    ),
    by('guarded'),
  ],
  '/practice/cases/new': [from(`/practice/cases/new?child=${child}`, 'doctor', NOTHING)],
  '/cases/:id': [
    by('parent'),
    from(`/cases/${cases.ongoing}?done=saved`, 'doctor'),
    from(`/cases/${cases.finished}`, 'doctor'),
  ],
  '/cases/:id/title': [by('doctor', { title: TOO_LONG })],
  ...each('/cases/:id/finish /cases/:id/notes /cases/:id/tasks/:task/title', by('doctor')),
  ...each('/cases/:id/refuse /cases/:id/reopen /cases/:id/notes/:note/error', by('doctor', NOTHING)),
  ...each('/cases/:id/history /cases/:id/tasks/:task/withdraw /cases/:id/tasks/:task/request', by('parent')),
  '/cases/:id/notes/new': [by('parent', NOTHING, { note: 'x'.repeat(2001) })],
  '/unread-notes': [by('parent'), by('assistant')],
  '/cases/:id/handover': [by('parent', ...afterNothing({ name: 'Quirrel', go: 'again' }, { doctorId: colleague }))],
  '/cases/:id/certificate': [by('parent', NOTHING)],
  ...each(
    '/cases/:id/tasks/:task/decline /cases/:id/tasks/new /cases/:id/tasks/:task/reopen',
    by('assistant', NOTHING),
  ),
  '/cases/:id/tasks/:task/close': [by('assistant')],
  '/cases/:id/tasks/:task': Object.values(tasks).map((task) => from(`/cases/${cases.ongoing}/tasks/${task}`, 'doctor')),

  '/tasks': [
    ...[by('assistant'), by('doctor')],
    from(`/tasks?closed=${cases.ongoing}_${tasks.closed}&left=${cases.ongoing}_${tasks.closed}`, 'assistant'),
  ],
  '/tasks/undo': [from(`/tasks/undo?tasks=${cases.ongoing}_${tasks.closed}`, 'assistant')],
  '/decisions': [from('/decisions?done=issued', 'doctor')],
  '/issued/:id': [by('doctor')],
  '/decisions/:id/issue': [by('doctor', { 'validUntil-day': '1', 'validUntil-month': '1', 'validUntil-year': '1999' })],
  ...each('/issued/:id/revoke /decisions/:id/reject /tasks/:id/correct /tasks/:id/revoke', by('doctor', NOTHING)),
  ...each('/tasks/:id/certificate /tasks/:id/certificate/:certificate/withdraw', by('parent')),
  '/tasks/:id/certificate/:certificate': [from(`/tasks/${tasks.issued}/certificate`, 'parent', { disclose: 'name' })],
});

const ofManagers = ({ ids, imports, gone, colleague }: Clinic): Starts => ({
  ...each('/manage/figures/months /manage/figures/waiting /practice/list /manage/import/:import/report'),
  ...each(
    ['children', ...LANGUAGES.map((name) => `template/${name}`)].map((file) => `/manage/import/${file}`).join(' '),
  ),
  '/manage/import/:import': [
    from(`/manage/import/${imports.checked}`, 'manager'),
    from(`/manage/import/${imports.inviting}`, 'manager'),
  ],
  ...each('/manage/import/:import/commit /manage/import/:import/close', by('manager')),
  '/manage/import/:import/stop': [from(`/manage/import/${imports.inviting}/stop`, 'manager')],
  '/manage/import/:import/invite': [from(`/manage/import/${imports.committed}/invite`, 'manager')],
  '/manage/invitations': [by('manager', ...afterNothing({ email: LONG_ADDRESS, role: 'Ast' }))],
  '/manage/staff': [by('manager', ...afterNothing({ name: 'Quirrel' }))],
  '/manage/staff/:staff': [by('manager'), from(`/manage/staff/${ids.assistant}`, 'manager')],
  '/manage/staff/:staff/cases': [
    by('manager'),
    from(`/manage/staff/${gone}/cases`, 'manager', ...afterNothing({ receivers: colleague })),
  ],
  ...each(
    `/manage/import/:import/rows/:row /manage/invitations/withdraw ${['cover/new', 'address', 'assistants/new'].map((act) => `/manage/staff/:staff/${act}`).join(' ')}`,
    by('manager', NOTHING),
  ),
  ...Object.fromEntries(
    ['address/keep', 'factor', 'manager', 'manager/end', 'enable', 'disable'].map((act) => [
      `/manage/staff/:staff/${act}`,
      [from(`/manage/staff/${ids.assistant}/${act}`, 'manager')],
    ]),
  ),
  ...each('/manage/staff/:staff/cover /manage/staff/:staff/assistants/:assistant/remove', by('manager')),
  ...each('/manage/confirmations/:waitingId /manage/confirmations/:waitingId/decline', by('manager')),
  '/manage/practice': [by('manager', { practiceName: '' })],
  '/manage/phrases/new/statement': [by('manager', ...afterNothing({ phrase: 'Fit for sports' }))],
  '/manage/phrases/new/reason': [by('manager', ...afterNothing({ phrase: 'A slip of the pen' }))],
  ...each(
    ['statement', 'reason', 'first', 'remove'].map((what) => `/manage/phrases/:shared/${what}`).join(' '),
    by('manager'),
  ),
  '/setup': [by('stranger', NOTHING)],
  '/setup/own': [by('assistant', { setupCode: WRONG, practiceName: 'Holm' })],
});

/** What a path names, where its walk says nothing else. */
const namedBy = ({ ids, cases, tasks, child, other, patient, onPaper, imports }: Clinic) => {
  /** The first whose words the path has. */
  const ofPaths: readonly (readonly [path: RegExp, id: string])[] = [
    [/^\/practice\/children\/:id\/paper\/withdraw/, onPaper],
    [/^\/practice\/children\/:id\/parents/, child],
    [/^\/practice\/children/, patient],
    [/^\/practice\/assistants/, ids.assistant],
    [/^\/cases\/:id\/(finish|refuse)$/, cases.fresh],
    [/^\/cases\/:id\/reopen$/, cases.finished],
    [/^\/cases/, cases.ongoing],
    [/^\/children/, child],
    [/^\/decisions/, tasks.requested],
    [/./, tasks.issued],
  ];
  const named: Readonly<Record<string, (path: string) => string>> = {
    id: (path) => ofPaths.find(([one]) => one.test(path))?.[1] ?? '',
    task: (path) =>
      /(decline|withdraw)$/.test(path) ? tasks.wish : /(reopen|request)$/.test(path) ? tasks.closed : tasks.open,
    parentId: () => other,
    note: () => ids.note,
    phrase: (path) => (path.endsWith('statement') ? ids.phrases.statement : ids.phrases.reason),
    shared: (path) => (path.endsWith('statement') ? ids.shared.statement : ids.shared.reason),
    login: () => ids.login,
    device: () => ids.device,
    passkey: () => ids.passkey,
    certificate: () => NOBODY,
    cover: () => ids.cover,
    staff: () => ids.doctor,
    assistant: () => ids.assistant,
    waitingId: () => ids.unconfirmed,
    import: () => imports.checked,
    row: () => rowIdOf(imports.checked, 3),
  };
  return (path: string): string => path.replace(/:(\w+)/g, (_, name: string) => named[name]?.(path) ?? '');
};

/** Where a visitor gets no page, but a reason, and what was typed. */
export const problemWalks = ({ cases, signOut }: Clinic): readonly Walk[] => [
  { as: 'parent', at: '/nowhere' },
  { as: 'parent', at: '/decisions' },
  { as: 'parent', at: `/cases/${NOBODY}` },
  { as: 'parent', at: '/account/name', asked: { method: 'POST', headers: { 'sec-fetch-site': 'cross-site' } } },
  { as: 'parent', at: '/account', asked: { method: 'GET', headers: { host: 'portal.example.org' } } },
  { as: 'parent', at: '/account/name', sends: [{ firstName: 'x'.repeat(70_000) }] },
  { as: 'leaver', at: `/cases/${cases.ongoing}/title`, sends: [signOut] },
  { as: 'parent', at: '/account/name', sends: [NOTHING], isBroken: true },
  {
    as: 'parent',
    at: '/account/email',
    sends: [{ email: 'new@example.org', password: PASSWORD }],
    isBroken: true,
  },
];

const personOf = (who: (typeof PAGES)[number]['who']): Person => {
  if (who === 'anyone') return 'stranger';
  if (who === 'manager') return who;
  return who !== 'member' && who.includes('Doc') ? 'doctor' : 'parent';
};

/** By the paths of the portal's tables. What has no id in its path, and is not listed, is opened as it stands. */
export const walksOf = (clinic: Clinic): Readonly<Record<string, readonly Walk[]>> => {
  const at = namedBy(clinic);
  const starts = { ...ofAccounts(clinic), ...ofChildren(clinic), ...ofCases(clinic), ...ofManagers(clinic) };
  const listed = Object.fromEntries(
    Object.entries(starts).map(([path, made]) => [path, made.map((start) => start(at(path)))]),
  );
  const others = [...PAGES, ...FORMS].filter(({ path }) => !(path in listed || path.includes(':')));
  const opened = others.map(({ path, who }) => [path, [{ as: personOf(who), at: path }]]);
  return { ...listed, ...Object.fromEntries(opened) };
};
