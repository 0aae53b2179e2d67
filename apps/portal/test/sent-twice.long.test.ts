import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import type { AnyForm, Typed } from '../src/kit/form.ts';
import { FORMS } from '../src/pages/all.ts';
import { addressOf, createClinics, type Ids, type Name, type openClinic, senderOf } from './support/clinic.ts';
import { openPortal, PASSWORD } from './support/portal.ts';
import type { Page } from './support/visitor.ts';

/** A form that was sent again is said to be done only if what was sent is what is there. */

const portal = openPortal();
const nextClinic = createClinics(portal);
let code = '';
type Clinic = Awaited<ReturnType<typeof openClinic>>;

type Scene = {
  /** Where it is not whoever may send the form. */
  readonly by?: Name;
  readonly prepare?: (clinic: Clinic) => Promise<Partial<Ids>>;
  readonly values?: (clinic: Clinic) => Typed;
  /** The same form with another value, each in turn. */
  readonly others?: (clinic: Clinic) => readonly Typed[];
  /** The same form about something else. */
  readonly elsewhere?: (clinic: Clinic) => Partial<Ids>;
  /** The page that shows what is there, who reads it, and how what was sent is told there. */
  readonly shownAt: string;
  readonly reader?: Name;
  readonly shows?: (text: string, values: Typed) => boolean;
  /** What is said of another value from another tab. */
  readonly refused?: string;
  /** What of that page does not change by itself. */
  readonly read?: (page: Page) => string;
};

const is = (values: Typed): Pick<Scene, 'values'> => ({ values: () => values });
const nor = (...others: readonly Typed[]): Pick<Scene, 'others'> => ({ others: () => others });
const by = ({ people }: Clinic, name: Name) => portal.by(people[name]);
const nobodys = (id: string): string => `${id.startsWith('1') ? '2' : '1'}${id.slice(1)}`;
const idOf = (clinic: Clinic, name: Name): string => clinic.people[name].account.id;
const EVE = { email: 'eve@example.org' };
const invite = (clinic: Clinic, email: string) =>
  by(clinic, 'parent').inviteParent({ childId: clinic.ids.childId, email });
const openTask = async ({ ids, people }: Clinic) => ({
  taskId: await portal.before.taskAdded(people.doctor, ids.caseId, 'Test the eyes'),
});
const wished = async (clinic: Clinic) => {
  const about = { caseId: clinic.ids.caseId };
  return { taskId: (await by(clinic, 'parent').wishCertificate({ about, purpose: 'School trip' })).taskId };
};
const ticked = ({ ids }: Clinic, taskId: string): Typed => ({ tasks: `${ids.caseId}_${taskId}` });
let ofList = '';
/** An open task, which is closed by the one form, and opened again by the other. */
const listed = async (clinic: Clinic) => {
  const { taskId } = await openTask(clinic);
  ofList = taskId;
  return { taskId };
};
const untouched = async ({ ids, people }: Clinic) => ({
  caseId: await portal.before.caseOpened(people.parent, ids.childId, people.doctor, 'Cough'),
});
/** A child without a parent. */
const entered = (clinic: Clinic) => {
  const entering = { firstName: 'Emil', lastName: 'Jansen', doctorId: idOf(clinic, 'doctor'), title: 'Cough' };
  return by(clinic, 'doctor').enterChild(entering);
};
/** What somebody does before that leaves the ids as they are. */
const done = (does: (clinic: Clinic) => Promise<unknown>) => async (clinic: Clinic) => {
  await does(clinic);
  return {};
};
const finished = done((clinic) => by(clinic, 'doctor').finishCase({ caseId: clinic.ids.caseId }));
const revoke = (clinic: Clinic) =>
  by(clinic, 'doctor').revokeCertification({ id: clinic.ids.taskId, reason: 'A slip' });
const revoked = done(revoke);
const requested = done(async (clinic) => {
  await revoke(clinic);
  await by(clinic, 'parent').requestCertification({ id: clinic.ids.taskId });
});

