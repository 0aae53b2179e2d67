import { hash } from 'node:crypto';
import { type Call, normalEmail } from './calls.ts';

/**
 * What a client can know of the service: the effect of all calls that were answered OK. It is plain data that is never
 * changed: a call leads to a new world, so that several orders of concurrent calls can be tried.
 */
export type World = {
  readonly accounts: readonly Account[];
  /** Who assists whom: `doctor/assistant`. */
  readonly links: readonly string[];
  /** D-41: who stands in for whom today: `doctor/deputy`. */
  readonly covers: readonly string[];
  readonly children: readonly Child[];
  readonly cases: readonly Case[];
  /** Mails with codes, in the order of their requests. */
  readonly letters: readonly Letter[];
  /** Doctors of other worlds in the same store: they appear in the list of doctors alone. */
  readonly otherDoctors: readonly Person[];
  /** What was answered to a call with an Idempotency-Key, by account (or address) and key (D-24). */
  readonly keyed: Readonly<Record<string, { readonly request: string; readonly content: unknown }>>;
  /** Of children that have become one with another: the other. */
  readonly merged: Readonly<Record<string, string>>;
  /** How many invitations an account has sent, or an address was sent (P-07). */
  readonly invitations: Readonly<Record<string, number>>;
};

export type Role = 'Doc' | 'Ast' | 'Par';
export type Person = { readonly id: string; readonly firstName: string; readonly lastName: string };
export type Account = Person & {
  readonly email: string;
  readonly role: Role;
  readonly password: string;
  /** What it has chosen, by the names of the fields. */
  readonly chosen: Readonly<Record<string, string | null>>;
  /** D-29: it counts once it is on. */
  readonly factor?: Factor | undefined;
  /** Live and ended sessions, the latest last. */
  readonly sessions: readonly string[];
  readonly ended: readonly string[];
  /** D-32: the operator has disabled it. */
  readonly hasLeft?: boolean;
  /** Wrong passwords since the last success: too many would be throttled (P-07). */
  readonly failures: number;
  /** Addresses without an assistant that a doctor named. */
  readonly misses: number;
  /** Codes of invitations that were wrong. */
  readonly guesses: number;
};
export type Factor = { readonly secret: string; readonly isOn: boolean; readonly recoveryCodes: readonly string[] };
/** The code is known once the mail was read. It works while it is live. */
export type Letter = {
  /** Empty if no account has the address. */
  readonly account: string;
  readonly purpose: 'reset' | 'address' | 'invitation';
  readonly to: string;
  readonly live: boolean;
  readonly code?: string;
  /** Of an invitation: to which child, and by whom. */
  readonly child?: string;
  readonly by?: string;
};
export type Child = Person & {
  /** In the order in which they became it. */
  readonly parents: readonly string[];
  /** The parent who may remove the others. */
  readonly addedBy: string;
  readonly birthDate: string | null;
  /** As it was given, and as it is compared. */
  readonly number?: string | undefined;
  readonly socSecNum?: string | undefined;
};
/** D-30: what a doctor certifies of a child. */
export type Identity = Pick<Child, 'firstName' | 'lastName' | 'birthDate'>;
export const isSameChild = (one: Identity, other: Identity): boolean =>
  one.firstName === other.firstName && one.lastName === other.lastName && one.birthDate === other.birthDate;

export type CertificationStatus = 'requested' | 'issued' | 'rejected' | 'revoked';
export type Certification = {
  readonly id: string;
  readonly status: CertificationStatus;
  readonly reason?: string | undefined;
  /** Of one that is issued, if it was said. */
  readonly validUntil?: string | undefined;
  readonly statement?: string | undefined;
  readonly documents?: readonly Certificate[];
  /** Of one that is issued: by whom, and the child as that doctor saw it. */
  readonly issuedBy?: string | undefined;
  readonly certified?: Identity | undefined;
};
export type Certificate = { readonly id: string; readonly disclosed: string; readonly revoked: boolean };
export type Task = {
  readonly id: string;
  readonly title: string;
  readonly closed: boolean;
  /** The newest last. */
  readonly certifications: readonly Certification[];
};
/** The id of an event is known once the history was read. */
export type CaseEvent = {
  readonly id?: string;
  readonly by: string;
  readonly action: string;
  readonly reason: string | null;
  /** To whom a case was handed over. */
  readonly to?: string | undefined;
  /** What was corrected of the child. */
  readonly fields?: readonly string[];
};
export type Case = {
  readonly id: string;
  readonly title: string;
  readonly child: string;
  readonly doctor: string;
  readonly finished: boolean;
  readonly tasks: readonly Task[];
  readonly lastClosed?: string;
  /** The task of which a certification was requested last. */
  readonly lastRequested?: string;
  readonly events: readonly CaseEvent[];
};

type Entity = { readonly id: string };

export const byId = <T extends Entity>(things: readonly T[]): readonly T[] =>
  things.toSorted((one, other) => (one.id < other.id ? -1 : 1));

export const find = <T extends Entity>(things: readonly T[], id: unknown): T | undefined =>
  things.find((thing) => thing.id === id);

