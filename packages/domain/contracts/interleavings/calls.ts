import { createApplication, createOperatorApplication } from '@health-case/domain/application';
import { createDelivery } from '@health-case/domain/courier';
import { daysAfter } from '@health-case/domain/model/calendar';
import type { Ports } from '@health-case/domain/ports/ports';
import type { Storage, Stores } from '@health-case/domain/ports/storage';
import { ok, type Refusal, type Result } from '@health-case/domain/result';
import type { Caller } from '@health-case/domain/use-cases/declaration';
import { AWKWARD_TEXT } from '../storage/samples.ts';
import { digestOf, type World } from './world.ts';

export type Call = { readonly name: string; readonly input: Readonly<Record<string, unknown>> };

/** One call for each combination of the values. */
const each = (name: string, values: Readonly<Record<string, readonly unknown[]>>): readonly Call[] =>
  Object.entries(values).reduce<readonly Call[]>(
    (made, [field, pool]) =>
      made.flatMap(({ input }) => pool.map((value) => ({ name, input: { ...input, [field]: value } }))),
    [{ name, input: {} }],
  );

const NO_KEY = { idempotencyKey: [undefined] };
const KEYS = { idempotencyKey: [undefined, 'a key', 'a key', 'another key'] };
const OLD = 'correct horse';
const PASSWORDS = { password: [OLD, 'battery staple'] };
const NEW = { newPassword: ['battery staple', 'a third one'] };
const REASON = { reason: [AWKWARD_TEXT] };
const times = (many: number, calls: readonly Call[]): readonly Call[] => Array(many).fill(calls).flat();

