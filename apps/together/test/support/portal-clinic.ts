import { acting } from '@health-case/composition/testing/acting';
import type { startTestService } from '@health-case/composition/testing/test-service';
import { createApplication } from '@health-case/domain/application';
import { textsOf } from '@health-case/domain/contracts/storage/import';
import type { Account, CodeDigest, Role, SessionToken } from '@health-case/domain/model/account';
import { daysAfter } from '@health-case/domain/model/calendar';
import { type Import, type RowResult, rowIdOf } from '@health-case/domain/model/import';
import type { Passkey, PasskeyId } from '@health-case/domain/model/passkey';
import {
  type ChildId,
  DAY,
  HOUR,
  type ImportId,
  type Instant,
  later,
  type PasskeyName,
} from '@health-case/domain/model/values';
import { ok } from '@health-case/domain/result';
import { Secret, TOTP } from 'otpauth';

type Service = Awaited<ReturnType<typeof startTestService>>;

export const PASSWORD = 'kW4!paper-rainbow';

/** No title may hold any of them. */
export const FAMILY_NAMES = ['Quirrel', 'Zwaluw', 'Yxkull'] as const;
const [DOCTORS, FAMILIES, ASSISTANTS] = FAMILY_NAMES;

/** Longer than a line of a narrow window, and with no place to break it. */
const LONG = 'Lungenfunktionsuntersuchungsbescheinigungsantragsformular';

const CALL = { requestId: 'test', address: '192.0.2.1' };

/** Registers people, and lets each use the application as who they are. */
export const peopleOf =
  ({ application, inside }: Pick<Service, 'application' | 'inside'>) =>
  async (
    role: Role,
    firstName: string,
    lastName: string,
    email = `${firstName}@example.org`,
    through = application,
  ) => {
    const anybody = (app: typeof application) =>
      acting(app, { ...CALL, email: email.toLowerCase(), password: PASSWORD });
    const account = await anybody(through).registerAccount({ firstName, lastName, role, through: 'portal' });
    const logIn = async () => (await anybody(application).logIn()).token;
    const token = await logIn();
    const session = inside.sessionTokens.digestOf(token);
    return {
      account,
      email: account.email,
      token,
      logIn,
      by: acting(application, { ...CALL, actor: account, session }),
    };
  };

export const oneTimePassword = (secret: string): string => new TOTP({ secret: Secret.fromBase32(secret) }).generate();

/** More than stand on one page of a list. */
const MANY = 27;

let people = 0;

