import type { Account } from '@health-case/domain/model/account';
import type { BirthDate, SocSecNum } from '@health-case/domain/model/child';
import type { EmailAddress } from '@health-case/domain/model/email';
import type { PersonName, Statement, Title } from '@health-case/domain/model/values';
import { describe, expect, it } from 'vitest';
import type { AnyForm } from '../src/kit/form.ts';
import { needed } from '../src/kit/visit.ts';
import { FORMS, PAGES } from '../src/pages/all.ts';
import { openPortal, PASSWORD } from './support/portal.ts';
import type { Page, Visitor } from './support/visitor.ts';

const { member, visitor, application, codeOf } = openPortal();

const PATHS = [...PAGES, ...FORMS].map(({ path }) => path);

/** What only those may read who take part in the case, or are a parent of the child. */
const SECRETS = ['Noor', 'Asthma', 'Measure lung function', 'Fit for sports', 'socSecNum 97', '3 February 2019'];

const callOf = (actor: Account) => ({ requestId: 'test', actor, address: '192.0.2.1' });

/** A case that has all there is, and everybody who has, had or never had a part in it. */
const clinic = async () => {
  const app = application();
  const people = {
    parent: await member('Par'),
    second: await member('Par'),
    formerParent: await member('Par'),
    otherParent: await member('Par'),
    doctor: await member('Doc'),
    formerDoctor: await member('Doc'),
    otherDoctor: await member('Doc'),
    assistant: await member('Ast'),
    formerAssistant: await member('Ast'),
    otherAssistant: await member('Ast'),
  };
  const { parent, second, formerParent, doctor, formerDoctor, otherDoctor, assistant, formerAssistant } = people;
  const by = (name: keyof typeof people) => callOf(people[name].account);
  const names = { firstName: 'Noor' as PersonName, lastName: 'Jansen' as PersonName };
  const child = { ...names, birthDate: '2019-02-03' as BirthDate, socSecNum: '756.1234.5678.97' as SocSecNum };
  const childId = needed(await app.addChild({ ...by('parent'), ...child }));
  for (const other of ['second', 'formerParent'] as const) {
    const { email } = people[other];
    needed(await app.inviteParent({ ...by('parent'), childId, email: email as EmailAddress }));
    needed(await app.joinChild({ ...by(other), code: await codeOf(email) }));
  }
  needed(await app.removeParent({ ...by('parent'), childId, parentId: formerParent.account.id }));
  for (const [boss, one] of [
    [formerDoctor, formerAssistant],
    [doctor, assistant],
    [otherDoctor, people.otherAssistant],
  ] as const) {
    const doctorId = boss.account.id;
    needed(await app.linkAssistant({ ...callOf(boss.account), doctorId, email: one.email }));
  }
  const opening = { childId, doctorId: formerDoctor.account.id, title: 'Asthma' as Title };
  const caseId = needed(await app.openCase({ ...by('parent'), ...opening }));
  const taskTitle = 'Measure lung function' as Title;
  const taskId = needed(await app.addTask({ ...by('formerDoctor'), caseId, title: taskTitle }));
  needed(await app.closeTask({ ...by('formerDoctor'), taskId }));
  needed(await app.requestCertification({ ...by('second'), id: taskId }));
  needed(await app.handOverCase({ ...by('parent'), caseId, doctorId: doctor.account.id }));
  needed(await app.issueCertification({ ...by('doctor'), id: taskId, statement: 'Fit for sports' as Statement }));
  return {
    people,
    ids: { childId, caseId, taskId, assistantId: assistant.account.id, parentId: parent.account.id, second },
  };
};

type Clinic = Awaited<ReturnType<typeof clinic>>;

/** The address with the clinic's own ids. */
const addressOf = (path: string, { childId, caseId, taskId, assistantId, parentId }: Clinic['ids']): string => {
  const id = path.startsWith('/children/') ? childId : path.startsWith('/tasks/') ? taskId : caseId;
  return path
    .replace('/practice/assistants/:id', `/practice/assistants/${assistantId}`)
    .replace(':id', id)
    .replace(':task', taskId)
    .replace(':parentId', parentId)
    .replace(/:(login|passkey)/, 'A'.repeat(43));
};

/** Something that fits into each field, so that nothing but a right is missing. */
const VALUES = {
  ...{ firstName: 'Eve', lastName: 'Holm', title: 'Taken', reason: 'Taken', statement: 'Taken', name: 'noor' },
  ...{ email: 'eve@example.org', password: PASSWORD, newPassword: PASSWORD, disclose: 'name', go: '' },
  ...{ 'birthDate-day': '1', 'birthDate-month': '1', 'birthDate-year': '2020', socSecNum: '11111111' },
};