const born = (day: string): Typed => ({ 'birthDate-day': day, 'birthDate-month': '1', 'birthDate-year': '2020' });
const due = (day: string): Typed => ({ 'dueOn-day': day, 'dueOn-month': '3', 'dueOn-year': '2099' });
const days = (last: string): Typed => ({
  'firstDay-day': '1',
  'firstDay-month': '3',
  'firstDay-year': '2099',
  'lastDay-day': last,
  'lastDay-month': '3',
  'lastDay-year': '2099',
});
const until = (days: number): Typed => {
  const [year = '', month = '', day = ''] = new Date(Date.now() + days * 86_400_000).toISOString().split(/[-T]/);
  return { 'validUntil-day': day, 'validUntil-month': month, 'validUntil-year': year };
};
const seen = (firstName: string): Typed => ({
  seenFirstName: firstName,
  seenLastName: 'Jansen',
  seenBirthDate: '2019-02-03',
});
const addressesOn = ({ text }: Page): string => text.match(/[a-z]+@example\.org/g)?.join() ?? '';
const [TASK, CASE, CHILD] = ['/cases/:id/tasks/:task', '/cases/:id', '/children/:id'];
const PATIENT = '/practice/children/:id';
const REASONED = { ...is({ reason: 'It came back' }), ...nor({ reason: 'It came again' }) };
const gone = (name: keyof Ids) => (clinic: Clinic) => ({ [name]: nobodys(clinic.ids[name]) });

/** About what the page lists by links. */
const listedAt = (shownAt: string, name: keyof Ids): Scene => ({
  elsewhere: gone(name),
  shownAt,
  read: ({ links }) => links.join(),
});

const phrasesAt = (shownAt: string) => ({
  statement: { ...is({ phrase: 'Fit for school' }), ...nor({ phrase: 'Fit for travel' }), shownAt },
  reason: { ...is({ phrase: 'A slip of the pen' }), ...nor({ phrase: 'Seen again' }), shownAt },
});
const PHRASES = phrasesAt('/account/phrases');
const SHARED = phrasesAt('/manage/phrases');

const LINES = { note: 'Sleeps badly\r\nsince Tuesday' };

const STAFF = '/manage/staff/:staff';
const OF_STAFF = { elsewhere: gone('staff'), shownAt: STAFF } as const;
/** What a manager has done with the doctor before. */
const managed = (act: 'disableStaff' | 'giveAddress' | 'makeManager', more: object = {}) =>
  done((clinic) => by(clinic, 'manager')[act]({ id: idOf(clinic, 'otherDoctor'), ...more }));

/** How what was sent is told: by the names in one place, by the title alone, or by nothing that this page shows. */
const NAMED: Pick<Scene, 'shows'> = {
  shows: (text, { firstName, lastName }) => text.includes(`${firstName} ${lastName}`),
};
const TITLED: Pick<Scene, 'shows'> = { shows: (text, { title = '' }) => text.includes(title) };
const UNTOLD: Pick<Scene, 'shows'> = { shows: () => true };

