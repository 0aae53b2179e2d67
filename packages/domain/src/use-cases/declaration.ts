import type { Account, SessionDigest } from '../model/account.ts';
import type { Case, CaseEvent } from '../model/case.ts';
import type { DeviceName } from '../model/device.ts';
import type { IdempotencyKey } from '../model/idempotency.ts';
import type { Note } from '../model/note.ts';
import type { NoticeKind } from '../model/notice.ts';
import type { Pages, pagesOf } from '../model/pages.ts';
import type { AttemptLimit } from '../model/throttle.ts';
import type { AccountId, ChildId, Instant, Reason } from '../model/values.ts';
import type { Ports } from '../ports/ports.ts';
import type { Reads, Stores } from '../ports/storage.ts';
import type { Refusal, RefusalCode, Refused, Result } from '../result.ts';

/** What a transport adds to every call; the key for a call that its client may send again (D-24). */
export type RequestFacts = { readonly requestId: string; readonly idempotencyKey?: IdempotencyKey | undefined };
/** For a call that is limited: an IPv4 address or the /64 of an IPv6 one; what the browser says that it is. */
export type ClientAddress = { readonly address: string; readonly device?: DeviceName | undefined };
/** What a transport adds to a call behind a session. */
export type Caller = { readonly actor: Account; readonly session: SessionDigest };

/** What the runner may find in an input. */
export type Given = RequestFacts & ClientAddress & Caller & Readonly<Record<string, unknown>>;

export type AnyOutcome = Result<unknown, Refusal>;
type ValueOf<Outcome> = Outcome extends { readonly ok: true; readonly value: infer Value } ? Value : never;

/**
 * The outcome of a call. `record` notes a refusal. As it may fail, it runs after the limits have counted the call.
 * `isCounted`: the call was counted in its own unit of work.
 */
export type Made = {
  readonly outcome: AnyOutcome;
  readonly record?: () => Promise<void>;
  readonly isCounted?: boolean;
};

export type Platform = Omit<Ports, 'auditTrail' | 'storage'>;

/**
 * What `run` tells besides its outcome, also if it refuses: the child that the audit record names, and who has called,
 * where that is found out by `run` alone. A success may tell what it did in a case, in this order.
 */
export type Trace = { child?: ChildId; by?: AccountId; facts?: readonly Fact[] };

/** Of each kind of notice those who get it, unless they did it themselves. */
type Audiences = readonly (readonly [NoticeKind, readonly AccountId[]])[];

/** What its actor did in a case, which stands in its history then, and of which others are told (`facts.ts`). */
export type Fact = Pick<CaseEvent, 'action' | 'oldTitle' | 'newTitle'> & {
  /** As it was before. */
  readonly case: Pick<Case, 'id' | 'childId' | 'doctorId' | 'status' | 'newSince'>;
  readonly at?: Instant;
  readonly reason?: Reason | undefined;
  /** The doctor to whom it was handed over. */
  readonly to?: AccountId;
  /** D-45: what was written, for all others to read. */
  readonly note?: Note;
  /** D-49: as of `Counted`. */
  readonly minutes?: number | undefined;
  /** Who is told, where the call has asked already. */
  readonly audiences?: Audiences;
};

/** The audit record of a call. A refused call has no value. */
export type Audit<Input, Value> = {
  readonly action: string;
  /** What the record adds to the action: how many, or of what. Never a value that somebody has entered. */
  parts?(value: Value): readonly (string | number)[];
  on?(input: Input, value: Value | undefined): string | undefined;
  /** Who did it, where that is not the actor. */
  by?(input: Input, value: Value | undefined, reads: Reads): Promise<AccountId | undefined>;
};

/** D-24: how a call is made once for each key, and its kept outcome is answered again. */
export type Idempotency<Input, Outcome, Code extends RefusalCode, Found> = {
  /** By default the name of the use case. It differs from all others, and never changes, as stores hold fingerprints of it. */
  readonly call?: string;
  /** Two requests are the same if these fields are. Never a password: stores must not hold a fast hash of it. */
  readonly fields: readonly (keyof Input & string)[];
  /** Whose key it is. By default the actor's. */
  owner?(input: Input): string;
  /** What is kept. By default the value, which is an id. */
  keep?(value: ValueOf<Outcome>): string;
  /**
   * Makes the answer from what was kept, or refuses: if what the call created is gone, or if the caller may no longer
   * see what the answer says. By default what was kept. Of a call that gives nothing out: whether what it did stands.
   */
  answerAgain?(
    kept: string,
    reads: Reads,
    platform: Platform,
    input: Input,
  ): Promise<Outcome | Refused<Refusal<Code>> | boolean>;
  /** In place of `answerAgain`, if the rule still allows the call: whether what it did stands. */
  stands?(found: Found, input: Input, reads: Reads, platform: Platform): boolean | Promise<boolean>;
};

