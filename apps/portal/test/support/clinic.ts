import { randomBytes, randomUUID } from 'node:crypto';
import { acting } from '@health-case/composition/testing/acting';
import { createApplication } from '@health-case/domain/application';
import { createDevice } from '@health-case/domain/contracts/passkeys/device';
import type { CodeDigest } from '@health-case/domain/model/account';
import { daysAfter } from '@health-case/domain/model/calendar';
import type { Passkey, PasskeyId } from '@health-case/domain/model/passkey';
import { DAY, later, type PasskeyName } from '@health-case/domain/model/values';
import { ok } from '@health-case/domain/result';
import type { AnyForm } from '../../src/kit/form.ts';
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
  firstName: 'Noor',
  lastName: 'Jansen',
  case: 'Epilepsy',
  task: 'Record the seizures',
  statement: 'Fit for sports',
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
    parent,
    second,
    formerParent,
    otherParent,
    doctor,
    formerDoctor,
    otherDoctor,
    assistant,
    formerAssistant,
    otherAssistant,
    manager,
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
export const openClinic = async ({ before, by, codeOf, member, ports, setManager }: Portal, texts = TEXTS) => {
  const people = await everybody(member);
  const { assistant, doctor, formerDoctor, manager, parent, second } = people;
  await setManager(manager);
  const names = { firstName: texts.firstName, lastName: texts.lastName };
  const childId = await by(parent).addChild({ ...names, birthDate: '2019-02-03', socSecNum: '756.1234.5678.97' });
  for (const other of [second, people.formerParent]) {
    await by(parent).inviteParent({ childId, email: other.email });
    await by(other).joinChild({ code: await codeOf(other.email) });
  }
  await by(parent).removeParent({ childId, parentId: people.formerParent.account.id });
  for (const [one, of] of [
    [people.formerAssistant, formerDoctor],
    [assistant, doctor],
    [people.otherAssistant, people.otherDoctor],
  ] as const)
    await by(of).linkAssistant({ doctorId: of.account.id, email: one.email });
  const caseId = await before.caseOpened(parent, childId, formerDoctor, texts.case);
  const taskId = await before.certificateRequested(second, formerDoctor, caseId, texts.task);
  await by(parent).handOverCase({ caseId, doctorId: doctor.account.id });
  const note = await by(assistant).writeNote({ caseId, text: texts.note });
  for (const one of [doctor, parent, second]) await one.open(`/cases/${caseId}`);
  await by(doctor).issueCertification({ id: taskId, statement: texts.statement });

  const { calendar, clock, rules, sessionTokens, storage } = ports();
  const confirming = createApplication({ ...ports(), rules: { ...rules, registration: 'confirmed' } });
  const newcomer = { firstName: 'Wim', lastName: 'Bakker', email: `waiting-${randomUUID()}@example.org` };
  const { id: waitingId } = await acting(confirming, { requestId: 'test', address: '192.0.2.1' }).registerAccount({
    ...newcomer,
    role: 'Doc',
    password: PASSWORD,
    through: 'A',
  });

  const elsewhere = await by(parent).logIn({ email: parent.email, password: PASSWORD });
  const [device, passkey] = [randomId<CodeDigest>(), randomId<PasskeyId>()];
  const provenAt = clock.now();
  const trust = { of: 'second factor', provenAt, expiresAt: later(provenAt, DAY) } as const;
  const key = { publicKey: randomId<Passkey['publicKey']>(), counter: 0, createdAt: provenAt, lastUsedAt: undefined };
  await storage.write(async ({ loginProofs, passkeys }) => {
    const ofAccount = { accountId: parent.account.id };
    await passkeys.insert({ id: passkey, name: 'Phone' as PasskeyName, ...ofAccount, ...key });
    return ok(await loginProofs.insert({ digest: device, ...ofAccount, ...trust }));
  });
  const saying = { kind: 'statement', text: 'Seen today' };
  const tomorrow = daysAfter(calendar.dayOf(provenAt), 1);
  const covering = { deputyId: formerDoctor.account.id, firstDay: tomorrow, lastDay: tomorrow };
  return {
    people,
    ids: {
      childId,
      caseId,
      taskId,
      note,
      certificate: '',
      device,
      passkey,
      waitingId,
      login: `${sessionTokens.digestOf(elsewhere.token)}`,
      phrase: await by(doctor).addPhrase(saying),
      shared: await by(asManager(manager)).addPhrase({ ...saying, isOfPractice: true }),
      cover: await by(doctor).nameDeputy({ doctorId: doctor.account.id, ...covering }),
      staff: people.otherDoctor.account.id,
      assistant: people.otherAssistant.account.id,
      assistantId: assistant.account.id,
      parentId: parent.account.id,
    },
  };
};

/** A member who has been made a manager since. */
export const asManager = ({ account }: Member) => ({ account: { ...account, isManager: true } });

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
  const { id: certificate } = await portal.by(people.parent).createCertificate({ id: ids.taskId, disclosed: 'name' });
  return { people, ids: { ...ids, certificate } };
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
  ...Object.fromEntries(TEXT_FIELDS.map((name) => [name, 'Taken'])),
  firstName: 'Eve',
  lastName: 'Holm',
  name: 'noor',
  patient: 'noor',
  email: 'eve@example.org',
  password: PASSWORD,
  newPassword: PASSWORD,
  disclose: 'name',
  role: 'Ast',
  'birthDate-day': '1',
  'birthDate-month': '1',
  'birthDate-year': '2020',
  socSecNum: '11111111',
  childId,
  doctorId,
  tasks: `${caseId}_${taskId}`,
});
const TEXT_FIELDS = 'title purpose reason phrase statement note passkeyName'.split(' ');

const OF_PRACTICE = ['assistants', 'cover', 'children'].map((part) => `/practice/${part}`);

/** What those who take part see, from which a change would show. */
export const looksOf = async ({ parent, doctor }: People, ids: Ids): Promise<readonly string[]> => {
  const ofChild = ['', '/parents'].map((part) => `/children/:id${part}`);
  const ofCase = ['', '/history', '/notes', '/tasks/:task'].map((part) => `/cases/:id${part}`);
  const own = ['', '/passkeys'].map((part) => `/account${part}`);
  const texts: string[] = [];
  for (const path of [...ofChild, ...ofCase, ...own]) texts.push((await parent.open(addressOf(path, ids))).text);
  for (const path of ['/account/phrases', ...OF_PRACTICE, '/cases', '/account'])
    texts.push((await doctor.open(path)).text);
  const { links } = await parent.open('/account/logins');
  return [...texts, ...links.filter((link) => link.startsWith('/account/logins/'))];
};
