import { randomBytes, randomUUID } from 'node:crypto';
import { createApplication } from '@health-case/domain/application';
import { createDevice } from '@health-case/domain/contracts/passkeys/device';
import type { Account, CodeDigest, Password } from '@health-case/domain/model/account';
import { daysAfter } from '@health-case/domain/model/calendar';
import type { BirthDate, SocSecNum } from '@health-case/domain/model/child';
import type { EmailAddress } from '@health-case/domain/model/email';
import type { Passkey, PasskeyId } from '@health-case/domain/model/passkey';
import {
  DAY,
  type Instant,
  later,
  type NoteText,
  type PasskeyName,
  type PersonName,
  type Statement,
} from '@health-case/domain/model/values';
import { ok } from '@health-case/domain/result';
import { type AnyForm, needed } from '../../src/kit/form.ts';
import { type openPortal, PASSWORD } from './portal.ts';
import type { Visitor } from './visitor.ts';

/** What only those may read who take part in the case, or are a parent of the child. */
export const SECRETS = [
  'Noor',
  'Epilepsy',
  'Record the seizures',
  'Fit for sports',
  'Sleeps badly',
  '*97',
  '756.1234',
  '3 February 2019',
];

/** What people have typed there. */
const TEXTS = {
  ...{ firstName: 'Noor', lastName: 'Jansen' },
  ...{ case: 'Epilepsy', task: 'Record the seizures', statement: 'Fit for sports' },
  note: 'Sleeps badly\nsince Monday',
};

/** The page that asks for passkeys, unless settings say otherwise. */
export const PASSKEY_PAGE = { rpId: 'localhost', origin: 'http://localhost:3002' };

type Portal = ReturnType<typeof openPortal>;
type Member = Awaited<ReturnType<Portal['member']>>;

/** Adds a passkey to an account. Answers the device, which has it. */
export const addPasskey = async ({ open, send, page }: Member) => {
  const device = createDevice(PASSKEY_PAGE);
  await open('/account/passkeys/new');
  await send({ passkeyName: 'Phone', password: PASSWORD });
  await send({ response: device.create(page().options) });
  return device;
};

/** At once, so that their units of work share commits. */
const everybody = async (member: Portal['member']) => {
  const [parents, doctors, assistants] = await Promise.all([
    Promise.all([member('Par'), member('Par'), member('Par'), member('Par')]),
    Promise.all([member('Doc'), member('Doc'), member('Doc')]),
    Promise.all([member('Ast'), member('Ast'), member('Ast'), member('Ast')]),
  ]);
  const [parent, second, formerParent, otherParent] = parents;
  const [doctor, formerDoctor, otherDoctor] = doctors;
  // D-40: the manager takes part in no case.
  const [assistant, formerAssistant, otherAssistant, manager] = assistants;
  return {
    ...{ parent, second, formerParent, otherParent, doctor, formerDoctor, otherDoctor },
    ...{ assistant, formerAssistant, otherAssistant, manager },
  };
};

export type People = Awaited<ReturnType<typeof everybody>>;
export type Name = keyof People;

/** Who may send a form, about what is theirs. */
export const senderOf = (
  { who }: Pick<AnyForm, 'who'>,
  { parent, doctor, assistant, manager }: People,
  stranger: () => Visitor,
): Visitor => {
  if (who === 'anyone') return stranger();
  if (who === 'manager') return manager;
  const [role = 'Par'] = who === 'member' ? [] : who;
  return { Par: parent, Doc: doctor, Ast: assistant }[role];
};

const randomId = <Id extends string>(): Id => randomBytes(32).toString('base64url') as Id;