/** P-07, P-22: how often a call may be made. */
export type Limits<Input> = {
  of(input: Input, ports: Platform): readonly AttemptLimit[];
  /** The refusals that count as a failure. Without them every call counts, however it ends. */
  readonly failures?: readonly RefusalCode[];
  /** Whose password the call hashes. Such calls take turns, and the hasher's room bounds how many run at once. */
  hashes?(input: Input): string;
};

type CodesOf<Outcome> = Outcome extends Refused<Refusal<infer Code>> ? Code : never;

/** Write `run` before `audit`: types flow from top to bottom. */
export type CommandOf<Input, Preparation, Outcome, Code extends RefusalCode, Ahead, Finding, Needed> = {
  /** Read by the unit of work that asks the limits, which does not await it: so it takes no round trip of its own. */
  ahead?(input: Input, stores: Stores): Promise<Ahead>;
  /** What must happen outside of the unit of work, such as hashing a password. */
  prepare?(input: Input, reads: Reads, platform: Platform, ahead?: NoInfer<Ahead>): Promise<Preparation>;
  /** Who may call, as the first part of the unit of work. What it finds is for `run`, which is left out if it refuses. */
  rule?(reads: Reads, input: Needed, context: Platform & { readonly trace: Trace }): Promise<Finding>;
  /** The unit of work. It may run more than once, as `Storage.write` says. */
  run(
    input: Input,
    stores: Stores,
    context: Platform & {
      readonly trace: Trace;
      readonly prepared: ValueOf<Preparation>;
      readonly found: ValueOf<Finding>;
    },
  ): Promise<Outcome>;
  /** The refusal of `run` that says that the preparation is old. The runner prepares and runs again, twice at most. */
  readonly outdated?: RefusalCode;
  /**
   * The refusals of `run` that commit what it has written, such as a mail, with the record. Any other leaves nothing. They
   * count as failures like others. Not beside `idempotency`: a request that is sent again would write again.
   */
  readonly commits?: NoInfer<readonly CodesOf<Outcome>[]>;
  /** Runs after the unit of work, whatever its outcome. */
  after?(storage: Ports['storage']): Promise<void>;
  /** `'none'`: only for a call that everybody may make, as often as they like, and that changes nothing of anybody's. */
  readonly audit: Audit<Input, ValueOf<Outcome>> | 'none';
  readonly idempotency?: Idempotency<Input, NoInfer<Outcome>, Code, ValueOf<Finding>>;
  readonly limits?: Limits<NoInfer<Input>>;
};

/**
 * D-34: whose child an entry of a list is, if the list shows more of the child than its names. Then each page is
 * recorded, with its children, before it is sent; otherwise the call is. `'one child'`: the trace has it.
 */
export type Shows<Input, Entry> = 'names' | 'one child' | ((entry: Entry, input: Input) => ChildId | undefined);

type QueryAudit<Input, Value> = Audit<Input, Value> &
  (Value extends Pages<infer Entry> ? { readonly shows: Shows<Input, Entry> } : object);

/** Why a query leaves no record: it shows what is the caller's own, doctors and their staff, how many, or nothing of a child. */
export type Unrecorded = 'own account' | 'staff' | 'counts' | 'no child';

export type QueryOf<Input, Outcome, Finding, Needed> = {
  /** As of a command. */
  rule?(reads: Reads, input: Needed, context: Platform & { readonly trace: Trace }): Promise<Finding>;
  /**
   * `pagesWhileAllowed` is `pagesOf`, but throws `RightLost` if session or rule forbid a further page. `whileSignedIn`
   * takes pages of several lists, and throws if the session does: what has begun may last longer than the proof that it asked for.
   */
  run(
    input: Input,
    reads: Reads,
    context: Platform & {
      readonly trace: Trace;
      readonly found: ValueOf<Finding>;
      readonly pagesWhileAllowed: typeof pagesOf;
      whileSignedIn<Entry>(pages: Pages<Entry>): Pages<Entry>;
    },
  ): Promise<Outcome>;
  /** D-43: what a success changes, in a unit of its own, if it does. During an outage of the store nothing is changed. */
  follow?(value: ValueOf<Outcome>, input: Input): ((stores: Stores) => Promise<void>) | undefined;
  readonly audit: QueryAudit<Input, ValueOf<Outcome>> | Unrecorded;
};