/** A small clinic, made by the use cases, in which every page of the portal has something to show. */
export const openClinic = async ({ application, inside, codeOf }: Service) => {
  const confirming = createApplication({ ...inside, rules: { ...inside.rules, registration: 'confirmed' } });
  const register = peopleOf({ application, inside });
  const member = (role: Role, firstName: string, lastName: string, through = application) => {
    people += 1;
    const email = `${firstName}.${people}.with-a-long-address-without-a-space@example.org`;
    return register(role, firstName, lastName, email, through);
  };
  const [doctor, colleague] = [await member('Doc', 'Greta', DOCTORS), await member('Doc', 'Ines', DOCTORS)];
  const assistant = await member('Ast', 'Anton', ASSISTANTS);
  const manager = await member('Ast', 'Mira', ASSISTANTS);
  await inside.storage.write(async ({ accounts }) => ok(await accounts.setManager(manager.account.id, true)));
  const unconfirmed = await member('Ast', 'Ivo', ASSISTANTS, confirming);
  const parent = await member('Par', 'Lena', FAMILIES);
  const [other, newcomer] = [await member('Par', 'Piet', FAMILIES), await member('Par', 'Nora', FAMILIES)];
  const guarded = await member('Par', 'Otto', FAMILIES);

  await doctor.by.linkAssistant({ doctorId: doctor.account.id, email: assistant.email });
  const names = { firstName: 'Mia', lastName: FAMILIES };
  const known = { birthDate: '2019-02-28', socSecNum: `756.1234.${people}` };
  const child = await parent.by.addChild({ ...names, ...known });
  await parent.by.inviteParent({ childId: child, email: other.email });
  await other.by.joinChild({ code: await codeOf(other.email) });
  // Another login of the parent, and one of the assistant that ends.
  const elsewhere = await parent.logIn();
  const leaver = await assistant.logIn();
  const digestOf = (token: SessionToken) => inside.sessionTokens.digestOf(token);
  const signOut = async () => {
    await acting(application, { ...CALL, actor: assistant.account, session: digestOf(leaver) }).logOut();
    return { title: LONG };
  };

  const newCase = (title: string, by = doctor) =>
    parent.by.openCase({ childId: child, doctorId: by.account.id, title });
  const newTask = (caseId: string) => doctor.by.addTask({ caseId, title: LONG });
  const certified = async (caseId: string) => {
    const taskId = await newTask(caseId);
    await doctor.by.closeTask({ taskId });
    await parent.by.requestCertification({ id: caseId, taskId });
    return taskId;
  };

  const ongoing = await newCase(LONG);
  const [open, closed, issued, revoked, requested] = [
    await newTask(ongoing),
    await newTask(ongoing),
    await certified(ongoing),
    await certified(ongoing),
    await certified(ongoing),
  ];
  await doctor.by.closeTask({ taskId: closed });
  for (const id of [issued, revoked]) await doctor.by.issueCertification({ id });
  await doctor.by.revokeCertification({ id: revoked, reason: 'Another child' });
  const entering = { ...names, doctorId: doctor.account.id, title: LONG };
  const { childId: patient } = await doctor.by.enterChild(entering);
  const finished = await newCase('Asthma');
  await doctor.by.finishCase({ caseId: finished });
  const gone = await member('Doc', 'Udo', DOCTORS);
  await newCase(LONG, gone);
  await manager.by.disableStaff({ id: gone.account.id });
  const { childId: onPaper } = await doctor.by.enterChild({ ...entering, firstName: 'Ella' });
  await doctor.by.makePaperCode({ childId: onPaper });
  const [busy, fresh] = [await newCase('Allergy'), await newCase('Cough')];
  const { taskId: wish } = await parent.by.wishCertificate({ about: { caseId: ongoing }, purpose: LONG });
  for (let nth = 0; nth < MANY; nth += 1) await newTask(busy);

  const note = await parent.by.writeNote({ caseId: ongoing, text: `${LONG}\nTwo lines` });
  const wrong = await parent.by.writeNote({ caseId: ongoing, text: 'Of another child' });
  await doctor.by.markNote({ caseId: ongoing, noteId: wrong, reason: 'Another child' });

  const offer = await guarded.by.offerFactor({ password: PASSWORD });
  await guarded.by.confirmFactor({ otp: oneTimePassword(offer.secret) });
  const passkey = passkeyOf(guarded.account);
  const provenAt = inside.clock.now();
  const trusted = {
    digest: `of-${guarded.account.id}` as CodeDigest,
    accountId: guarded.account.id,
    of: 'second factor',
  } as const;
  await inside.storage.write(async ({ loginProofs, passkeys }) => {
    await passkeys.insert(passkey);
    return ok(await loginProofs.insert({ ...trusted, provenAt, expiresAt: later(provenAt, DAY) }));
  });
  const phrasesOf = async ({ account, by }: typeof doctor, isOfPractice = false) => {
    const add = (kind: 'statement' | 'reason') =>
      by.addPhrase({ actor: { ...account, isManager: isOfPractice }, kind, text: 'Seen today', isOfPractice });
    return { statement: await add('statement'), reason: await add('reason') };
  };
  const tomorrow = daysAfter(inside.calendar.dayOf(provenAt), 1);
  const covering = { doctorId: colleague.account.id, deputyId: doctor.account.id };
  const cover = await colleague.by.nameDeputy({ ...covering, firstDay: tomorrow, lastDay: tomorrow });

  const texts = textsOf({ ...names, birthDate: '2019-02-28', doctor: doctor.account.email, title: LONG });
  const importIn = async (state: Import['state']): Promise<ImportId> => {
    const id = inside.ids.next<ImportId>();
    const by = manager.account.id;
    const startedAt = inside.clock.now();
    // Another process works on it.
    const held = { holder: 'another', dueAt: later(startedAt, HOUR) };
    const facts = { id, startedBy: by, by, startedAt, digest: 'digest', state, rows: 4, done: 1, ...held };
    const row = (number: number, result: RowResult, likes: readonly ChildId[] = []) => {
      const reasons = result === 'wrong' ? (['parents wrong', 'doctor unknown'] as const) : [];
      return { id: rowIdOf(id, number), importId: id, texts, result, reasons, childId: undefined, likes };
    };
    await inside.storage.write(async ({ imports }) => {
      await imports.save(facts);
      return ok(
        await imports.addRows([
          row(2, state === 'checked' ? 'new' : 'entered'),
          row(3, 'person', [patient]),
          row(4, 'wrong'),
        ]),
      );
    });
    return id;
  };
  const imports = {
    checked: await importIn('checked'),
    committed: await importIn('committed'),
    inviting: await importIn('inviting'),
  };

  return {
    imports,
    tokens: {
      doctor: doctor.token,
      assistant: assistant.token,
      manager: manager.token,
      unconfirmed: unconfirmed.token,
      parent: parent.token,
      newcomer: newcomer.token,
      guarded: guarded.token,
      leaver,
    },
    emails: { parent: parent.email, guarded: guarded.email },
    ids: {
      assistant: assistant.account.id,
      doctor: doctor.account.id,
      unconfirmed: unconfirmed.account.id,
      passkey: passkey.id,
      login: `${digestOf(elsewhere)}`,
      device: trusted.digest,
      phrases: await phrasesOf(doctor),
      shared: await phrasesOf(manager, true),
      cover,
      note,
    },
    colleague: colleague.account.id,
    other: other.account.id,
    signOut,
    child,
    patient,
    onPaper,
    gone: gone.account.id,
    cases: { ongoing, finished, busy, fresh },
    tasks: { open, closed, requested, issued, revoked, wish },
  };
};

/** No device is there to make one. */
const passkeyOf = ({ id: accountId }: Account): Passkey => ({
  id: `key-of-${accountId}` as PasskeyId,
  accountId,
  name: 'Phone' as PasskeyName,
  publicKey: 'AAAA' as Passkey['publicKey'],
  counter: 0,
  createdAt: Date.parse('2026-01-02T03:04:05Z') as Instant,
  lastUsedAt: undefined,
});

export type Clinic = Awaited<ReturnType<typeof openClinic>>;
export type Person = keyof Clinic['tokens'] | 'stranger';
