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

const ofAnyone = ({ emails }: Clinic): Record<string, readonly Walk[]> => ({
  ...Object.fromEntries(LANGUAGES.map((name) => [`/language/${name}`, []])),
  '/sign-in': [{ as: 'stranger', at: '/sign-in', sends: afterNothing({ email: emails.parent, password: WRONG }) }],
  '/sign-in/code': [
    {
      as: 'stranger',
      at: '/sign-in',
      sends: [{ email: emails.guarded, password: PASSWORD }, ...afterNothing({ sixDigits: '000000' })],
    },
    { as: 'stranger', at: '/sign-in/code' },
  ],
  '/sign-in/passkey': [{ as: 'stranger', at: '/sign-in/passkey', sends: [NOTHING] }],
  '/register': [
    {
      as: 'stranger',
      at: '/register',
      sends: [
        ...afterNothing({ role: 'Doc' }),
        ...afterNothing({ firstName: 'Noor', lastName: 'Jansen' }),
        ...afterNothing({ email: emails.parent, newPassword: 'password' }),
      ],
    },
    {
      as: 'stranger',
      at: '/register',
      sends: [{ role: 'Doc' }, ...afterNothing({ firstName: 'Noor', lastName: 'Jansen', invitation: WRONG }), NOTHING],
      isBroken: true,
    },
  ],
  '/forgotten': [{ as: 'stranger', at: '/forgotten', sends: [NOTHING] }],
  '/reset': [{ as: 'stranger', at: '/reset', sends: afterNothing({ code: WRONG, newPassword: PASSWORD }) }],
  '/invited': [{ as: 'stranger', at: '/invited', sends: [NOTHING, { code: WRONG }] }],
  '/address': [{ as: 'stranger', at: '/address', sends: [{ code: WRONG, answer: 'mine' }] }],
});

const ofMembers = ({ emails, ids }: Clinic): Record<string, readonly Walk[]> => ({
  '/sign-out': [{ as: 'parent', at: '/sign-out' }],
  '/account': [
    { as: 'parent', at: '/account' },
    { as: 'guarded', at: '/account?done=saved' },
  ],
  '/account/waiting': [{ as: 'unconfirmed', at: '/account/waiting' }],
  '/account/access': [
    { as: 'parent', at: '/account/access' },
    { as: 'doctor', at: '/account/access' },
  ],
  '/account/name': [{ as: 'parent', at: '/account/name', sends: [{ firstName: '' }] }],
  '/account/data': [
    { as: 'parent', at: '/account/data', sends: afterNothing({ password: PASSWORD }) },
    { as: 'guarded', at: '/account/data', sends: [NOTHING] },
    { as: 'doctor', at: '/account/data', sends: [{ password: PASSWORD }] },
  ],
  '/account/data/file': [],
  '/account/close': [
    { as: 'parent', at: '/account/close', sends: afterNothing({ password: WRONG }) },
    { as: 'doctor', at: '/account/close', sends: [{ password: PASSWORD }] },
  ],
  '/account/phrases/new/statement': [
    { as: 'doctor', at: '/account/phrases/new/statement', sends: afterNothing({ phrase: 'Fit for sports' }) },
  ],
  '/account/phrases/new/reason': [
    { as: 'doctor', at: '/account/phrases/new/reason', sends: afterNothing({ phrase: 'A slip of the pen' }) },
  ],
  ...Object.fromEntries(
    (
      [
        ['statement', ids.phrases.statement],
        ['reason', ids.phrases.reason],
        ['first', ids.phrases.reason],
        ['remove', ids.phrases.reason],
      ] as const
    ).map(([what, phrase]) => [
      `/account/phrases/:phrase/${what}`,
      [{ as: 'doctor', at: `/account/phrases/${phrase}/${what}` }],
    ]),
  ),
  '/account/password': [{ as: 'parent', at: '/account/password', sends: [NOTHING] }],
  '/account/email': [{ as: 'parent', at: '/account/email', sends: [{ email: emails.parent, password: WRONG }] }],
  '/account/email/confirm': [{ as: 'parent', at: '/account/email/confirm', sends: [{ code: WRONG }] }],
  '/account/logins/:login': [{ as: 'parent', at: `/account/logins/${ids.login}` }],
  '/account/logins/trusted/:device': [{ as: 'guarded', at: `/account/logins/trusted/${ids.device}` }],
  '/account/factor': [
    { as: 'newcomer', at: '/account/factor', sends: afterNothing({ password: PASSWORD }, { otp: WRONG }) },
  ],
  // With the last one the factor is on, and there is nothing to confirm any more.
  '/account/factor/confirm': [
    { as: 'newcomer', at: '/account/factor/confirm', sends: [{ otp: WRONG }] },
    { as: 'newcomer', at: '/account/factor', sends: [{ password: PASSWORD }, fromApp] },
    { as: 'newcomer', at: '/account/factor/confirm' },
  ],
  '/account/factor/codes': [{ as: 'guarded', at: '/account/factor/codes' }],
  '/account/factor/codes/new': [{ as: 'guarded', at: '/account/factor/codes/new', sends: [NOTHING] }],
  '/account/factor/off': [{ as: 'guarded', at: '/account/factor/off', sends: [NOTHING] }],
  '/account/passkeys': [
    { as: 'parent', at: '/account/passkeys' },
    { as: 'guarded', at: '/account/passkeys' },
  ],
  '/account/passkeys/new': [
    { as: 'parent', at: '/account/passkeys/new', sends: afterNothing({ passkeyName: 'Phone', password: PASSWORD }) },
    { as: 'guarded', at: '/account/passkeys/new' },
  ],
  '/account/passkeys/:passkey/remove': [{ as: 'guarded', at: `/account/passkeys/${ids.passkey}/remove` }],
});

