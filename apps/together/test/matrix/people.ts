import { type Account, type PasswordHash, parsePassword, type Role } from '@health-case/domain/model/account';
import { parseEmail } from '@health-case/domain/model/email';
import { parsePersonName } from '@health-case/domain/model/values';
import type { Ports } from '@health-case/domain/ports/ports';
import type { Result } from '@health-case/domain/result';
import { createSetup, type Setup } from '@health-case/domain/testing/setup';
import type { Standing } from './words.ts';

export const must = <Value>(outcome: Result<Value, unknown>): Value => {
  if (!outcome.ok) throw new Error(`Unexpectedly refused: ${JSON.stringify(outcome.refusal)}`);
  return outcome.value;
};

/** What everyone's password is. */
export const PASSWORD = 'vT9#mossy-lantern';
const password = must(parsePassword(PASSWORD));
export const NAME = must(parsePersonName('Example'));

export type People = Readonly<Record<Role, Readonly<Record<Standing, Account>>>> & {
  /** Assists the doctor and the neighbour. */
  readonly shared: Account;
  /** An assistant who does not assist anyone yet. */
  readonly newcomer: Account;
};

export const callersAmong = ({ Doc, Ast, Par }: People): readonly Account[] =>
  [Doc, Ast, Par].flatMap((standings) => Object.values(standings));

/** One hash does for all: what hashing costs is not what the matrix is about. */
let hash: Promise<PasswordHash> | undefined;
const hashingOnce = ({ passwords }: Ports): Ports['passwords'] => ({
  ...passwords,
  hash: (text) => {
    hash ??= passwords.hash(text);
    return hash;
  },
});

let addresses = 0;
const register = async (app: Setup, role: Role): Promise<Account> => {
  addresses += 1;
  const email = must(parseEmail(`someone.${addresses}@example.org`));
  return must(await app.registerAccount({ firstName: NAME, lastName: NAME, email, password, role }));
};

const registerAll = async (app: Setup): Promise<People> => {
  const standings = async (role: Role) => {
    const [participant, neighbour, stranger] = await Promise.all([
      register(app, role),
      register(app, role),
      register(app, role),
    ]);
    return { participant, neighbour, stranger };
  };
  const [Doc, Ast, Par, shared, newcomer] = await Promise.all([
    standings('Doc'),
    standings('Ast'),
    standings('Par'),
    register(app, 'Ast'),
    register(app, 'Ast'),
  ]);
  return { Doc, Ast, Par, shared, newcomer };
};

/** Three practices, the first two of which share an assistant; none of them has ever met anyone of before. */
export const makePeople = async (ports: Ports): Promise<People> => {
  const app = createSetup({ ...ports, passwords: hashingOnce(ports) });
  const people = await registerAll(app);
  const { Doc, Ast, shared } = people;
  const link = async (actor: Account, { email }: Account) =>
    must(await app.linkAssistant({ actor, doctorId: actor.id, email }));
  await Promise.all([
    link(Doc.participant, shared),
    link(Doc.neighbour, shared),
    link(Doc.participant, Ast.participant),
    link(Doc.participant, Ast.neighbour),
    link(Doc.neighbour, Ast.neighbour),
    link(Doc.stranger, Ast.stranger),
  ]);
  const leaving = { actor: Doc.participant, doctorId: Doc.participant.id, assistantId: Ast.neighbour.id };
  must(await app.unlinkAssistant(leaving));
  return people;
};