/** The things, one of them with other facts. */
export const replace = <T>(things: readonly T[], thing: T, facts: Partial<T>): readonly T[] =>
  things.map((one) => (one === thing ? { ...one, ...facts } : one));

/** All doctors of the store who can log in, for the next world in it. */
export const doctorsIn = ({ accounts, otherDoctors }: World): readonly Person[] => [
  ...otherDoctors,
  ...accounts.filter(({ role, hasLeft }) => role === 'Doc' && !hasLeft),
];

/** The doctor, one who stands in for the doctor, or one who assists the doctor. */
export const worksFor = ({ covers, links }: World, { id, role }: Account, doctor: string): boolean =>
  id === doctor || (role === 'Ast' ? links : covers).includes(`${doctor}/${id}`);

export const isParent = (child: Child | undefined, { id }: { readonly id: string }): boolean =>
  child?.parents.includes(id) === true;

/** The parents of the child, the doctor, the doctor's deputy and assistants take part in a case. */
export const takesPart = (world: World, account: Account, { child, doctor }: Case): boolean =>
  isParent(find(world.children, child), account) || worksFor(world, account, doctor);

/** D-32: whether the doctor has issued the newest certification of the task. In these worlds none is over. */
export const keepsIssued = ({ id }: Account, task: Task | undefined): boolean => {
  const last = task && newest(task);
  return last?.status === 'issued' && last.issuedBy === id;
};

/** D-30: the world in which the history of each of these cases says what was corrected. */
export const withCorrection = (
  world: World,
  by: string,
  fields: readonly string[],
  of: (one: Case) => boolean,
): World => {
  const event = { by, action: 'child corrected', reason: null, fields };
  const corrected = (one: Case) => (of(one) ? { ...one, events: [...one.events, event] } : one);
  return fields.length === 0 ? world : { ...world, cases: world.cases.map(corrected) };
};

/** Each child with a case of the doctor, once (D-20). */
export const childrenOf = ({ cases, children }: World, doctor: string): readonly Child[] => {
  const ids = new Set(cases.filter((one) => one.doctor === doctor).map(({ child }) => child));
  return byId(children.filter(({ id }) => ids.has(id)));
};

/** The certification that was requested last in a case. */
export const newestOf = ({ tasks, lastRequested }: Case): Certification | undefined => {
  const task = find(tasks, lastRequested);
  return task && newest(task);
};

export const newest = ({ certifications }: Task): Certification | undefined => certifications.at(-1);

export const withAccount = (world: World, account: Account, facts: Partial<Account>): World => ({
  ...world,
  accounts: replace(world.accounts, account, facts),
});

/** D-28. */
export const loginIdOf = (session: string): string => hash('sha256', session, 'base64url');

/** The world in which a mail with a code is on its way. It replaces the one before it. */
export const withLetter = (world: World, letter: Omit<Letter, 'live'>): World => {
  const replaced = ({ account, to, purpose, child }: Letter) =>
    purpose === letter.purpose &&
    (purpose === 'invitation' ? to === letter.to && child === letter.child : account === letter.account);
  const others = world.letters.map((one) => (replaced(one) ? { ...one, live: false } : one));
  return { ...world, letters: [...others, { ...letter, live: true }] };
};

/** The world in which no code for the account itself works any more. */
export const withoutCodes = (world: World, { id }: Account): World => ({
  ...world,
  letters: world.letters.map((one) =>
    one.account === id && one.purpose !== 'invitation' ? { ...one, live: false } : one,
  ),
});

/** The account after it has given a second factor, if it has one; `undefined` if what was given is wrong. */
export const afterFactor = ({ factor }: Account, otp = ''): Pick<Account, 'factor'> | undefined => {
  if (!factor?.isOn) return { factor };
  const recoveryCodes = factor.recoveryCodes.filter((code) => code !== otp.trim());
  return recoveryCodes.length < factor.recoveryCodes.length ? { factor: { ...factor, recoveryCodes } } : undefined;
};

export const accountAt = ({ accounts }: World, email: string): Account | undefined =>
  accounts.find((account) => account.email === normalEmail(email));

/** A call whose caller is known and may make it, and what it is about. */
export type Scene = {
  readonly world: World;
  readonly call: Call;
  readonly args: Readonly<Record<string, string>>;
  readonly me: Account;
  readonly doctor: Account;
  readonly case: Case;
  readonly task: Task;
  readonly child: Child;
};
export type Given = Readonly<Record<string, string>>;
/**
 * A pattern in the content stands for a text that the service chooses; a function makes what is expected of what came.
 * `parts`: what the audit record adds to its action. `next`: the world after the reply.
 */
export type Answer = {
  readonly content: unknown;
  readonly parts?: readonly string[];
  readonly next?: (given: Given) => World;
};
/** The code of a refusal, or the answer. */
export type Rule = (scene: Scene) => string | Answer;

export const SESSION = /^[A-Za-z0-9_-]{43}$/;
export const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

export const trimmed = (text: string | undefined): string => (text ?? '').trim().normalize('NFC');

/** D-12. */
export const page = <T extends { readonly id: string }>(things: readonly T[], { after = '', limit }: Scene['args']) =>
  byId(things)
    .filter(({ id }) => id > after)
    .slice(0, limit === undefined ? undefined : Number(limit));