const SCENES: Readonly<Record<string, Scene>> = {
  '/register': {
    ...is({ role: 'Par', firstName: 'Eve', lastName: 'Holm', email: 'eve@example.net', newPassword: PASSWORD }),
    ...nor({ firstName: 'Mia' }, { lastName: 'Smit' }),
    shownAt: '/account',
    ...NAMED,
  },
  '/account/name': {
    ...is({ firstName: 'Nora', lastName: 'Holm' }),
    ...nor({ firstName: 'Mia' }, { lastName: 'Smit' }),
    shownAt: '/account',
  },
  '/account/new-children': {
    ...is({ newChildren: 'no' }),
    ...nor({ newChildren: 'yes' }),
    shownAt: '/account',
    shows: (text, { newChildren }) => text.includes(newChildren === 'no' ? 'I take no new' : 'I take new'),
  },
  '/account/language': {
    ...is({ language: 'de' }),
    ...nor({ language: 'fr' }),
    shownAt: '/account',
    shows: (text, { language }) => text.includes(language === 'de' ? 'Deutsch' : 'Français'),
  },
  '/account/notices': {
    ...is({ mailNote: 'never' }),
    ...nor({ mailNote: 'daily' }),
    shownAt: '/account/notices',
    shows: (shown, { mailNote }) => shown === mailNote,
    read: ({ form }) => form?.values['mailNote'] ?? '',
  },
  '/account/logins/:login': listedAt('/account/logins', 'login'),
  '/account/logins/trusted/:device': listedAt('/account/logins', 'device'),
  '/account/phrases/new/statement': PHRASES.statement,
  '/account/phrases/new/reason': PHRASES.reason,
  '/account/phrases/:phrase/statement': { ...PHRASES.statement, elsewhere: gone('phrase') },
  '/account/phrases/:phrase/reason': PHRASES.reason,
  '/account/phrases/:phrase/first': listedAt('/account/phrases', 'phrase'),
  '/account/phrases/:phrase/remove': listedAt('/account/phrases', 'phrase'),
  '/manage/phrases/new/statement': SHARED.statement,
  '/manage/phrases/new/reason': SHARED.reason,
  '/manage/phrases/:shared/statement': { ...SHARED.statement, elsewhere: gone('shared') },
  '/manage/phrases/:shared/reason': SHARED.reason,
  '/manage/phrases/:shared/first': listedAt('/manage/phrases', 'shared'),
  '/manage/phrases/:shared/remove': listedAt('/manage/phrases', 'shared'),
  '/account/passkeys/:passkey/remove': listedAt('/account/passkeys', 'passkey'),
  '/cases/:id/notes/new': {
    ...is(LINES),
    ...nor({ note: 'Sleeps well' }),
    shownAt: `${CASE}/notes`,
    shows: (text, { note = '' }) => text.replaceAll(/\s+/g, ' ').includes(note.replaceAll(/\s+/g, ' ')),
  },
  '/cases/:id/notes/:note/error': {
    by: 'doctor',
    ...REASONED,
    shownAt: `${CASE}/notes`,
    refused: 'This note is marked already',
  },
  '/children/new': {
    ...is({ firstName: 'Kim', lastName: 'Jansen', socSecNum: '', 'birthDate-day': '' }),
    ...nor({ firstName: 'Tom' }, { lastName: 'Smit' }, { socSecNum: '44444444' }, born('1')),
    shownAt: '/children',
    ...NAMED,
  },
  '/children/:id/name': {
    ...is({ firstName: 'Kim', lastName: 'Okafor' }),
    ...nor({ firstName: 'Tom' }, { lastName: 'Smit' }),
    shownAt: CHILD,
  },
  '/children/:id/birth-date': {
    ...is(born('1')),
    ...nor(born('2')),
    shownAt: CHILD,
    shows: (text, values) => text.includes(`${values['birthDate-day']} January 2020`),
  },
  '/children/:id/number': {
    ...is({ socSecNum: '11111155' }),
    ...nor({ socSecNum: '11111166' }),
    shownAt: CHILD,
    shows: (text, { socSecNum = '' }) => text.includes(`*${socSecNum.slice(-2)}`),
  },
  '/children/:id/birth-date/clear': {
    shownAt: CHILD,
    shows: (text) => text.includes('Date of birthNot given'),
  },
  '/children/:id/number/clear': {
    shownAt: CHILD,
    shows: (text) => text.includes('Social security numberNot given'),
  },
  '/children/:id/parents': {
    ...is(EVE),
    ...nor({ email: 'ann@example.org' }),
    shownAt: `${CHILD}/parents`,
    read: addressesOn,
  },
  '/children/:id/parents/withdraw': {
    prepare: done((clinic) => invite(clinic, EVE.email)),
    ...is(EVE),
    ...nor({ email: 'ann@example.org' }),
    shownAt: `${CHILD}/parents`,
    read: addressesOn,
    shows: (text, { email = '' }) => !text.includes(email),
  },
  '/children/:id/parents/:parentId/remove': {
    prepare: async (clinic) => ({ parentId: idOf(clinic, 'second') }),
    elsewhere: (clinic) => ({ parentId: idOf(clinic, 'formerParent') }),
    shownAt: `${CHILD}/parents`,
  },
  '/join': {
    by: 'otherParent',
    prepare: done(async (clinic) => {
      const { email } = clinic.people.otherParent;
      await invite(clinic, email);
      code = await portal.codeOf(email);
    }),
    values: () => ({ code }),
    ...nor({ code: '0'.repeat(32) }),
    shownAt: '/children',
    shows: (text) => text.includes('Noor'),
  },
  '/practice/children/new': {
    values: (clinic) => ({
      firstName: 'Kim',
      lastName: 'Okafor',
      socSecNum: '',
      'birthDate-day': '',
      title: 'Hay fever',
      doctorId: idOf(clinic, 'doctor'),
    }),
    ...nor({ firstName: 'Tom' }, { lastName: 'Smit' }, { socSecNum: '44444444' }, born('1'), { title: 'Cough' }),
    shownAt: '/cases',
    shows: (text, { firstName, lastName, title }) => text.includes(`${title}${firstName} ${lastName}`),
  },
  '/practice/children/:id/correct': {
    prepare: entered,
    ...is({ firstName: 'Kim', lastName: 'Okafor', socSecNum: '11111155', ...born('1') }),
    ...nor({ firstName: 'Tom' }, { socSecNum: '11111166' }, born('2')),
    shownAt: PATIENT,
    shows: (text, { firstName = '', socSecNum = '', 'birthDate-day': day }) =>
      [firstName, `*${socSecNum.slice(-2)}`, `${day} January 2020`].every((part) => text.includes(part)),
  },
  '/practice/children/:id/invite': {
    prepare: entered,
    ...is(EVE),
    ...nor({ email: 'ann@example.org' }),
    shownAt: PATIENT,
    read: addressesOn,
  },
  '/practice/children/:id/withdraw': {
    prepare: async (clinic) => {
      const ids = await entered(clinic);
      await by(clinic, 'doctor').invitePatientsParent({ ...EVE, childId: ids.childId });
      return ids;
    },
    ...is(EVE),
    ...nor({ email: 'ann@example.org' }),
    shownAt: PATIENT,
    read: addressesOn,
    shows: (text, { email = '' }) => !text.includes(email),
  },
  '/practice/children/:id/paper': {
    prepare: entered,
    elsewhere: gone('childId'),
    shownAt: PATIENT,
    shows: (text) => text.includes('A printed code is good until'),
    read: ({ text }) => text.replace(/good until [^W]*/, 'good until '),
  },
  '/practice/children/:id/paper/withdraw': {
    prepare: async (clinic) => {
      const ids = await entered(clinic);
      await by(clinic, 'doctor').makePaperCode({ childId: ids.childId });
      return ids;
    },
    elsewhere: gone('childId'),
    shownAt: PATIENT,
    shows: (text) => !text.includes('A printed code is good until'),
  },
  '/practice/children/:id/parents/:parentId/remove': {
    prepare: async (clinic) => {
      const ids = await entered(clinic);
      const made = await by(clinic, 'doctor').makePaperCode({ childId: ids.childId });
      await by(clinic, 'otherParent').joinChild({ code: made.code });
      return { ...ids, parentId: idOf(clinic, 'otherParent') };
    },
    ...is({ reason: 'Not the guardian' }),
    ...nor({ reason: 'No guardian' }),
    elsewhere: (clinic) => ({ parentId: idOf(clinic, 'formerParent') }),
    shownAt: `${CASE}/history`,
  },
  '/cases/new': {
    values: (clinic) => ({ childId: clinic.ids.childId, doctorId: idOf(clinic, 'doctor'), title: 'Hay fever' }),
    others: (clinic) => [{ title: 'Cough' }, { doctorId: idOf(clinic, 'otherDoctor') }],
    shownAt: '/cases',
    ...TITLED,
  },
  '/practice/cases/new': {
    values: (clinic) => ({ childId: clinic.ids.childId, doctorId: idOf(clinic, 'doctor'), title: 'Hay fever' }),
    ...nor({ title: 'Cough' }),
    shownAt: '/cases',
    ...TITLED,
  },
  '/cases/:id/title': { ...is({ title: 'Cough' }), ...nor({ title: 'Hay fever' }), shownAt: CASE },
  '/cases/:id/tasks/new': {
    ...is({ title: 'Listen', ...due('3') }),
    ...nor({ title: 'Look' }, due('4')),
    shownAt: CASE,
    shows: (text, { title, 'dueOn-day': day }) => text.includes(`${title}${day} March 2099`),
  },
  '/cases/:id/tasks/:task/title': {
    prepare: openTask,
    ...is({ title: 'Listen', ...due('3') }),
    ...nor({ title: 'Look' }, due('4'), { 'dueOn-day': '', 'dueOn-month': '', 'dueOn-year': '' }),
    shownAt: TASK,
    shows: (text, { title = '', 'dueOn-day': day }) =>
      text.includes(title) && (day ? text.includes(`${day} March 2099`) : !text.includes('2099')),
  },
  '/cases/:id/tasks/:task/reopen': { prepare: revoked, ...REASONED, shownAt: `${CASE}/history` },
  '/tasks/:id/certificate/:certificate/withdraw': {
    by: 'doctor',
    prepare: async (clinic) => {
      const { id } = await by(clinic, 'parent').createCertificate({ id: clinic.ids.taskId, disclosed: 'name' });
      return { certificate: id };
    },
    elsewhere: gone('certificate'),
    shownAt: '/children/:id/certificates',
    reader: 'parent',
    shows: (text) => !text.includes('Made on'),
  },
  '/cases/:id/certificate': {
    ...is({ purpose: 'School trip' }),
    ...nor({ purpose: 'Day care' }),
    shownAt: CASE,
  },
  '/children/:id/certificate': {
    values: (clinic) => ({ purpose: 'School trip', doctorId: idOf(clinic, 'doctor') }),
    others: (clinic) => [{ purpose: 'Day care' }, { doctorId: idOf(clinic, 'otherDoctor') }],
    shownAt: '/cases',
    shows: (text, { purpose = '' }) => text.includes(purpose),
  },
  '/cases/:id/tasks/:task/decline': {
    prepare: wished,
    ...REASONED,
    shownAt: TASK,
  },
  '/cases/:id/tasks/:task/withdraw': {
    prepare: wished,
    elsewhere: gone('taskId'),
    shownAt: CASE,
    shows: (text) => !text.includes('School trip'),
  },
  '/cases/:id/tasks/:task/close': { prepare: openTask, elsewhere: gone('taskId'), shownAt: TASK },
  '/tasks': {
    prepare: listed,
    values: (clinic) => ticked(clinic, ofList),
    others: (clinic) => [{ tasks: '' }, ticked(clinic, nobodys(ofList))],
    shownAt: TASK,
    shows: (text) => text.includes('StatusClosed'),
  },
  '/tasks/undo': {
    prepare: async (clinic) => {
      const ids = await listed(clinic);
      await by(clinic, 'doctor').closeTask({ taskId: ids.taskId });
      return ids;
    },
    values: (clinic) => ticked(clinic, ofList),
    others: (clinic) => [{ tasks: '' }, ticked(clinic, nobodys(ofList))],
    shownAt: TASK,
    shows: (text) => text.includes('StatusOpen'),
  },
  '/cases/:id/tasks/:task/request': { prepare: revoked, elsewhere: gone('taskId'), shownAt: TASK },
  '/cases/:id/finish': { elsewhere: gone('caseId'), shownAt: CASE },
  '/cases/:id/refuse': { prepare: untouched, ...REASONED, shownAt: `${CASE}/history` },
  '/cases/:id/reopen': { prepare: finished, ...REASONED, shownAt: `${CASE}/history` },
  '/cases/:id/handover': {
    values: (clinic) => ({ doctorId: idOf(clinic, 'otherDoctor') }),
    others: (clinic) => [{ doctorId: idOf(clinic, 'formerDoctor') }],
    elsewhere: gone('caseId'),
    shownAt: CASE,
    reader: 'parent',
    ...UNTOLD,
  },
  '/decisions/:id/issue': {
    prepare: requested,
    ...is({ statement: 'Fit for sprots', ...until(1), ...seen('Noor') }),
    ...nor({ statement: 'Fit for sports' }, { statement: '' }, until(2)),
    shownAt: TASK,
    shows: (text, { statement = '' }) => text.includes(statement),
  },
  '/issued/:id': {
    prepare: done((clinic) => by(clinic, 'parent').correctChild({ childId: clinic.ids.childId, firstName: 'Emil' })),
    ...is(seen('Emil')),
    ...nor({ seenFirstName: 'Noor' }),
    shownAt: '/issued/:id',
    shows: (text, { seenFirstName = '' }) => text.includes('nothing to confirm') && text.includes(seenFirstName),
  },
  '/issued/:id/revoke': { ...REASONED, shownAt: TASK },
  '/decisions/:id/reject': {
    prepare: requested,
    ...REASONED,
    shownAt: TASK,
    refused: 'decided already',
  },
  '/tasks/:id/correct': {
    ...is({ statement: 'Fit for school', reason: 'Misspelled', ...seen('Noor') }),
    ...nor({ statement: 'Unfit' }),
    shownAt: TASK,
    shows: (text, { statement = '' }) => text.includes(statement),
  },
  '/tasks/:id/revoke': { ...REASONED, shownAt: TASK },
  '/tasks/:id/certificate': {
    ...is({ disclose: 'name' }),
    ...nor({ disclose: 'initials' }),
    shownAt: TASK,
    ...UNTOLD,
  },
  '/manage/practice': {
    ...is({ practiceName: 'Praxis Holm', telephone: '+49 30 555 01 00' }),
    ...nor({ practiceName: 'Praxis Smit' }),
    shownAt: '/manage/practice',
    read: ({ form }) => `${form?.values['practiceName']} ${form?.values['telephone']}`,
  },
  '/manage/confirmations/:waitingId': {
    elsewhere: gone('waitingId'),
    shownAt: '/manage/confirmations/:waitingId',
    shows: (text) => text.includes('confirmed already'),
  },
  '/manage/confirmations/:waitingId/decline': {
    elsewhere: gone('waitingId'),
    shownAt: '/manage/confirmations/:waitingId',
    shows: (text) => text.includes('no such account'),
  },
  '/manage/invitations': {
    ...is({ email: 'nina@example.org', role: 'Ast' }),
    ...nor({ email: 'nora@example.org' }, { role: 'Doc' }),
    shownAt: '/manage/invitations',
    read: ({ text }) => text.match(/n\w+@example\.org(Assistant|Doctor)/g)?.join() ?? '',
    shows: (text, { email, role }) => text.includes(`${email}${role === 'Doc' ? 'Doctor' : 'Assistant'}`),
  },
  '/manage/invitations/withdraw': {
    prepare: done((clinic) => by(clinic, 'manager').inviteStaff({ email: 'nils@example.org', role: 'Ast' })),
    ...is({ email: 'nils@example.org' }),
    shownAt: '/manage/invitations',
    read: addressesOn,
    shows: (text, { email = '' }) => !text.includes(email),
  },
  [`${STAFF}/disable`]: { ...OF_STAFF, shows: (text) => text.includes('Closed') },
  [`${STAFF}/enable`]: { ...OF_STAFF, prepare: managed('disableStaff'), shows: (text) => !text.includes('Closed') },
  [`${STAFF}/manager`]: { ...OF_STAFF, shows: (text) => text.includes('Runs the practice') },
  [`${STAFF}/manager/end`]: {
    ...OF_STAFF,
    prepare: managed('makeManager'),
    shows: (text) => !text.includes('Runs the practice'),
  },
  [`${STAFF}/factor`]: { ...OF_STAFF, ...UNTOLD },
  [`${STAFF}/address`]: {
    ...OF_STAFF,
    ...is({ email: 'new-one@example.org' }),
    ...nor({ email: 'new-other@example.org' }),
    read: ({ text }) => /becomes (\S+) on/.exec(text)?.[1] ?? '',
  },
  [`${STAFF}/address/keep`]: {
    ...OF_STAFF,
    prepare: managed('giveAddress', { email: 'new-kept@example.org' }),
    shows: (text) => !text.includes('new-kept'),
  },
  [`${STAFF}/assistants/new`]: {
    ...OF_STAFF,
    values: ({ people }) => ({ email: people.formerAssistant.email }),
    others: ({ people }) => [{ email: people.assistant.email }],
    shows: (text, { email = '' }) =>
      text.includes(`${email.replace(/^p|-|@.*/g, (part) => (part === 'p' ? 'P' : ''))} Jansen`),
  },
  [`${STAFF}/assistants/:assistant/remove`]: { ...OF_STAFF, shows: (text) => !text.includes('Assistants') },
  '/practice/cover/new': {
    values: (clinic) => ({ doctorId: idOf(clinic, 'otherDoctor'), ...days('2') }),
    others: (clinic) => [{ doctorId: idOf(clinic, 'formerDoctor') }, days('3')],
    shownAt: '/practice/cover',
    ...UNTOLD,
  },
  '/manage/staff/:staff/cover/new': {
    values: (clinic) => ({ doctorId: idOf(clinic, 'formerDoctor'), ...days('2') }),
    others: (clinic) => [{ doctorId: idOf(clinic, 'doctor') }, days('3')],
    elsewhere: gone('staff'),
    shownAt: `${STAFF}/cover`,
    ...UNTOLD,
  },
  '/practice/leaving': {
    values: (clinic) => ({ receivers: idOf(clinic, 'otherDoctor') }),
    others: (clinic) => [{ receivers: idOf(clinic, 'formerDoctor') }],
    shownAt: '/practice/leaving',
    shows: (text) => text.includes('No case is left'),
  },
  '/manage/staff/:staff/cases': {
    prepare: managed('disableStaff'),
    values: (clinic) => ({ receivers: idOf(clinic, 'doctor') }),
    others: (clinic) => [{ receivers: idOf(clinic, 'formerDoctor') }],
    elsewhere: gone('staff'),
    shownAt: `${STAFF}/cases`,
    shows: (text) => text.includes('No case is left'),
  },
  '/covers/:cover/agree': { by: 'formerDoctor', elsewhere: gone('cover'), shownAt: '/practice/cover' },
  '/covers/:cover/end': { elsewhere: gone('cover'), shownAt: '/practice/cover' },
  '/practice/assistants': {
    values: ({ people }) => ({ email: people.otherAssistant.email }),
    others: ({ people }) => [{ email: people.formerAssistant.email }],
    shownAt: '/practice/assistants',
    ...UNTOLD,
  },
  '/practice/assistants/:id/remove': {
    elsewhere: (clinic) => ({ assistantId: idOf(clinic, 'otherAssistant') }),
    shownAt: '/practice/assistants',
  },
};

