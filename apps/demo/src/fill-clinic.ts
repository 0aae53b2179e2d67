import type { Application } from '@health-case/domain/application';
import type { Account, Password, Role } from '@health-case/domain/model/account';
import { parseBirthDate, parseSocSecNum } from '@health-case/domain/model/child';
import { parseEmail } from '@health-case/domain/model/email';
import { type CaseId, type ChildId, parsePersonName, parseReason, parseTitle } from '@health-case/domain/model/values';
import type { Result } from '@health-case/domain/result';
import { ACCOUNTS, ASSISTANTS, childrenOf, DOCTORS, emailOf, PARENTS, type Person, TASKS, TITLES } from './people.ts';

/** Every call of the demonstration is recorded under this, from an address that nobody has (RFC 5737). */
export const CALL = { requestId: 'demonstration', address: '192.0.2.1' };

export const must = <Value>(result: Result<Value, unknown>): Value => {
  if (!result.ok) throw new Error(`The demonstration was refused: ${JSON.stringify(result.refusal)}`);
  return result.value;
};

const pick = <Item>(items: readonly Item[], nth: number): Item => {
  const item = items[nth % items.length];
  if (item === undefined) throw new Error('There is nothing to pick from.');
  return item;
};

/**
 * A small clinic: 3 doctors, 4 assistants, 20 families, and cases in every state that a case, a task and a certification
 * can be in. Made by the use cases alone, so that nothing is there that could not have come about. `report` hears, in
 * words, how far it has come.
 */
export const fillClinic = async (
  app: Application,
  password: Password,
  report: (progress: string) => void,
): Promise<void> => {
  let registered = 0;
  const register = async (role: Role, { firstName, lastName }: Person): Promise<Account> =>
    must(
      await app.registerAccount({
        ...CALL,
        firstName: must(parsePersonName(firstName)),
        lastName: must(parsePersonName(lastName)),
        email: must(parseEmail(emailOf({ firstName, lastName }))),
        password,
        role,
      }),
    );
  const all = async (role: Role, these: readonly Person[]): Promise<readonly Account[]> => {
    const accounts: Account[] = [];
    for (const person of these) {
      report(`People are moving in … ${registered} of ${ACCOUNTS}`);
      accounts.push(await register(role, person));
      registered += 1;
    }
    return accounts;
  };

  const [doctors, assistants, parents] = [
    await all('Doc', DOCTORS),
    await all('Ast', ASSISTANTS),
    await all('Par', PARENTS),
  ];
  for (const [nth, { email }] of assistants.entries()) {
    const actor = pick(doctors, nth);
    must(await app.linkAssistant({ ...CALL, actor, doctorId: actor.id, email }));
  }
  for (const [family, parent] of parents.entries()) {
    report(`Cases are being opened … family ${family + 1} of ${parents.length}`);
    for (const [nth, child] of childrenOf(pick(PARENTS, family), family).entries()) {
      const childId = await addChild(app, parent, child, family * 3 + nth);
      await openCase(app, { parent, doctor: pick(doctors, family + nth), childId, number: family * 3 + nth });
    }
  }
};

const addChild = async (app: Application, actor: Account, child: Person, number: number): Promise<ChildId> => {
  const day = `20${10 + (number % 14)}-0${(number % 9) + 1}-1${number % 10}`;
  return must(
    await app.addChild({
      ...CALL,
      actor,
      firstName: must(parsePersonName(child.firstName)),
      lastName: must(parsePersonName(child.lastName)),
      birthDate: must(parseBirthDate(day)),
      socSecNum: must(parseSocSecNum(`756.${1000 + number}.${2000 + number * 7}.${10 + (number % 89)}`)),
    }),
  );
};

type Story = {
  readonly parent: Account;
  readonly doctor: Account;
  readonly childId: ChildId;
  readonly number: number;
};

/** How far a case has come depends on its number: each of the eight stages adds to the one before it. */
const openCase = async (app: Application, { parent, doctor, childId, number }: Story): Promise<void> => {
  const byDoctor = { ...CALL, actor: doctor };
  const title = must(parseTitle(pick(TITLES, number)));
  const caseId = must(await app.openCase({ ...CALL, actor: parent, childId, doctorId: doctor.id, title }));
  const stage = number % 8;
  if (stage === 0) return;
  const task = must(await app.addTask({ ...byDoctor, caseId, title: must(parseTitle(pick(TASKS, number))) }));
  if (stage === 1) return;
  must(await app.closeTask({ ...byDoctor, taskId: task }));
  if (stage >= 3) await certify(app, { parent, doctor, caseId }, stage);
  if (stage === 7) {
    must(await app.finishCase({ ...byDoctor, caseId }));
    if (number % 16 === 15)
      must(await app.reopenCase({ ...byDoctor, caseId, reason: must(parseReason('It came back.')) }));
  }
};

type Certified = { readonly parent: Account; readonly doctor: Account; readonly caseId: CaseId };

/** Stage 3 stays requested, 4 is rejected, 5 and 7 are issued, 6 is revoked. */
const certify = async (app: Application, { parent, doctor, caseId }: Certified, stage: number): Promise<void> => {
  const byDoctor = { ...CALL, actor: doctor, id: caseId };
  must(await app.requestCertification({ ...CALL, actor: parent, id: caseId }));
  if (stage === 4) {
    must(await app.rejectCertification({ ...byDoctor, reason: must(parseReason('The findings are not clear yet.')) }));
  }
  if (stage >= 5) must(await app.issueCertification(byDoctor));
  if (stage === 6) {
    must(await app.revokeCertification({ ...byDoctor, reason: must(parseReason('Measured with a broken device.')) }));
  }
};
