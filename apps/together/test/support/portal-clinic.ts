import type { startTestService } from '@health-case/composition/testing/test-service';
import { createApplication } from '@health-case/domain/application';
import type { Account, CodeDigest, Password, Role } from '@health-case/domain/model/account';
import { daysAfter } from '@health-case/domain/model/calendar';
import { type BirthDate, parseSocSecNum } from '@health-case/domain/model/child';
import { parseEmail } from '@health-case/domain/model/email';
import { type Import, type RowResult, rowIdOf } from '@health-case/domain/model/import';
import type { Passkey, PasskeyId } from '@health-case/domain/model/passkey';
import type { FactorAttempt } from '@health-case/domain/model/second-factor';
import {
  type CaseId,
  type ChildId,
  DAY,
  HOUR,
  type ImportId,
  type Instant,
  later,
  type NoteText,
  type PasskeyName,
  type PersonName,
  type PhraseId,
  type Reason,
  type Statement,
  type TaskId,
  type Title,
} from '@health-case/domain/model/values';
import { ok, type Result } from '@health-case/domain/result';
import { Secret, TOTP } from 'otpauth';

type Service = Awaited<ReturnType<typeof startTestService>>;

export const PASSWORD = 'kW4!paper-rainbow' as Password;

/** No title may hold any of them. */
export const FAMILY_NAMES = ['Quirrel', 'Zwaluw', 'Yxkull'];
const [DOCTORS, FAMILIES, ASSISTANTS] = FAMILY_NAMES as [PersonName, PersonName, PersonName];

/** Longer than a line of a narrow window, and with no place to break it. */
const LONG = 'Lungenfunktionsuntersuchungsbescheinigungsantragsformular' as Title;

const CALL = { requestId: 'test', address: '192.0.2.1' };

export const must = <Value>(result: Result<Value, unknown>): Value => {
  if (!result.ok) throw new Error(`The clinic was refused: ${JSON.stringify(result.refusal)}`);
  return result.value;
};

export const oneTimePassword = (secret: string): string => new TOTP({ secret: Secret.fromBase32(secret) }).generate();

/** More than stand on one page of a list. */
const MANY = 27;

let people = 0;