const ofParents = ({ child, other }: Clinic): Record<string, readonly Walk[]> => ({
  '/children': [
    { as: 'parent', at: '/children' },
    { as: 'guarded', at: '/children' },
  ],
  '/children/new': [
    {
      as: 'parent',
      at: '/children/new',
      sends: [
        ...afterNothing({ firstName: 'Noor', lastName: 'Jansen' }),
        { 'birthDate-day': '31', 'birthDate-month': '2', 'birthDate-year': '2019' },
        { 'birthDate-day': '27' },
        { socSecNum: '!' },
        { socSecNum: '756.9876.54' },
      ],
    },
  ],
  '/children/:id': [{ as: 'parent', at: `/children/${child}` }],
  '/children/:id/name': [{ as: 'parent', at: `/children/${child}/name`, sends: [{ firstName: '' }] }],
  '/children/:id/birth-date': [
    { as: 'parent', at: `/children/${child}/birth-date`, sends: [{ 'birthDate-month': '13' }] },
  ],
  '/children/:id/number': [{ as: 'parent', at: `/children/${child}/number`, sends: [NOTHING] }],
  '/children/:id/birth-date/clear': [{ as: 'parent', at: `/children/${child}/birth-date/clear` }],
  '/children/:id/number/clear': [{ as: 'parent', at: `/children/${child}/number/clear` }],
  '/children/:id/parents': [
    // Once somebody is invited, the first form is the one that withdraws it.
    { as: 'parent', at: `/children/${child}/parents`, sends: afterNothing({ email: LONG_ADDRESS }, NOTHING) },
  ],
  '/children/:id/parents/withdraw': [{ as: 'parent', at: `/children/${child}/parents/withdraw`, sends: [NOTHING] }],
  '/children/:id/parents/:parentId/remove': [{ as: 'parent', at: `/children/${child}/parents/${other}/remove` }],
  '/children/:id/certificates': [{ as: 'parent', at: `/children/${child}/certificates` }],
  '/children/:id/access': [{ as: 'parent', at: `/children/${child}/access` }],
  '/join': [{ as: 'parent', at: '/join', sends: [{ code: WRONG }] }],
});

