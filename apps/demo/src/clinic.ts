import type { Application } from '@health-case/domain/application';
import type { Account, Password, Role } from '@health-case/domain/model/account';
import { parseBirthDate, parseSocSecNum } from '@health-case/domain/model/child';
import { parseEmail } from '@health-case/domain/model/email';
import { type CaseId, type ChildId, parsePersonName, parseReason, parseTitle } from '@health-case/domain/model/values';
import type { Result } from '@health-case/domain/result';

/** The people of the demonstration: invented, with addresses in a reserved domain (RFC 2606). */
type Person = { readonly firstName: string; readonly lastName: string };

const people = (names: string): readonly Person[] =>
  names.split(', ').map((name) => {
    const [firstName = '', ...rest] = name.split(' ');
    return { firstName, lastName: rest.join(' ') };
  });

const DOCTORS = people('Greta Holm, Samuel Okafor, Inés Navarro');
const ASSISTANTS = people('Tove Lind, Amir Haddad, Chloé Martin, Piotr Nowak');
const PARENTS = people(
  'Jan Jansen, Aylin Demir, Sofia Rossi, Liam Byrne, Marta Kovács, Noah Fischer, Yara Haddad, Emil Sørensen, Lucía Gómez, Ivan Petrov, Fatou Diallo, Anna Virtanen, Mateusz Zieliński, Clara Dubois, Omar Farouk, Elena Popescu, Hugo Lindqvist, Aoife Murphy, Kenji Tanaka, Beatriz Costa',
);

/** `greta.holm@example.org`: only the plain letters of a name fit an address. */
const emailOf = ({ firstName, lastName }: Person): string => {
  const plain = `${firstName}.${lastName}@example.org`.normalize('NFD').replace(/\p{M}/gu, '');
  return plain.replaceAll('ø', 'o').replaceAll(' ', '.').toLowerCase();
};

/** The logins that are printed. */
export const LOGINS = Object.entries({ Doc: DOCTORS, Ast: ASSISTANTS, Par: PARENTS }).flatMap(([role, people]) =>
  people.slice(0, 2).map((person) => ({ role, email: emailOf(person) })),
);

/** How many people have accounts. */
export const ACCOUNTS = DOCTORS.length + ASSISTANTS.length + PARENTS.length;

const pick = <Item>(items: readonly Item[], nth: number): Item => items[nth % items.length] as Item;

const CHILDREN = 'Mia, Tom, Lea, Finn, Zoe, Ben, Ida, Noé, Ella, Max, Nora, Leo, Alma, Theo, Maya, Sami'.split(', ');

/** One to three children a family, with the parent's family name. */
const childrenOf = ({ lastName }: Person, family: number): readonly Person[] =>
  Array.from({ length: (family % 3) + 1 }, (_, nth) => ({ firstName: pick(CHILDREN, family * 5 + nth * 3), lastName }));

const TITLES = ['Asthma', 'Hay fever', 'Broken wrist', 'Eczema', 'Type 1 diabetes', 'Tonsillitis', 'Migraine'];
const TASKS = 'Take the history, Measure lung function, Blood count, Call the parents, Check the X-ray'.split(', ');

/** The audit records of the demonstration have this request id and an address reserved for documentation (RFC 5737). */
export const CALL = { requestId: 'demonstration', address: '192.0.2.1' };

export const must = <Value>(result: Result<Value, unknown>): Value => {
  if (!result.ok) throw new Error(`The demonstration was refused: ${JSON.stringify(result.refusal)}`);
  return result.value;
};

/**
 * A small clinic: 3 doctors, 4 assistants, 20 families, and cases in every state of a case, a task and a certification.
 * Made by use cases alone, so that the store holds nothing that clients could not have made. Calls `report` with its
 * progress in words.
 */
export const fillClinic = async (
  app: Application,
  password: Password,
  report: (progress: string) => void,
): Promise<void> => {
  let registered = 0;
  const register = async (role: Role, people: readonly Person[]): Promise<readonly Account[]> => {
    const accounts: Account[] = [];
    for (const person of people) {
      report(`People are moving in … ${registered} of ${ACCOUNTS}`);
      const email = must(parseEmail(emailOf(person)));
      accounts.push(must(await app.registerAccount({ ...CALL, ...nameOf(person), email, password, role })));
      registered += 1;
    }
    return accounts;
  };
  const doctors = await register('Doc', DOCTORS);
  const assistants = await register('Ast', ASSISTANTS);
  const parents = await register('Par', PARENTS);
  for (const [nth, { email }] of assistants.entries()) {
    const actor = pick(doctors, nth);
    must(await app.linkAssistant({ ...CALL, actor, doctorId: actor.id, email }));
  }
  for (const [family, parent] of parents.entries()) {
    report(`Cases are being opened … family ${family + 1} of ${parents.length}`);
    for (const [nth, child] of childrenOf(pick(PARENTS, family), family).entries()) {
      const number = family * 3 + nth;
      const childId = await addChild(app, parent, child, number);
      await openCase(app, { parent, doctor: pick(doctors, family + nth), childId, number });
    }
  }
};

const nameOf = ({ firstName, lastName }: Person) => ({
  firstName: must(parsePersonName(firstName)),
  lastName: must(parsePersonName(lastName)),
});

const addChild = async (app: Application, actor: Account, child: Person, number: number): Promise<ChildId> => {
  const birthDate = must(parseBirthDate(`20${10 + (number % 14)}-0${(number % 9) + 1}-1${number % 10}`));
  const socSecNum = must(parseSocSecNum(`756.${1000 + number}.${2000 + number * 7}.${10 + (number % 89)}`));
  return must(await app.addChild({ ...CALL, actor, ...nameOf(child), birthDate, socSecNum }));
};

type Pair = { readonly parent: Account; readonly doctor: Account };
type Story = Pair & { readonly childId: ChildId; readonly number: number };

/** The number of a case decides its stage, from 0 to 7; each stage adds to the one before it. */
const openCase = async (app: Application, { parent, doctor, childId, number }: Story): Promise<void> => {
  const byDoctor = { ...CALL, actor: doctor };
  const title = must(parseTitle(pick(TITLES, number)));
  const caseId = must(await app.openCase({ ...CALL, actor: parent, childId, doctorId: doctor.id, title }));
  const stage = number % 8;
  if (stage === 0) return;
  const taskId = must(await app.addTask({ ...byDoctor, caseId, title: must(parseTitle(pick(TASKS, number))) }));
  if (stage === 1) return;
  must(await app.closeTask({ ...byDoctor, taskId }));
  if (stage >= 3) await certify(app, { parent, doctor }, caseId, stage);
  if (stage < 7) return;
  must(await app.finishCase({ ...byDoctor, caseId }));
  const reason = must(parseReason('It came back.'));
  if (number % 16 === 15) must(await app.reopenCase({ ...byDoctor, caseId, reason }));
};

/** Stage 3 stays requested, 4 is rejected, 5 and 7 are issued, 6 is revoked. */
const certify = async (app: Application, { parent, doctor }: Pair, id: CaseId, stage: number): Promise<void> => {
  const decision = { ...CALL, actor: doctor, id };
  const because = (text: string) => ({ ...decision, reason: must(parseReason(text)) });
  must(await app.requestCertification({ ...CALL, actor: parent, id }));
  if (stage === 4) must(await app.rejectCertification(because('The findings are not clear yet.')));
  if (stage >= 5) must(await app.issueCertification(decision));
  if (stage === 6) must(await app.revokeCertification(because('Measured with a broken device.')));
};
