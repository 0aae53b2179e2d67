import { randomUUID } from 'node:crypto';
import type { Application, OperatorApplication } from '@health-case/domain/application';
import { OperatorError } from '@health-case/domain/errors';
import type { AuditVerdict } from '@health-case/domain/model/audit';
import { inOneLine } from '@health-case/domain/model/typed-text';
import { type Instant, parseDay, unfitCharacter } from '@health-case/domain/model/values';
import { FEW, missing, ok, type Parser, parser, problem, type Result } from '@health-case/domain/result';
import { Argument, InvalidArgumentError, Option } from 'commander';
import type { Output } from './output.ts';

type StoreFiles = { readonly store: string; readonly backup: string; readonly bytes: number };
/** What was done in a store that was restored. `auditPlace`: the last record in the backup, if the end of its trail is what was written. */
export type TakenUp = {
  readonly auditPlace: number | undefined;
  readonly sessionsEnded: number;
  readonly codesEnded: number;
};

type Copied = {
  readonly store: string;
  readonly copy: string;
  readonly secretKey: string;
  readonly tables: readonly { readonly table: string; readonly rows: number; readonly digest: string }[];
  readonly trail: AuditVerdict;
};

/** What verifiers get of the service, and the name under which certificates know it. */
type Issuing = Pick<Application, 'listPublicKeys' | 'readStatusList'> & { readonly issuer: string };

/** What the commands need from composition, which only `main.ts` imports. */
export type CommandContext = {
  /** `portal`: where people find its pages. */
  readonly operate: (
    work: (operator: OperatorApplication, portal: string) => Promise<void>,
    mayCreate: boolean,
  ) => Promise<void>;
  /** Opens the store, and reads what its service publishes. */
  readonly readIssuing: <T>(work: (issuing: Issuing) => Promise<T>) => Promise<T>;
  /** Copies the store into a new file. `secretKey` is the file or the setting that holds the secret key. */
  readonly backUp: (file: string) => Promise<StoreFiles & { readonly secretKey: string }>;
  /** Copies the store into an empty database. Each table was found again in the copy as it was read. */
  readonly copy: (to: string) => Promise<Copied>;
  /** Restores a backup as the store. A store that was replaced is kept as `setAside`. */
  readonly restore: (given: {
    readonly file: string;
    readonly force: boolean;
  }) => Promise<StoreFiles & TakenUp & { readonly setAside: string | undefined }>;
};

export type Command = {
  readonly about: string;
  readonly arguments?: readonly Argument[];
  readonly options?: readonly Option[];
  /** What may follow the name of the command. By default nothing. */
  readonly examples?: readonly string[];
} & (OnStore | InContext);

/** The functions get the options, the arguments and the password by their names, and the `requestId` of the command. */
type OnStore = {
  /** The name of the password, which is asked for before the store is opened. */
  readonly password?: 'password' | 'newPassword';
  /** Whether the command may create the store. */
  readonly mayCreate?: true;
  readonly run: (given: never, output: Output, operator: OperatorApplication, portal: string) => Promise<void>;
};
/** Opens no store, or does so itself. */
type InContext = { readonly runInContext: (given: never, output: Output, context: CommandContext) => Promise<void> };

export type Group = { readonly about: string; readonly commands: Readonly<Record<string, Command>> };

export type Input<Name extends keyof OperatorApplication> = NonNullable<Parameters<OperatorApplication[Name]>[0]>;

const SENTENCES = {
  ACCOUNT_NOT_FOUND: 'No account has this e-mail address; check its spelling.',
  CASES_LEFT: 'Nothing was erased: the doctor has ongoing cases; have them handed over or finished first.',
  CHILDREN_LEFT:
    'Nothing was erased: the parent is the only one of a child; have another parent join it, or erase the child first (child erase).',
  ADDRESS_NOT_PROVEN:
    "Nobody was confirmed: the address may be another person's, as its owner has not answered the mail yet; account set-email sends it again.",
  CHILDREN_EQUAL: 'Nothing was merged: both identifiers are of one child; give those of two.',
  CHILD_NOT_FOUND: 'No child has this identifier; check it against the list that it came from.',
  EMAIL_TAKEN: 'An account with this e-mail address exists already; choose another address.',
  LAST_MANAGER: 'Nothing was erased: nobody else who can log in runs the practice; make another manager first.',
  MANAGER_EXISTS:
    'Somebody who can log in manages the practice already, and makes other managers. If they are gone for good, disable their accounts first.',
  MAIL_NOT_FOUND: 'No mail has this identifier; mail list shows those that wait and those that failed.',
  PASSWORD_COMMON: 'This password is one of the most common ones; choose another.',
  TOO_MANY_PARENTS:
    'Nothing was merged: the child would have more parents than it may have; some of them must leave it first.',
  SIGNING_KEY_NOT_FOUND: 'No signing key has this identifier; signing-key list shows them.',
} as const;

export const unwrap = <Value>(outcome: Result<Value, { readonly code: keyof typeof SENTENCES }>): Value => {
  if (!outcome.ok) throw new OperatorError(SENTENCES[outcome.refusal.code]);
  return outcome.value;
};

export const newCall = () => ({ requestId: `operator ${randomUUID()}` });

type Parse = Parser<unknown>;

export const anyName: Parser<string> = parser(4096, problem('must have at most 4096 characters'), (text) =>
  text === '' ? missing : ok(text),
);

/** As people paste it; but each file has the name that it has. */
const orWrongUsage = (parse: Parse) => (given: string) => {
  const text = parse === anyName ? given : inOneLine(given);
  const parsed = parse(text);
  if (parsed.ok) return parsed.value;
  const character = unfitCharacter(text);
  throw new InvalidArgumentError(`It ${parsed.refusal.problem}${character ? `: ${character}` : ''}.`);
};

export const argument = (name: string, about: string, parse: Parse = anyName, isOptional = false): Argument =>
  new Argument(isOptional ? `[${name}]` : `<${name}>`, about).argParser(orWrongUsage(parse));

export const option = (flags: string, about: string, parse: Parse): Option =>
  new Option(flags, about).argParser(orWrongUsage(parse));

export const flag = (flags: string, about: string): Option => new Option(flags, about).default(false);

const ISO = /^(\d{4}-\d{2}-\d{2})(T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?(Z|[+-]\d{2}:\d{2}))?$/;

/** A calendar day counts as its first moment in UTC. */
const NO_MOMENT = problem(
  'must be an ISO 8601 day or moment with its zone, such as 2026-06-15 or 2026-06-15T08:30:00Z',
);
export const moment: Parser<Instant> = parser(FEW, NO_MOMENT, (text) => {
  const [, day] = ISO.exec(text) ?? [];
  const instant = Date.parse(text);
  return day !== undefined && parseDay(day).ok && !Number.isNaN(instant) ? ok(instant as Instant) : NO_MOMENT;
});

export const count = (most = 999_999_999): Parser<number> => {
  const noCount = problem(`must be a whole number from 1 to ${most}`);
  return parser(FEW, noCount, (text) =>
    /^[1-9]\d{0,8}$/.test(text) && Number(text) <= most ? ok(Number(text)) : noCount,
  );
};
