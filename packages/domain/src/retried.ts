import { type Refusal, refuse } from './errors.ts';
import type { AuditRecord } from './model/audit.ts';
import { answeredAgainSince, type IdempotencyKey, type KeptOutcome } from './model/request-options.ts';
import type { Instant } from './model/values.ts';
import type { Ports } from './ports/ports.ts';
import type { RetryReads, Storage, Stores } from './ports/storage.ts';
import { ok, type Result, refused } from './result.ts';

/** D-24: how a transport lets a client send a call again. */
export type Retriable = { readonly idempotencyKey?: IdempotencyKey | undefined };

/** How the outcome of a use case is answered again. */
export type Retry<Input, Value> = {
  /** Distinguishes this use case from all others. */
  readonly call: string;
  /** Whose the key is: the account that calls or, before there is one, its e-mail address. */
  readonly owner: (input: Input) => string;
  readonly keep: (value: Value) => string;
  readonly recall: (kept: string, ports: Ports) => Promise<Value>;
};

type UseCase<Input, Value, Refused> = (input: Input) => Promise<Result<Value, Refused>>;
type RefusedRetry = Refusal<'IDEMPOTENCY_KEY_REUSED' | 'REQUEST_IN_FLIGHT'>;

const SWEPT_PER_CALL = 10;

/**
 * The use case, whose outcome commits with its change and is answered again to whoever sends the same key with the same
 * request. A request that is under way in this process is refused; one that is under way in another is waited for by the
 * unit of work, which then finds the outcome. A refusal has changed nothing, so it is not kept and the call made anew.
 */
export const retried = <Input, Value, Refused extends Refusal>(
  ports: Ports,
  useCase: (ports: Ports) => UseCase<Input, Value, Refused>,
  retry: Retry<NoInfer<Input>, NoInfer<Value>>,
): UseCase<Input & Retriable, Value, Refused | RefusedRetry> => {
  const underWay = new Set<string>();
  const plain = useCase(ports);
  return async (input) => {
    if (input.idempotencyKey === undefined) return plain(input);
    const wanted = {
      key: JSON.stringify([retry.owner(input), input.idempotencyKey]),
      request: requestOf(retry.call, input),
    };
    if (underWay.has(wanted.key)) return refused({ code: 'REQUEST_IN_FLIGHT', retryAfterSeconds: 1 });
    underWay.add(wanted.key);
    try {
      const tried = { retry, wanted };
      const before = await answerAgain(ports, tried);
      if (before) return before;
      const noted: AuditRecord[] = [];
      const auditTrail = { note: (record: AuditRecord) => void noted.push(record) };
      const outcome = await useCase({ ...ports, auditTrail, storage: keeping(ports, tried) })(input);
      const meanwhile = outcome.ok ? undefined : await answerAgain(ports, tried);
      // What is answered instead of a refusal leaves no record of the refusal.
      if (meanwhile) return meanwhile;
      for (const record of noted) ports.auditTrail.note(record);
      return outcome;
    } finally {
      underWay.delete(wanted.key);
    }
  };
};

const NOT_OF_THE_REQUEST = new Set(['actor', 'address', 'idempotencyKey', 'requestId', 'session']);

/** The call and its fields. A password is left out: it is kept nowhere, not even as a hash that is fast to make. */
const requestOf = (call: string, input: object): string => {
  const fields = Object.entries(input).filter(
    ([name, value]) => value !== undefined && name !== 'password' && !NOT_OF_THE_REQUEST.has(name),
  );
  return JSON.stringify([call, fields.sort(([one], [other]) => (one < other ? -1 : 1))]);
};

type Wanted = Pick<KeptOutcome, 'key' | 'request'>;
type Tried<Input, Value> = { readonly retry: Retry<Input, Value>; readonly wanted: Wanted };

const find = (retries: RetryReads, wanted: Wanted, now: Instant) => retries.find(wanted, answeredAgainSince(now));

const answerAgain = async <Input, Value>(
  ports: Ports,
  { retry, wanted }: Tried<Input, Value>,
): Promise<Result<Value, Refusal<'IDEMPOTENCY_KEY_REUSED'>> | undefined> => {
  const kept = await find(ports.storage.read.retries, wanted, ports.clock.now());
  if (kept === undefined) return undefined;
  return kept === 'other request' ? refuse('IDEMPOTENCY_KEY_REUSED') : ok(await retry.recall(kept.outcome, ports));
};

/**
 * Keeps the outcome with the change: the value of a use case's unit of work is the value of the use case. An outcome that
 * is there by now was kept since it was looked for, and refusing leads to another look.
 */
const keeping = <Input, Value>({ storage, clock }: Ports, { retry, wanted }: Tried<Input, Value>): Storage => ({
  ...storage,
  write: <T, R>(work: (stores: Stores) => Promise<Result<T, R>>) =>
    storage.write<T, R>(async (stores) => {
      const now = clock.now();
      if (await find(stores.retries, wanted, now)) return refuse('REQUEST_IN_FLIGHT') as Result<T, never>;
      const result = await work(stores);
      if (!result.ok) return result;
      await stores.retries.save({ ...wanted, outcome: retry.keep(result.value as unknown as Value), at: now });
      await stores.retries.sweep(answeredAgainSince(now), SWEPT_PER_CALL);
      return result;
    }),
});