/** The calls that may meet, by what they are about. Few rows and values, so that most of them do. */
export const callsOf = (world: World): readonly (readonly Call[])[] => {
  const { people, email, code, id } = world;
  const [doctor, doctor2, assistant, assistant2, parent, parent2] = people;
  const names = { firstName: [doctor.firstName], lastName: [doctor.lastName] };
  const registration = { ...names, password: [OLD], through: ['A'], ...KEYS };
  const invited = { ...registration, role: ['Doc'], invitation: [code] };
  const numbers = { socSecNum: ['756.1', '756.9', '7569', undefined] };
  const ofParent = { email: [parent.email] };
  const leaving = (accounts: readonly World['people'][number][]) =>
    ['disableAccount', 'enableAccount'].flatMap((name) => each(name, { email: accounts.map(({ email }) => email) }));
  const emails = { email: [assistant2.email, assistant.email, email('new')] };
  const byDoctor = { actor: [doctor], doctorId: [doctor.id] };
  const ofChild = { childId: world.children.map((one) => one.id) };
  const ofCase = { ...byDoctor, caseId: world.cases.map((one) => one.id) };
  const ofTask = { ...byDoctor, taskId: world.tasks.map((one) => one.id) };
  const certified = { id: [...ofTask.taskId.slice(1), ...ofCase.caseId.slice(0, 1)] };
  const entered = { doctorId: [doctor.id], ...names, birthDate: ['2019-02-03'], title: ['Croup'] };
  const registrations = [
    ...each('registerAccount', { ...registration, email: [email('new'), parent.email], role: ['Par'] }),
    ...each('registerAccount', { ...invited, email: [email('new'), email('newer')] }),
    ...each('createAccount', { ...registration, ...NO_KEY, email: [email('new')], role: ['Ast'] }),
  ];
  const logins = [
    ...each('logIn', { ...ofParent, ...PASSWORDS }),
    ...each('changePassword', { actor: [parent], ...PASSWORDS, ...NEW }),
    ...each('setPassword', { ...ofParent, ...NEW }),
    ...['disableAccount', 'enableAccount', 'endSessions', 'unlockLogin'].flatMap((name) => each(name, ofParent)),
    ...each('logOut', { actor: [parent] }),
    ...loginsOfTwoPages(world),
  ];
  const wished = [{ caseId: world.cases[0]?.id }, { childId: world.children[0]?.id, doctorId: doctor.id }];
  const removals = ['eraseChild', 'exportChild'].flatMap((name) => each(name, ofChild));
  const children = [
    ...each('addChild', { actor: [parent, parent2], ...names, ...numbers, ...KEYS }),
    ...each('openCase', { ...ofChild, ...byDoctor, actor: [parent, doctor], title: ['Croup'], ...KEYS }),
    ...times(2, leaving([doctor])),
    ...each('enterChild', { ...entered, actor: [doctor, assistant], ...KEYS }),
    ...times(3, each('makePaperCode', { ...ofChild, actor: [doctor, assistant] })),
    ...times(3, each('closeAccount', { actor: [parent], password: [OLD] })),
    ...times(3, [...removals, ...each('rotateDataKey', {}), ...each('reencrypt', { after: [id(0)] })]),
  ];
  const cases = [
    ...phraseCallsOf(world),
    ...each('addTask', { ...ofCase, actor: [doctor, assistant], title: ['Blood count'], ...KEYS }),
    ...times(3, [
      ...each('closeTask', ofTask),
      ...each('undoClosing', ofTask),
      ...each('declineWish', { ...ofTask, ...REASON }),
      ...each('withdrawWish', { ...ofTask, actor: [parent, parent2] }),
      ...each('wishCertificate', { actor: [parent], about: wished, purpose: ['School trip'], ...KEYS }),
      ...each('finishCase', ofCase),
      ...each('refuseCase', { ...ofCase, ...REASON }),
      ...each('writeNote', { ...ofCase, actor: [doctor, assistant, parent], text: ['Sleeps badly'], ...KEYS }),
      ...each('reopenCase', { ...ofCase, ...REASON }),
      ...each('renameTask', { ...ofTask, title: ['Urine test'] }),
      ...each('renameCase', { ...ofCase, title: ['Asthma'] }),
      ...each('handOverCase', { ...ofCase, actor: [doctor, parent], doctorId: [doctor2.id] }),
    ]),
    ...each('handOverCase', {
      caseId: ofCase.caseId,
      actor: [doctor, doctor2, parent],
      doctorId: [doctor.id, doctor2.id],
    }),
    ...times(2, leaving([doctor2])),
    ...times(6, each('closeAccount', { actor: [doctor2, parent, assistant], password: [OLD] })),
    ...times(2, each('setTakesNoChildren', { actor: [doctor2], takesNoChildren: [true, false] })),
    ...each('renameCase', { ...ofCase, title: ['Croup', 'Cough'] }),
    ...each('renameTask', { ...ofTask, actor: [doctor, assistant], title: ['Spirometry', 'X-ray'] }),
    ...removals,
  ];
  const certifications = [
    ...each('requestCertification', { ...certified, actor: [parent, doctor], ...KEYS }),
    ...each('createCertificate', { ...certified, actor: [parent, doctor], disclosed: ['name'], ...KEYS }),
    ...times(2, [...decisionsOf(world, certified), ...each('rotateSigningKey', {}), ...each('withdrawSigningKey', {})]),
    ...each('closeTask', ofTask),
    ...times(2, leaving([doctor])),
    ...each('handOverCase', { ...ofCase, actor: [doctor, parent], doctorId: [doctor2.id] }),
    ...times(2, each('correctChild', { ...ofChild, actor: [parent], firstName: ['Emil', 'Mia'] })),
    ...removals,
  ];
  const assistants = [
    ...each('linkAssistant', { ...byDoctor, ...emails, ...KEYS }),
    ...each('linkAssistant', { ...byDoctor, doctorId: [doctor2.id], ...emails }),
    ...leaving([assistant, assistant2]),
    ...times(2, each('closeAccount', { actor: [assistant], password: [OLD] })),
    ...times(3, each('unlinkAssistant', { ...byDoctor, assistantId: [assistant.id, assistant2.id] })),
    ...each('addTask', { ...ofCase, actor: [assistant, assistant2], title: ['Blood count'] }),
  ];
  const covering = { actor: [{ ...doctor2, coversOn: world.today }] };
  const covers = [
    ...each('nameDeputy', { ...byDoctor, deputyId: [doctor2.id], ...daysFrom(world), ...KEYS }),
    ...times(
      2,
      each('nameDeputy', { actor: [doctor2], doctorId: [doctor2.id], deputyId: [doctor.id], ...daysFrom(world) }),
    ),
    ...times(4, each('agreeToCover', { actor: [doctor2, doctor], coverId: [world.cover] })),
    ...times(3, each('endCover', { actor: [doctor, doctor2], coverId: [world.cover] })),
    ...times(2, each('addTask', { ...covering, caseId: ofCase.caseId, title: ['Blood count'] })),
    ...each('handOverCase', { ...ofCase, doctorId: [doctor2.id] }),
    ...each('giveCases', { ...byDoctor, receivers: [[doctor2.id]] }),
    ...times(2, leaving([doctor2])),
    ...times(2, each('closeAccount', { actor: [doctor2], password: [OLD] })),
    ...each('eraseChild', ofChild),
  ];
  const others = [familyCallsOf(world), passkeyCallsOf(world)];
  return [registrations, logins, children, cases, certifications, assistants, covers, ...others];
};