const ofCases = ({ child, cases, tasks, ids, colleague }: Clinic): Record<string, readonly Walk[]> => ({
  '/cases': [
    { as: 'parent', at: '/cases' },
    { as: 'doctor', at: `/cases?child=${child}` },
    { as: 'guarded', at: '/cases' },
  ],
  '/cases/new': [
    {
      as: 'parent',
      at: '/cases/new',
      sends: [
        ...afterNothing({ childId: child }),
        ...afterNothing({ name: 'Quirrel', go: 'again' }, { doctorId: ids.doctor }),
        NOTHING,
      ],
    },
    { as: 'guarded', at: '/cases/new' },
  ],
  '/practice/cases/new': [{ as: 'doctor', at: `/practice/cases/new?child=${child}`, sends: [NOTHING] }],
  '/cases/:id': [
    { as: 'parent', at: `/cases/${cases.ongoing}` },
    { as: 'doctor', at: `/cases/${cases.ongoing}?done=saved` },
    { as: 'doctor', at: `/cases/${cases.finished}` },
  ],
  '/cases/:id/title': [{ as: 'doctor', at: `/cases/${cases.ongoing}/title`, sends: [{ title: TOO_LONG }] }],
  '/cases/:id/finish': [{ as: 'doctor', at: `/cases/${cases.fresh}/finish` }],
  '/cases/:id/refuse': [{ as: 'doctor', at: `/cases/${cases.fresh}/refuse`, sends: [NOTHING] }],
  '/cases/:id/reopen': [{ as: 'doctor', at: `/cases/${cases.finished}/reopen`, sends: [NOTHING] }],
  '/cases/:id/history': [{ as: 'parent', at: `/cases/${cases.ongoing}/history` }],
  '/cases/:id/notes': [{ as: 'doctor', at: `/cases/${cases.ongoing}/notes` }],
  '/cases/:id/notes/new': [
    { as: 'parent', at: `/cases/${cases.ongoing}/notes/new`, sends: [NOTHING, { note: 'x'.repeat(2001) }] },
  ],
  '/cases/:id/notes/:note/error': [
    { as: 'doctor', at: `/cases/${cases.ongoing}/notes/${ids.note}/error`, sends: [NOTHING] },
  ],
  '/unread-notes': [
    { as: 'parent', at: '/unread-notes' },
    { as: 'assistant', at: '/unread-notes' },
  ],
  '/cases/:id/handover': [
    {
      as: 'parent',
      at: `/cases/${cases.ongoing}/handover`,
      sends: afterNothing({ name: 'Quirrel', go: 'again' }, { doctorId: colleague }),
    },
  ],
  '/cases/:id/certificate': [{ as: 'parent', at: `/cases/${cases.ongoing}/certificate`, sends: [NOTHING] }],
  '/children/:id/certificate': [
    {
      as: 'parent',
      at: `/children/${child}/certificate`,
      sends: [...afterNothing({ name: 'Quirrel', go: 'again' }, { doctorId: ids.doctor }), NOTHING],
    },
  ],
  '/cases/:id/tasks/:task/decline': [
    { as: 'assistant', at: `/cases/${cases.ongoing}/tasks/${tasks.wish}/decline`, sends: [NOTHING] },
  ],
  '/cases/:id/tasks/:task/withdraw': [{ as: 'parent', at: `/cases/${cases.ongoing}/tasks/${tasks.wish}/withdraw` }],
  '/cases/:id/tasks/new': [{ as: 'assistant', at: `/cases/${cases.ongoing}/tasks/new`, sends: [NOTHING] }],
  '/cases/:id/tasks/:task': Object.values(tasks).map((task) => ({
    as: 'doctor',
    at: `/cases/${cases.ongoing}/tasks/${task}`,
  })),
  '/cases/:id/tasks/:task/title': [{ as: 'doctor', at: `/cases/${cases.ongoing}/tasks/${tasks.open}/title` }],
  '/cases/:id/tasks/:task/reopen': [
    { as: 'assistant', at: `/cases/${cases.ongoing}/tasks/${tasks.closed}/reopen`, sends: [NOTHING] },
  ],
  '/cases/:id/tasks/:task/close': [{ as: 'assistant', at: `/cases/${cases.ongoing}/tasks/${tasks.open}/close` }],
  '/cases/:id/tasks/:task/request': [{ as: 'parent', at: `/cases/${cases.ongoing}/tasks/${tasks.closed}/request` }],
});

