import type { Refusal, RefusalCode } from '../errors.ts';
import type { Account, SessionDigest } from '../model/account.ts';
import type { IdempotencyKey, Pages } from '../model/request-options.ts';
import type { Limit } from '../model/throttle.ts';
import type { AccountId, ChildId } from '../model/values.ts';
import type { Ports } from '../ports/ports.ts';
import type { Reads, Stores } from '../ports/storage.ts';
import type { Result } from '../result.ts';

/** What a transport adds to a call that is recorded. */
export type Call = { readonly requestId: string };
/** What it adds to a call that is limited: an IPv4 address, or the /64 of an IPv6 one. */
export type Origin = { readonly address: string };
/** What it adds to a call that a client can send again (D-24). */
export type Retriable = { readonly idempotencyKey?: IdempotencyKey | undefined };
/** What it adds to a call behind a session. */
export type Caller = { readonly actor: Account; readonly session: SessionDigest };

/** What the runner may find in an input. The types of a bound declaration say which of it is there. */
export type Given = Call & Origin & Retriable & Caller & Readonly<Record<string, unknown>>;

export type AnyOutcome = Result<unknown, Refusal>;
export type ValueOf<Outcome> = Outcome extends { readonly ok: true; readonly value: infer Value } ? Value : never;
export type CodeOf<Outcome> = Outcome extends { readonly ok: false; readonly refusal: { readonly code: infer Code } }
  ? Code & RefusalCode
  : never;

/** The ports that a use case may use besides the stores. */
export type Platform = Omit<Ports, 'auditTrail' | 'storage'>;

/** What `run` tells besides its outcome, also if it refuses: the child that the audit record names. */
export type Trace = { child?: ChildId };

/** The audit record of a call. The value is `undefined` where the call was refused. */
export type Audit<Input, Value> = {
  readonly action: string;
  on?(input: Input, value: Value | undefined): string | undefined;
  /** Who did it, where that is not the actor. */
  by?(input: Input, value: Value | undefined, reads: Reads): Promise<AccountId | undefined>;
  /** The child whose data it is about, where `run` does not say it in the trace. */
  child?(input: Input, value: Value | undefined): ChildId | undefined;
};

/** D-24: which requests are the same, and what is kept of their outcome. */
export type Replay<Input, Value> = {
  /** Distinguishes the call from all others, in what is stored. */
  readonly call: string;
  /** The fields that make two requests the same. Never a password: nothing of it is kept, not even a fast hash. */
  readonly fields: readonly (keyof Input & string)[];
  /** Who chose the key. By default the actor's id. */
  owner?(input: Input): string;
  /** By default the value is an id and is kept as it is. */
  keep?(value: Value): string;
  recall?(kept: string, reads: Reads): Promise<Value>;
};

/** P-07, P-22: how often a call may be made. */
export type Limits<Input> = {
  of(input: Input & Origin, ports: Platform): readonly Limit[];
  /** The refusals that count as a failure. Without them every call counts, however it ends. */
  readonly failures?: readonly RefusalCode[];
  /** The call hashes a password. The hasher's room bounds how many such calls run at once. */
  readonly hashes?: true;
};

/** A call that changes something, in one unit of work. Write `run` before `audit`: types flow from top to bottom. */
export type CommandOf<Input, Preparation, Outcome> = {
  /** What must happen outside of the unit of work, such as hashing a password. */
  prepare?(input: Input, reads: Reads, ports: Platform): Promise<Preparation>;
  /** The unit of work. It may run more than once, as `Storage.write` says. */
  run(
    input: Input,
    stores: Stores,
    ports: Platform,
    work: { readonly prepared: ValueOf<Preparation>; readonly trace: Trace },
  ): Promise<Outcome>;
  /** Runs after the unit of work, whatever its outcome. */
  after?(storage: Ports['storage']): Promise<void>;
  readonly audit: Audit<Input, ValueOf<Outcome>>;
  readonly replay?: Replay<Input, ValueOf<Outcome>>;
  readonly limits?: Limits<Input>;
};

/** Makes a list end with `Withdrawn` once its reader may no longer read it. */
export type Guard = <Entry>(pages: Pages<Entry>) => Pages<Entry>;

/** A call that only reads. */
export type QueryOf<Input, Outcome> = {
  run(input: Input, reads: Reads, ports: Platform, trace: Trace): Promise<Outcome>;
  /** Lists of doctors and assistants are no data of a child and leave no record. */
  readonly audit?: Audit<Input, ValueOf<Outcome>>;
  /** Guards the list in the value: session and rule are checked again for each page but the first. */
  guard?(value: ValueOf<Outcome>, guard: Guard): ValueOf<Outcome>;
};

type If<Options, Name extends string, Then, Otherwise> = Options extends { readonly [N in Name]: object }
  ? Then
  : Otherwise;

type RefusedWith<Code extends RefusalCode> = [Code] extends [never] ? never : Refusal<Code>;

/** A declaration once it is bound: its own input and refusals, and those that its options add. */
export type Bound<Input, Preparation, Outcome, Options> = (
  input: Input &
    If<Options, 'audit', Call, unknown> &
    If<Options, 'guard', Pick<Caller, 'session'>, unknown> &
    If<Options, 'limits', Origin, unknown> &
    If<Options, 'replay', Retriable, unknown>,
) => Promise<
  Result<
    ValueOf<Outcome>,
    RefusedWith<
      | CodeOf<Outcome | Preparation>
      | If<Options, 'limits', 'THROTTLED', never>
      | If<Options, 'replay', 'IDEMPOTENCY_KEY_REUSED' | 'REQUEST_IN_FLIGHT', never>
    >
  >
>;