/** Of one who has a second factor, in several browsers, of which some are trusted from then on. */
const loginsOfTwoPages = ({ nth, now, people, factor, tickets }: World) => {
  const [, , , guarded] = people;
  const email = [guarded.email];
  const step = Math.floor(now / 30_000);
  const otp = [`${factor} ${step}`, `${factor} ${step + 1}`, `recovery ${nth}`];
  return [
    ...each('logIn', { email, password: [OLD], otp }),
    ...each('finishLogin', { email, ticket: tickets, otp, trusts: [true, false] }),
  ];
};

/** D-41: on some of them there is a deputy already. */
const daysFrom = ({ today }: World) => ({ firstDay: [today, daysAfter(today, 1)], lastDay: [daysAfter(today, 1)] });

/** What a doctor says often, in one order. */
const phraseCallsOf = ({ people: [doctor], phrases }: World) => {
  const [actor, phrase] = [[doctor], phrases];
  return [
    ...each('addPhrase', { actor, kind: ['reason'], text: ['Seen again', 'A slip'], ...KEYS }),
    ...each('changePhrase', { actor, phrase, text: ['Seen again'] }),
    ...['putPhraseFirst', 'removePhrase'].flatMap((name) => times(2, each(name, { actor, phrase }))),
  ];
};

/** By the doctor, and by one to whom the case may have been handed over. The child may be called otherwise by now. */
const decisionsOf = (
  { people: [doctor, doctor2], children }: World,
  certified: { readonly id: readonly unknown[] },
) => {
  const seen = { ...certified, firstName: ['Mia', 'Emil'], lastName: [children[0]?.lastName] };
  return [
    ...['issueCertification', 'rejectCertification', 'revokeCertification'].flatMap((name) =>
      each(name, { ...certified, actor: [doctor], ...REASON }),
    ),
    ...each('issueCertification', { ...seen, actor: [doctor] }),
    ...each('correctCertification', { ...seen, actor: [doctor], statement: ['Fit', 'Unfit'], ...REASON }),
    ...each('confirmCertification', { ...seen, actor: [doctor, doctor2] }),
  ];
};

/**
 * Two parents who have each added the same child, and of whom one is invited by the other. Somebody else is invited by a
 * mail that waits.
 */
const familyCallsOf = ({
  people,
  email,
  children,
  cases,
  tasks,
  again,
  caseAgain,
  joinCode,
}: World): readonly Call[] => {
  const [doctor, doctor2, , , parent, parent2] = people;
  const [actor, own, ids] = [[parent, parent2], children.map(({ id }) => id).slice(0, 1), [children[0]?.id, again.id]];
  const ofBoth = { childId: ids, actor };
  const seen = { firstName: ['Mia', 'Emil'], lastName: [again.lastName] };
  const handover = { caseId: [cases[0]?.id, caseAgain.id], doctorId: [doctor.id, doctor2.id] };
  return [
    ...times(6, each('joinChild', { actor: [parent2], code: [joinCode], ...KEYS })),
    ...times(2, each('inviteParent', { childId: own, actor, email: [email('new')] })),
    ...times(4, each('withdrawParentInvitation', { childId: own, actor, email: [email('new'), parent2.email] })),
    ...times(8, each('sendInvitation', {})),
    ...times(4, each('removeParent', { childId: own, actor, parentId: [parent.id, parent2.id] })),
    ...times(2, each('mergeChildren', { keep: ids, other: ids })),
    ...each('confirmCertification', { ...seen, id: [tasks[3]?.id], actor: [doctor] }),
    ...times(2, each('correctChild', { ...ofBoth, firstName: ['Emil'], socSecNum: ['756.9', undefined] })),
    ...each('addChild', { actor, firstName: ['Mia'], lastName: ['Jansen'], socSecNum: ['756.1', '756.9'], ...KEYS }),
    ...each('openCase', { ...ofBoth, doctorId: [doctor.id], title: ['Croup'], ...KEYS }),
    ...each('handOverCase', { ...handover, actor: [parent, parent2, doctor] }),
    ...times(4, each('eraseChild', { childId: ids })),
    ...times(8, each('eraseAccount', { email: [parent2.email] })),
    ...times(8, each('closeAccount', { actor: [parent, parent2], password: [OLD] })),
  ];
};