const ofTheClinic = ({
  ids,
  cases,
  tasks,
  child,
  other,
  patient,
  onPaper,
  gone,
  colleague,
}: Clinic): Record<string, readonly Walk[]> => ({
  '/tasks': [
    { as: 'assistant', at: '/tasks' },
    { as: 'doctor', at: '/tasks' },
    { as: 'assistant', at: `/tasks?closed=${cases.ongoing}_${tasks.closed}&left=${cases.ongoing}_${tasks.closed}` },
  ],
  '/tasks/undo': [{ as: 'assistant', at: `/tasks/undo?tasks=${cases.ongoing}_${tasks.closed}` }],
  '/decisions': [{ as: 'doctor', at: '/decisions?done=issued' }],
  '/issued/:id': [{ as: 'doctor', at: `/issued/${tasks.issued}` }],
  '/issued/:id/revoke': [{ as: 'doctor', at: `/issued/${tasks.issued}/revoke`, sends: [NOTHING] }],
  '/decisions/:id/issue': [
    {
      as: 'doctor',
      at: `/decisions/${tasks.requested}/issue`,
      sends: [{ 'validUntil-day': '1', 'validUntil-month': '1', 'validUntil-year': '1999' }],
    },
  ],
  '/decisions/:id/reject': [{ as: 'doctor', at: `/decisions/${tasks.requested}/reject`, sends: [NOTHING] }],
  '/tasks/:id/correct': [{ as: 'doctor', at: `/tasks/${tasks.issued}/correct`, sends: [NOTHING] }],
  '/tasks/:id/revoke': [{ as: 'doctor', at: `/tasks/${tasks.issued}/revoke`, sends: [NOTHING] }],
  '/tasks/:id/certificate': [{ as: 'parent', at: `/tasks/${tasks.issued}/certificate` }],
  '/tasks/:id/certificate/:certificate': [
    { as: 'parent', at: `/tasks/${tasks.issued}/certificate`, sends: [{ disclose: 'name' }] },
  ],
  '/tasks/:id/certificate/:certificate/withdraw': [
    { as: 'parent', at: `/tasks/${tasks.issued}/certificate/${NOBODY}/withdraw` },
  ],
  '/practice/children/new': [
    {
      as: 'assistant',
      at: '/practice/children/new',
      sends: afterNothing({ firstName: 'Kim', lastName: 'Okafor', title: 'Cough' }),
    },
  ],
  '/practice/children/:id': [{ as: 'assistant', at: `/practice/children/${patient}` }],
  '/practice/children/:id/correct': [
    { as: 'assistant', at: `/practice/children/${patient}/correct`, sends: [{ firstName: '' }] },
  ],
  '/practice/children/:id/invite': [
    { as: 'assistant', at: `/practice/children/${patient}/invite`, sends: afterNothing({ email: LONG_ADDRESS }) },
  ],
  '/practice/children/:id/withdraw': [
    { as: 'assistant', at: `/practice/children/${patient}/withdraw`, sends: [NOTHING] },
  ],
  '/practice/children/:id/paper': [{ as: 'assistant', at: `/practice/children/${patient}/paper`, sends: [NOTHING] }],
  '/practice/children/:id/paper/code': [{ as: 'assistant', at: `/practice/children/${patient}/paper/code` }],
  '/practice/children/:id/paper/withdraw': [{ as: 'assistant', at: `/practice/children/${onPaper}/paper/withdraw` }],
  '/practice/children/:id/parents/:parentId/remove': [
    { as: 'doctor', at: `/practice/children/${child}/parents/${other}/remove`, sends: [NOTHING] },
  ],
  '/find': [{ as: 'assistant', at: '/find', sends: afterNothing({ patient: 'nobody' }) }],
  '/practice/cover/new': [{ as: 'doctor', at: '/practice/cover/new', sends: [NOTHING] }],
  '/practice/leaving': [{ as: 'doctor', at: '/practice/leaving', sends: afterNothing({ receivers: colleague }) }],
  '/manage/staff/:staff/cover': [{ as: 'manager', at: `/manage/staff/${ids.doctor}/cover` }],
  '/manage/staff/:staff/cover/new': [{ as: 'manager', at: `/manage/staff/${ids.doctor}/cover/new`, sends: [NOTHING] }],
  '/manage/staff/:staff/cases': [
    { as: 'manager', at: `/manage/staff/${ids.doctor}/cases` },
    { as: 'manager', at: `/manage/staff/${gone}/cases`, sends: afterNothing({ receivers: colleague }) },
  ],
  '/covers/:cover/agree': [{ as: 'doctor', at: `/covers/${ids.cover}/agree` }],
  '/covers/:cover/end': [{ as: 'doctor', at: `/covers/${ids.cover}/end` }],
  '/practice/assistants': [{ as: 'doctor', at: '/practice/assistants', sends: [{ email: 'nobody@example.org' }] }],
  '/practice/assistants/:id/remove': [{ as: 'doctor', at: `/practice/assistants/${ids.assistant}/remove` }],
});