/**
 * Forms that change nothing but who is signed in, or whose values are secrets, which no key compares. Those of an import send a
 * file, or are refused in another state.
 */
const OTHERS = [
  'new :import/commit :import/stop :import/invite :import/close :import/rows/:row'.replaceAll(
    /\S+/g,
    '/manage/import/$&',
  ),
  '/sign-in /sign-in/code /sign-in/passkey /sign-in/passkey/answer /sign-out /forgotten /reset /address /invited /find',
  '/account/password /account/email /account/email/confirm /account/passkeys/new /account/passkeys/add /account/address',
  '/account/data /account/close /account/factor /account/factor/confirm /account/factor/off /account/factor/codes/new',
  '/manage/staff /setup /setup/own',
].flatMap((paths) => paths.split(' '));

it('every form has its story in this file', () => {
  expect([...Object.keys(SCENES), ...OTHERS].toSorted()).toEqual(FORMS.map(({ path }) => path).toSorted());
});

/** A form as somebody has it before them, and the page that shows what came of it. */
const openScene = async (form: AnyForm, scene: Scene) => {
  const { path, steps } = form;
  const clinic = await nextClinic();
  const ids: Ids = { ...clinic.ids, ...(await scene.prepare?.(clinic)) };
  const visitor = scene.by ? clinic.people[scene.by] : senderOf(form, clinic.people, portal.visitor);
  const reader = scene.reader ? clinic.people[scene.reader] : visitor;
  const { token, owner } = await visitor.hidden();
  const step = String(steps.length - 1);
  const values = scene.values?.(clinic) ?? {};
  const shown = async (): Promise<string> => {
    const page = await reader.open(addressOf(scene.shownAt, ids));
    return scene.read?.(page) ?? page.text;
  };
  const send = (key: string, other: Typed = {}, elsewhere: Partial<Ids> = {}) =>
    visitor.send({ ...values, token, owner, ...other, key, step }, { path: addressOf(path, { ...ids, ...elsewhere }) });
  const others = scene.others?.(clinic).map((other) => [other] as const) ?? [];
  const isThere = async (): Promise<boolean> => {
    const at = addressOf(path, ids);
    return (await visitor.open(at)).form?.action.split('?')[0] === at.split('?')[0];
  };
  /** What the fields that may be left empty hold where somebody opens the form. */
  const filled = async (): Promise<Typed> => {
    const inForm = (await visitor.open(addressOf(path, ids))).form?.values ?? {};
    const isTyped = (name: string) => {
      const rule = form.fields[name.split('-')[0] as keyof typeof form.fields];
      return rule?.isOptional && rule.control?.as !== 'select';
    };
    return Object.fromEntries(Object.entries(inForm).filter(([name, value]) => value !== '' && isTyped(name)));
  };
  const about = scene.elsewhere ? ([[{}, scene.elsewhere(clinic)]] as const) : [];
  return { clinic, ids, values, shown, send, isThere, filled, others: [...others, ...about] };
};