/** A case that has all there is, and everybody who has, had or never had a part in it. */
export const openClinic = async ({ member, application, before, callOf, codeOf, ports }: Portal, texts = TEXTS) => {
  const app = application();
  const people = await everybody(member);
  const by = (name: Name) => callOf(people[name]);
  await ports().storage.write(async ({ accounts }) => ok(await accounts.setManager(people.manager.account.id, true)));
  const names = { firstName: texts.firstName as PersonName, lastName: texts.lastName as PersonName };
  const child = { ...names, birthDate: '2019-02-03' as BirthDate, socSecNum: '756.1234.5678.97' as SocSecNum };
  const childId = needed(await app.addChild({ ...by('parent'), ...child }));
  for (const other of ['second', 'formerParent'] as const) {
    const { email } = people[other];
    needed(await app.inviteParent({ ...by('parent'), childId, email: email as EmailAddress }));
    needed(await app.joinChild({ ...by(other), code: await codeOf(email) }));
  }
  needed(await app.removeParent({ ...by('parent'), childId, parentId: people.formerParent.account.id }));
  for (const [doctor, assistant] of [
    ['formerDoctor', 'formerAssistant'],
    ['doctor', 'assistant'],
    ['otherDoctor', 'otherAssistant'],
  ] as const) {
    const { account }: { readonly account: Account } = people[doctor];
    needed(await app.linkAssistant({ ...by(doctor), doctorId: account.id, email: people[assistant].email }));
  }
  const { formerDoctor, second } = people;
  const caseId = await before.caseOpened(people.parent, childId, formerDoctor, texts.case);
  const taskId = await before.certificateRequested(second, formerDoctor, caseId, texts.task);
  needed(await app.handOverCase({ ...by('parent'), caseId, doctorId: people.doctor.account.id }));
  const noteId = needed(await app.writeNote({ ...by('assistant'), caseId, text: texts.note as NoteText }));
  for (const name of ['doctor', 'parent', 'second'] as const) await people[name].open(`/cases/${caseId}`);
  needed(await app.issueCertification({ ...by('doctor'), id: taskId, statement: texts.statement as Statement }));

  const confirming = createApplication({ ...ports(), rules: { ...ports().rules, registration: 'confirmed' } });
  const email = `waiting-${randomUUID()}@example.org` as EmailAddress;
  const unknown = { firstName: 'Wim' as PersonName, lastName: 'Bakker' as PersonName };
  const newcomer = { ...unknown, role: 'Doc', email, password: PASSWORD as Password, through: 'A' } as const;
  const { id: waitingId } = needed(await confirming.registerAccount({ ...callOf(people.manager), ...newcomer }));

  const { parent, assistant } = people;
  const ofParent = { email: parent.email, password: PASSWORD as Password };
  const elsewhere = needed(await app.logIn({ ...by('parent'), ...ofParent }));
  const login = `${ports().sessionTokens.digestOf(elsewhere.token)}`;
  const [device, passkey] = [randomId<CodeDigest>(), randomId<PasskeyId>()];
  const provenAt = Date.now() as Instant;
  const trust = { of: 'second factor', provenAt, expiresAt: later(provenAt, DAY) } as const;
  const key = { publicKey: randomId<Passkey['publicKey']>(), counter: 0, createdAt: provenAt, lastUsedAt: undefined };
  await ports().storage.write(async ({ loginProofs, passkeys }) => {
    const ofAccount = { accountId: parent.account.id };
    await passkeys.insert({ id: passkey, name: 'Phone' as PasskeyName, ...ofAccount, ...key });
    return ok(await loginProofs.insert({ digest: device, ...ofAccount, ...trust }));
  });
  const saying = { kind: 'statement', text: 'Seen today' as Statement } as const;
  const phrase = needed(await app.addPhrase({ ...by('doctor'), ...saying }));
  const asManager = { ...by('manager'), actor: { ...people.manager.account, isManager: true } };
  const shared = needed(await app.addPhrase({ ...asManager, ...saying, isOfPractice: true }));
  const tomorrow = daysAfter(ports().calendar.dayOf(provenAt), 1);
  const asking = { doctorId: people.doctor.account.id, deputyId: people.formerDoctor.account.id };
  const covering = { ...asking, firstDay: tomorrow, lastDay: tomorrow };
  const cover = needed(await app.nameDeputy({ ...by('doctor'), ...covering }));
  const ofPeople = { assistantId: assistant.account.id, parentId: parent.account.id };
  return {
    people,
    ids: {
      childId,
      caseId,
      taskId,
      note: noteId,
      certificate: '',
      login,
      device,
      passkey,
      phrase,
      shared,
      cover,
      waitingId,
      staff: people.otherDoctor.account.id,
      assistant: people.otherAssistant.account.id,
      ...ofPeople,
    },
  };
};