const ofManagers = ({ ids, imports }: Clinic): Record<string, readonly Walk[]> => ({
  ...Object.fromEntries(['months', 'waiting'].map((file) => [`/manage/figures/${file}`, []])),
  ...Object.fromEntries(
    ['children', 'template/en', 'template/de', 'template/fr', 'template/nl', ':import/report'].map((file) => [
      `/manage/import/${file}`,
      [],
    ]),
  ),
  ...Object.fromEntries(
    (
      [
        ['', 'checked', 'inviting'],
        ['/commit', 'checked'],
        ['/stop', 'inviting'],
        ['/invite', 'committed'],
        ['/close', 'checked'],
      ] as const
    ).map(([part, ...states]) => [
      `/manage/import/:import${part}`,
      states.map((state) => ({ as: 'manager' as const, at: `/manage/import/${imports[state]}${part}` })),
    ]),
  ),
  '/manage/import/:import/rows/:row': [
    { as: 'manager', at: `/manage/import/${imports.checked}/rows/${rowIdOf(imports.checked, 3)}`, sends: [NOTHING] },
  ],
  '/practice/list': [],
  '/manage/invitations': [
    { as: 'manager', at: '/manage/invitations', sends: afterNothing({ email: LONG_ADDRESS, role: 'Ast' }) },
  ],
  '/manage/invitations/withdraw': [{ as: 'manager', at: '/manage/invitations/withdraw', sends: [NOTHING] }],
  '/manage/staff': [{ as: 'manager', at: '/manage/staff', sends: afterNothing({ name: 'Quirrel' }) }],
  '/manage/staff/:staff': [
    { as: 'manager', at: `/manage/staff/${ids.doctor}` },
    { as: 'manager', at: `/manage/staff/${ids.assistant}` },
  ],
  '/manage/staff/:staff/address': [{ as: 'manager', at: `/manage/staff/${ids.doctor}/address`, sends: [NOTHING] }],
  '/manage/staff/:staff/assistants/new': [
    { as: 'manager', at: `/manage/staff/${ids.doctor}/assistants/new`, sends: [NOTHING] },
  ],
  ...Object.fromEntries(
    ['address/keep', 'factor', 'manager', 'manager/end', 'enable', 'disable'].map((act) => [
      `/manage/staff/:staff/${act}`,
      [{ as: 'manager', at: `/manage/staff/${ids.assistant}/${act}` }],
    ]),
  ),
  '/manage/staff/:staff/assistants/:assistant/remove': [
    { as: 'manager', at: `/manage/staff/${ids.doctor}/assistants/${ids.assistant}/remove` },
  ],
  '/manage/practice': [{ as: 'manager', at: '/manage/practice', sends: [{ practiceName: '' }] }],
  '/setup': [{ as: 'stranger', at: '/setup', sends: [NOTHING] }],
  '/setup/own': [{ as: 'assistant', at: '/setup/own', sends: [{ setupCode: WRONG, practiceName: 'Holm' }] }],
  '/manage/confirmations/:waitingId': [{ as: 'manager', at: `/manage/confirmations/${ids.unconfirmed}` }],
  '/manage/confirmations/:waitingId/decline': [
    { as: 'manager', at: `/manage/confirmations/${ids.unconfirmed}/decline` },
  ],
});

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
  const listed = {
    ...ofAnyone(clinic),
    ...ofMembers(clinic),
    ...ofParents(clinic),
    ...ofCases(clinic),
    ...ofTheClinic(clinic),
    ...ofManagers(clinic),
  };
  const others = [...PAGES, ...FORMS].filter(({ path }) => !(path in listed || path.includes(':')));
  const opened = others.map(({ path, who }) => [path, [{ as: personOf(who), at: path }]]);
  return { ...listed, ...Object.fromEntries(opened) };
};