/** Whether they are refused depends on what is typed. */
const ANY_VALUES = [
  ...['/join', '/register', '/practice/cover/new', '/manage/staff/:staff/cover/new'],
  ...['/children/:id/parents/withdraw', '/practice/children/:id/withdraw', '/manage/invitations/withdraw'],
];

const WITH_SCENE = FORMS.flatMap((form) => {
  const scene = SCENES[form.path];
  return scene ? [[form.path, form, scene] as const] : [];
});

/** What is done right after is refused without the token of the session, and for no other reason. */
const expectTokenNeeded = async (
  { who }: AnyForm,
  { shown, send }: Pick<Awaited<ReturnType<typeof openScene>>, 'shown' | 'send'>,
) => {
  if (who === 'anyone') return;
  const before = await shown();
  const { status, problems } = await send(randomUUID(), { token: 'A'.repeat(43) });
  expect([status, problems[0]]).toEqual([409, expect.stringMatching(/^You have signed in anew/)]);
  expect(await shown()).toBe(before);
};

it.each(WITH_SCENE)('%s is done once, and said to be done only if it is', async (_, form, scene) => {
  const { shows = (text, values) => Object.values(values).every((value) => text.includes(value)) } = scene;
  const { values, shown, send, isThere, others } = await openScene(form, scene);
  const key = randomUUID();
  await expectTokenNeeded(form, { shown, send });
  const first = await send(key);
  expect(first.status, first.text).toBe(200);
  const there = await shown();
  expect(shows(there, values), there).toBe(true);

  const again = await send(key);
  expect([again.status, again.path]).toEqual([200, first.path]);
  expect(await shown()).toBe(there);

  // By the same form, as after the browser's Back; and by one in another tab.
  let before = there;
  for (const anyKey of [key, randomUUID()]) {
    for (const [other, elsewhere] of others) {
      const reply = await send(anyKey, other, elsewhere);
      const after = await shown();
      const sent = { ...values, ...other };
      const wasThere = elsewhere === undefined && shows(before, sent);
      if (anyKey !== key && scene.refused) expect(reply.text).toContain(scene.refused);
      if (reply.status >= 400) expect(after).toBe(before);
      else expect([wasThere || after !== before, shows(after, sent)], reply.path).toEqual([true, true]);
      before = after;
    }
  }
  // By its address, as from a bookmark.
  if (!ANY_VALUES.includes(form.path) && (await isThere()))
    expect((await send(randomUUID())).status, 'It is there, and is refused').toBe(200);
});