/** Pages whose subject is of the clinic. Every other page is about whoever asks, such as a doctor's own practice. */
const isOfClinic = (path: string): boolean => /:(id|task|parentId)/.test(path) && !path.startsWith('/practice/');

const leaksIn = ({ html, path }: Page): readonly string[] =>
  SECRETS.filter((secret) => html.includes(secret) || decodeURIComponent(path).includes(secret));

const hasBeenRefused = ({ status, path }: Page): boolean => status >= 400 || path.startsWith('/sign-in');

/** What is wrong with what an outsider gets at a path. */
const faultsAt = async (path: string, ids: Clinic['ids'], outsider: Visitor): Promise<readonly string[]> => {
  const page = await outsider.open(addressOf(path, ids));
  const maySend = page.form !== undefined && page.status === 200 && isOfClinic(path);
  const sent = maySend ? await outsider.send(VALUES) : page;
  const leaks = [...leaksIn(page), ...leaksIn(sent)].map((secret) => `tells ${secret}`);
  return isOfClinic(path) && !hasBeenRefused(sent) ? [...leaks, 'is not refused'] : leaks;
};

/** What those who take part see, from which a change would show. */
const looksOf = async ({ parent, doctor }: Clinic['people'], ids: Clinic['ids']): Promise<readonly string[]> => {
  const pages = ['', '/parents'].map((part) => `/children/:id${part}`);
  const ofCase = ['', '/history', '/tasks/:task'].map((part) => `/cases/:id${part}`);
  const texts: string[] = [];
  for (const path of [...pages, ...ofCase]) texts.push((await parent.open(addressOf(path, ids))).text);
  return [...texts, (await doctor.open('/practice/assistants')).text];
};

describe('whoever takes no part in a case, or is no parent of the child', () => {
  it('reads nothing of it on any page, and changes nothing by any form', async () => {
    const { people, ids } = await clinic();
    const { parent, second, doctor, assistant, ...outsiders } = people;
    const before = await looksOf(people, ids);
    const asked = PATHS.filter((path) => path !== '/sign-out' && !path.startsWith('/account'));
    const faults: string[] = [];
    let cells = 0;
    for (const [name, outsider] of Object.entries({ ...outsiders, nobody: visitor() })) {
      for (const path of asked) {
        const found = await faultsAt(path, ids, outsider);
        faults.push(...found.map((fault) => `${name} at ${path}: ${fault}`));
        cells += 1;
      }
    }
    expect(faults).toEqual([]);
    expect(cells).toBe(7 * asked.length);
    expect(await looksOf(people, ids)).toEqual(before);
    // Those who take part do read it, so the looks above could have found something.
    for (const one of [parent, second, doctor, assistant]) {
      expect(leaksIn(await one.open(addressOf('/cases/:id/tasks/:task', ids)))).toContain('Noor');
    }
  });
});

const ELSEWHERE: readonly Readonly<Record<string, string>>[] = [
  { 'Sec-Fetch-Site': 'cross-site' },
  { 'Sec-Fetch-Site': 'same-site' },
  { 'Sec-Fetch-Site': 'none' },
  { 'Sec-Fetch-Site': 'cross-site', Origin: 'https://evil.example' },
];

const REFUSED = ELSEWHERE.map(() => 403);

/** Sent from elsewhere, and without the token of the session or with another one. */
const statusesOf = async ({ path, who }: AnyForm, people: Clinic['people'], ids: Clinic['ids']) => {
  const roles = { Par: people.parent, Doc: people.doctor, Ast: people.assistant };
  const [role = 'Par'] = typeof who === 'string' ? [] : who;
  const one = who === 'anyone' ? visitor() : roles[role];
  const to = { path: addressOf(path, ids) };
  const replies: Page[] = [];
  for (const headers of ELSEWHERE) replies.push(await one.send(VALUES, { ...to, headers }));
  const tokens = who === 'anyone' ? [] : ['', 'A'.repeat(43)];
  for (const token of tokens) replies.push(await one.send({ ...VALUES, token }, to));
  return replies.map(({ status }) => status);
};

describe('every form', () => {
  it('is refused from another page, and without the token of the session', async () => {
    const { people, ids } = await clinic();
    const statuses: [string, readonly number[]][] = [];
    for (const form of FORMS) statuses.push([form.path, await statusesOf(form, people, ids)]);
    expect(statuses).toEqual(FORMS.map(({ path, who }) => [path, who === 'anyone' ? REFUSED : [...REFUSED, 409, 409]]));
  });
});