/** Devices of one parent. Two of them, or a copy of a key, may answer at once. */
const passkeyCallsOf = ({ nth, people, challenges, passkey }: World): readonly Call[] => {
  const [, , , , parent] = people;
  const signed = challenges.logIn.flatMap((challenge) =>
    [0, 1, 2].map((counter) => JSON.stringify({ ...passkey, challenge, counter })),
  );
  const made = challenges.add.flatMap((challenge) =>
    [passkey.id, `new-${nth}`].map((id) => JSON.stringify({ ...passkey, id, challenge })),
  );
  const ofParent = { email: [parent.email] };
  return [
    ...times(2, each('logInByPasskey', { response: signed })),
    ...times(2, each('addPasskey', { actor: [parent], response: made, name: ['Phone'] })),
    ...times(2, each('removePasskey', { actor: [parent], passkey: [passkey.id, `new-${nth}`] })),
    ...['resetFactor', 'disableAccount', 'enableAccount'].flatMap((name) => times(2, each(name, ofParent))),
    ...each('setPassword', { ...ofParent, ...NEW }),
  ];
};

type AnyOutcome = Result<unknown, Refusal>;
type Calls = Readonly<Record<string, (input: object) => Promise<AnyOutcome>>>;

export const withdrawnKeys = new Set<string>();

/** What is no use case, or tells of keys, which worlds in one store share. */
const UNITS: Readonly<Record<string, (stores: Stores, input: Call['input']) => Promise<unknown>>> = {
  reencrypt: ({ texts }, { after }) => texts.reencrypt('Child', { after: after as string, size: 100 }),
  rotateSigningKey: ({ signingKeys }) => signingKeys.add(),
  withdrawSigningKey: async ({ signingKeys }) => {
    const [oldest] = await signingKeys.all();
    await signingKeys.add();
    if (!oldest) return;
    withdrawnKeys.add(oldest.id);
    await signingKeys.remove(oldest.id);
  },
};

/** The courier sends the invitation that waits in this world, not a mail of another one in the same store. */
const sendInvitation = async (ports: Ports, { invitationMail }: World) => {
  const only = (stores: Stores): Stores => {
    const nextDue: Stores['mails']['nextDue'] = async (now) => {
      const mail = await stores.mails.find(invitationMail);
      return mail && mail.notBefore <= now ? mail : undefined;
    };
    return { ...stores, mails: { ...stores.mails, nextDue } };
  };
  const write: Storage['write'] = (work) => ports.storage.write((stores, hasTime) => work(only(stores), hasTime));
  await createDelivery({ ...ports, storage: { ...ports.storage, write } }, () => undefined).sendNext();
  return ok('done');
};

/** Makes a call as a process of its own would, which has met no other call. */
export const make = async (ports: Ports, world: World, { name, input }: Call): Promise<AnyOutcome> => {
  if (name === 'sendInvitation') return sendInvitation(ports, world);
  const unit = UNITS[name];
  if (unit) {
    return ports.storage.write(async (stores) => {
      await unit(stores, input);
      return ok('done');
    });
  }
  const calls = { ...createApplication(ports), ...createOperatorApplication(ports) } as unknown as Calls;
  const { actor } = input as Partial<Caller>;
  const transport = {
    requestId: 'a request',
    address: '192.0.2.1',
    session: digestOf(`${world.session} of ${actor?.id}`),
  };
  return (calls[name] as Calls[string])({ ...transport, ...input });
};