/** A small clinic, made by the use cases, in which every page of the portal has something to show. */
export const openClinic = async ({ application: app, inside, codeOf }: Service) => {
  const confirming = createApplication({ ...inside, rules: { ...inside.rules, registration: 'confirmed' } });
  const member = async (role: Role, firstName: string, lastName: PersonName, { registerAccount } = app) => {
    people += 1;
    const email = must(parseEmail(`${firstName}.${people}.with-a-long-address-without-a-space@example.org`));
    const person = { firstName: firstName as PersonName, lastName, role, email, through: 'portal' } as const;
    const account = must(await registerAccount({ ...CALL, ...person, password: PASSWORD }));
    const { token } = must(await app.logIn({ ...CALL, email, password: PASSWORD }));
    const { session } = must(await app.resumeSession(token, { confirmation: true }));
    return { account, email, token, call: { ...CALL, actor: account, session } };
  };
  const [doctor, colleague] = [await member('Doc', 'Greta', DOCTORS), await member('Doc', 'Ines', DOCTORS)];
  const assistant = await member('Ast', 'Anton', ASSISTANTS);
  const manager = await member('Ast', 'Mira', ASSISTANTS);
  await inside.storage.write(async ({ accounts }) => ok(await accounts.setManager(manager.account.id, true)));
  const unconfirmed = await member('Ast', 'Ivo', ASSISTANTS, confirming);
  const parent = await member('Par', 'Lena', FAMILIES);
  const [other, newcomer] = [await member('Par', 'Piet', FAMILIES), await member('Par', 'Nora', FAMILIES)];
  const guarded = await member('Par', 'Otto', FAMILIES);

  must(await app.linkAssistant({ ...doctor.call, doctorId: doctor.account.id, email: assistant.email }));
  const names = { firstName: 'Mia' as PersonName, lastName: FAMILIES };
  const known = { birthDate: '2019-02-28' as BirthDate, socSecNum: must(parseSocSecNum(`756.1234.${people}`)) };
  const child = must(await app.addChild({ ...parent.call, ...names, ...known }));
  must(await app.inviteParent({ ...parent.call, childId: child, email: other.email }));
  must(await app.joinChild({ ...other.call, code: await codeOf(other.email) }));
  // Another login of the parent, and one of the assistant that ends.
  const elsewhere = must(await app.logIn({ ...CALL, email: parent.email, password: PASSWORD }));
  const { token: leaver } = must(await app.logIn({ ...CALL, email: assistant.email, password: PASSWORD }));
  const signOut = async () => {
    must(await app.logOut({ ...CALL, ...must(await app.resumeSession(leaver)) }));
    return { title: LONG };
  };

  const newCase = async (title: Title): Promise<CaseId> =>
    must(await app.openCase({ ...parent.call, childId: child, doctorId: doctor.account.id, title }));
  const newTask = async (caseId: CaseId): Promise<TaskId> =>
    must(await app.addTask({ ...doctor.call, caseId, title: LONG }));
  const certified = async (caseId: CaseId): Promise<TaskId> => {
    const taskId = await newTask(caseId);
    must(await app.closeTask({ ...doctor.call, taskId }));
    must(await app.requestCertification({ ...parent.call, id: caseId, taskId }));
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
  must(await app.closeTask({ ...doctor.call, taskId: closed }));
  for (const id of [issued, revoked]) must(await app.issueCertification({ ...doctor.call, id }));
  must(await app.revokeCertification({ ...doctor.call, id: revoked, reason: 'Another child' as Reason }));
  const entering = { ...names, doctorId: doctor.account.id, title: LONG };
  const { childId: patient } = must(await app.enterChild({ ...doctor.call, ...entering }));
  const finished = await newCase('Asthma' as Title);
  must(await app.finishCase({ ...doctor.call, caseId: finished }));
  const gone = await member('Doc', 'Udo', DOCTORS);
  must(await app.openCase({ ...parent.call, childId: child, doctorId: gone.account.id, title: LONG }));
  must(await app.disableStaff({ ...manager.call, id: gone.account.id }));
  const { childId: onPaper } = must(
    await app.enterChild({ ...doctor.call, ...entering, firstName: 'Ella' as PersonName }),
  );
  must(await app.makePaperCode({ ...doctor.call, childId: onPaper }));
  const [busy, fresh] = [await newCase('Allergy' as Title), await newCase('Cough' as Title)];
  const wishing = { ...parent.call, about: { caseId: ongoing }, purpose: LONG };
  const { taskId: wish } = must(await app.wishCertificate(wishing));
  for (let nth = 0; nth < MANY; nth += 1) await newTask(busy);

  const write = (text: string) => app.writeNote({ ...parent.call, caseId: ongoing, text: text as NoteText });
  const note = must(await write(`${LONG}\nTwo lines`));
  const wrong = must(await write('Of another child'));
  must(await app.markNote({ ...doctor.call, caseId: ongoing, noteId: wrong, reason: 'Another child' as Reason }));

  const offer = must(await app.offerFactor({ ...guarded.call, password: PASSWORD }));
  must(await app.confirmFactor({ ...guarded.call, otp: oneTimePassword(offer.secret) as FactorAttempt }));
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
  const phrasesOf = async (by: typeof doctor, isOfPractice = false) => {
    const add = async (kind: 'statement' | 'reason'): Promise<PhraseId> =>
      must(
        await app.addPhrase({
          ...by.call,
          actor: { ...by.account, isManager: isOfPractice },
          kind,
          text: 'Seen today' as Statement & Reason,
          isOfPractice,
        }),
      );
    return { statement: await add('statement'), reason: await add('reason') };
  };
  const tomorrow = daysAfter(inside.calendar.dayOf(provenAt), 1);
  const cover = must(
    await app.nameDeputy({
      ...{ ...colleague.call, doctorId: colleague.account.id, deputyId: doctor.account.id },
      ...{ firstDay: tomorrow, lastDay: tomorrow },
    }),
  );

  const texts = {
    ...names,
    birthDate: '2019-02-28',
    number: '',
    doctor: doctor.account.email,
    title: LONG,
    parents: '',
  };
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
      login: `${inside.sessionTokens.digestOf(elsewhere.token)}`,
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