/** A clinic for each who asks, in the state in which it was made once. */
export const createClinics = (portal: Portal) => {
  const make = async () => {
    const clinic = await openClinic(portal);
    const visitors = Object.values(clinic.people).map(({ cookies }) => [cookies, [...cookies]] as const);
    return { clinic, visitors, goBack: portal.keep() };
  };
  let made: ReturnType<typeof make> | undefined;
  return async () => {
    made ??= make();
    const { clinic, visitors, goBack } = await made;
    await goBack();
    for (const [cookies, before] of visitors) {
      cookies.clear();
      for (const [name, value] of before) cookies.set(name, value);
    }
    return clinic;
  };
};

/** With a certificate that a parent has made. */
export const openClinicWithPaper = async (portal: Portal) => {
  const { people, ids } = await openClinic(portal);
  const call = { ...portal.callOf(people.parent), id: ids.taskId, disclosed: 'name' } as const;
  return { people, ids: { ...ids, certificate: needed(await portal.application().createCertificate(call)).id } };
};

export type Ids = Readonly<Record<keyof Awaited<ReturnType<typeof openClinic>>['ids'], string>>;

/** The address of a page or form, about the subjects with these ids. */
export const addressOf = (path: string, { childId, caseId, taskId, assistantId, parentId, ...others }: Ids) => {
  const id = /^(\/practice)?\/children\//.test(path)
    ? childId
    : /^\/(tasks|issued|decisions)\//.test(path)
      ? taskId
      : caseId;
  return path
    .replace('/practice/assistants/:id', `/practice/assistants/${assistantId}`)
    .replace('/practice/cases/new', `/practice/cases/new?child=${childId}`)
    .replace(':id', id)
    .replace(':task', taskId)
    .replace(':parentId', parentId)
    .replace(
      /:(login|device|passkey|phrase|shared|certificate|note|cover|waitingId|staff|assistant)/g,
      (_, name: keyof typeof others) => others[name],
    );
};

/** Something that fits into each field, so that nothing but a right is missing. */
export const valuesFor = ({ childId, caseId, taskId }: Ids, doctorId: string) => ({
  ...{
    firstName: 'Eve',
    lastName: 'Holm',
    title: 'Taken',
    purpose: 'Taken',
    reason: 'Taken',
    phrase: 'Taken',
    statement: 'Taken',
    note: 'Taken',
    name: 'noor',
    patient: 'noor',
  },
  ...{
    email: 'eve@example.org',
    password: PASSWORD,
    newPassword: PASSWORD,
    disclose: 'name',
    passkeyName: 'Taken',
    role: 'Ast',
  },
  ...{ 'birthDate-day': '1', 'birthDate-month': '1', 'birthDate-year': '2020', socSecNum: '11111111' },
  ...{ childId, doctorId, tasks: `${caseId}_${taskId}` },
});

/** What those who take part see, from which a change would show. */
export const looksOf = async ({ parent, doctor }: People, ids: Ids): Promise<readonly string[]> => {
  const ofChild = ['', '/parents'].map((part) => `/children/:id${part}`);
  const ofCase = ['', '/history', '/notes', '/tasks/:task'].map((part) => `/cases/:id${part}`);
  const own = ['', '/passkeys'].map((part) => `/account${part}`);
  const texts: string[] = [];
  for (const path of [...ofChild, ...ofCase, ...own]) texts.push((await parent.open(addressOf(path, ids))).text);
  for (const path of [
    '/account/phrases',
    '/practice/assistants',
    '/practice/cover',
    '/practice/children',
    '/cases',
    '/account',
  ])
    texts.push((await doctor.open(path)).text);
  const { links } = await parent.open('/account/logins');
  return [...texts, ...links.filter((link) => link.startsWith('/account/logins/'))];
};