const OF_CASES = WITH_SCENE.filter(([path]) => /^\/cases\/:id\//.test(path));

it.each(OF_CASES)('%s is not there in a finished case if it can only be refused', async (_, form, scene) => {
  const { clinic, ids, send, isThere } = await openScene(form, scene);
  const { closeTask, finishCase } = by(clinic, 'doctor');
  await closeTask({ taskId: ids.taskId }).catch(() => undefined);
  await finishCase({ caseId: ids.caseId }).catch(() => undefined);
  if (await isThere()) expect((await send(randomUUID())).status).toBe(200);
});

/** Optional fields that say something else if they are empty: the usual time from today, or no. */
const EMPTY_IS_MORE = ['/tasks/:id/correct validUntil', '/manage/practice namedInMails'];

const CLEARABLE = WITH_SCENE.filter(([, { fields }]) => Object.values(fields).some((rule) => rule?.isOptional));

it.each(CLEARABLE)('%s takes back what is there and may be left out, if it is emptied', async (path, form, scene) => {
  const { send, filled } = await openScene(form, scene);
  await send(randomUUID());
  const before = await filled();
  const names = Object.keys(before).filter((name) => !EMPTY_IS_MORE.includes(`${path} ${name.split('-')[0]}`));
  if (names.length === 0) return;
  const emptied = await send(randomUUID(), Object.fromEntries(names.map((name) => [name, ''])));
  expect(emptied.status, emptied.text).toBe(200);
  expect(Object.keys(await filled()).filter((name) => names.includes(name))).toEqual([]);
});
