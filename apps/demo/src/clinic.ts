import { type Application, createApplication, createOperatorApplication } from '@health-case/domain/application';
import { OperatorError } from '@health-case/domain/errors';
import { type Account, type Password, parsePassword, ROLES, type Role } from '@health-case/domain/model/account';
import { parseBirthDate, parseSocSecNum } from '@health-case/domain/model/child';
import { parseEmail } from '@health-case/domain/model/email';
import { parsePersonName, parseReason, parseTitle } from '@health-case/domain/model/values';
import type { Ports } from '@health-case/domain/ports/ports';
import { ok, type Result } from '@health-case/domain/result';
// Invented, with addresses in a reserved domain (RFC 2606).
import CLINIC from './clinic.json' with { type: 'json' };

/** The audit records of the demonstration have this request id and an address reserved for documentation (RFC 5737). */
const CALL = { requestId: 'demonstration', address: '192.0.2.1' };

const must = <Value>(result: Result<Value, unknown>): Value => {
  if (!result.ok) throw new Error(`The demonstration was refused: ${JSON.stringify(result.refusal)}`);
  return result.value;
};

const pick = <Item>(items: readonly Item[], nth: number): Item => items[nth % items.length] as Item;

const PEOPLE = ROLES.flatMap((role) =>
  CLINIC.people[role].map(({ firstName, lastName, email }) => ({
    role,
    firstName: must(parsePersonName(firstName)),
    lastName: must(parsePersonName(lastName)),
    email: must(parseEmail(email)),
  })),
);

const LOGINS = ROLES.flatMap((role) => PEOPLE.filter((person) => person.role === role).slice(0, 2));

const RULES = { registration: 'open', ratesPerMinute: { loginFailures: 0, registrations: 0, calls: 0 } } as const;

/** Fills an empty store in one unit of work. Answers the logins. Throws `OperatorError` for one with accounts. */
export const demonstrate = async (ports: Ports, text: string): Promise<string> => {
  const password = must(parsePassword(text));
  // All logins have one password, so the slow hash is made once.
  const hash = await ports.passwords.hash(password);
  const passwords = { ...ports.passwords, hash: async () => hash };
  await ports.storage.write(async (stores, hasTime) => {
    if (await stores.accounts.any()) {
      throw new OperatorError('The store has accounts already; name an empty one in DATABASE_URL.');
    }
    // The use cases run in this unit of work instead of units of their own.
    const storage: Ports['storage'] = { ...ports.storage, read: stores, write: (work) => work(stores, hasTime) };
    const inUnit = { ...ports, rules: { ...ports.rules, ...RULES }, passwords, storage };
    const code = must(await createOperatorApplication(inUnit).issueSetupCode(CALL));
    await fillClinic(createApplication(inUnit), password, code);
    return ok(undefined);
  });
  const logins = LOGINS.map(({ role, email }) => `  ${role}  ${email.padEnd(30)} ${text}\n`).join('');
  return `${PEOPLE.length} people have moved in. Logins to try; the first doctor manages the practice:\n\n${logins}\n`;
};

/**
 * A small clinic: 3 doctors, of whom the first manages it, 4 assistants, 20 families, and cases in every state of a case, a task and a certification.
 * Made by use cases alone, so that the store holds nothing that clients could not have made.
 */
const fillClinic = async (app: Application, password: Password, code: string): Promise<void> => {
  const accounts: Account[] = [];
  for (const person of PEOPLE) {
    accounts.push(must(await app.registerAccount({ ...CALL, ...person, password, through: 'other' })));
  }
  const withRole = (wanted: Role) => accounts.filter(({ role }) => role === wanted);
  const [doctors, assistants, parents] = [withRole('Doc'), withRole('Ast'), withRole('Par')];
  const [manager] = doctors;
  if (manager) must(await app.setUpPractice({ ...CALL, code, facts: CLINIC.practice, actor: manager }));
  for (const [nth, { email }] of assistants.entries()) {
    const actor = pick(doctors, nth);
    must(await app.linkAssistant({ ...CALL, actor, doctorId: actor.id, email }));
  }
  for (const [family, parent] of parents.entries()) {
    for (let nth = 0; nth <= family % 3; nth += 1) {
      const firstName = pick(CLINIC.children, family * 5 + nth * 3);
      await openCase(app, [parent, pick(doctors, family + nth)], firstName, family * 3 + nth);
    }
  }
};

/** The number decides the stage of the case, from 0 to 7; each stage adds to the one before it. */
const openCase = async (
  app: Application,
  [parent, doctor]: readonly [Account, Account],
  firstName: string,
  number: number,
): Promise<void> => {
  const [byParent, byDoctor, stage] = [{ ...CALL, actor: parent }, { ...CALL, actor: doctor }, number % 8];
  const birthDate = must(parseBirthDate(`20${10 + (number % 14)}-0${(number % 9) + 1}-1${number % 10}`));
  const socSecNum = must(parseSocSecNum(`756.${1000 + number}.${2000 + number * 7}.${10 + (number % 89)}`));
  const child = { firstName: must(parsePersonName(firstName)), lastName: parent.lastName, birthDate, socSecNum };
  const childId = must(await app.addChild({ ...byParent, ...child }));
  const title = (titles: readonly string[]) => must(parseTitle(pick(titles, number)));
  const id = must(await app.openCase({ ...byParent, childId, doctorId: doctor.id, title: title(CLINIC.cases) }));
  if (stage === 0) return;
  const taskId = must(await app.addTask({ ...byDoctor, caseId: id, title: title(CLINIC.tasks) }));
  if (stage === 1) return;
  must(await app.closeTask({ ...byDoctor, taskId }));
  if (stage === 2) return;
  const because = (text: string) => ({ ...byDoctor, id, caseId: id, reason: must(parseReason(text)) });
  must(await app.requestCertification({ ...byParent, id }));
  if (stage === 4) must(await app.rejectCertification(because('The findings are not clear yet.')));
  if (stage >= 5) must(await app.issueCertification({ ...byDoctor, id }));
  if (stage === 6) must(await app.revokeCertification(because('Measured with a broken device.')));
  if (stage < 7) return;
  must(await app.finishCase({ ...byDoctor, caseId: id }));
  if (number % 16 === 15) must(await app.reopenCase(because('It came back.')));
};
