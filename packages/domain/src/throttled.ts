import { atMost } from './at-most.ts';
import { ifAvailable, type Refusal, type RefusalCode, refuseUntil } from './errors.ts';
import { type Attempts, type Throttle, takenBack } from './model/throttle.ts';
import type { Ports } from './ports/ports.ts';
import type { Stores } from './ports/storage.ts';
import { ok, type Result } from './result.ts';

/** Where a call comes from, as far as that can be told: an IPv4 address, or the /64 of an IPv6 one. */
export type Origin = { readonly address: string };

/** What is counted, under which key and by which rule; and whether a success wipes out what was counted before. */
export type Limit = { readonly key: string; readonly throttle: Throttle; readonly wipedBySuccess?: boolean };

export type Limits<Input> = {
  readonly of: (input: Input & Origin, ports: Ports) => readonly Limit[];
  /** The refusals that count as a failure; none: every call counts, however it ends. */
  readonly failures?: readonly RefusalCode[];
};

type UseCase<Input, Value, Refused> = (input: Input) => Promise<Result<Value, Refused>>;

/** Each call that counts brings at most so many forgotten entries out of the store, so they cannot pile up. */
const SWEPT_PER_CALL = 10;

/**
 * The use case behind its limits. A call is counted before it runs and taken back if it turns out not to count, so calls
 * that come at once cannot slip past a limit together, and what is counted survives a restart. All that is limited hashes
 * a password: more at once than the hasher takes on are refused before they are counted (P-22).
 */
export const throttled = <Input, Value, Refused extends Refusal>(
  ports: Ports,
  useCase: UseCase<Input, Value, Refused>,
  limits: Limits<Input>,
): UseCase<Input & Origin, Value, Refused | Refusal<'THROTTLED'>> =>
  atMost({ ...TOO_MANY, most: ports.passwords.room }, async (input) => {
    const all = limits.of(input, ports);
    const counted = await ports.storage.write((stores) => countAll(stores, all, ports));
    if (!counted.ok) return counted;
    let outcome: Result<Value, Refused> | undefined;
    try {
      outcome = await useCase(input);
      return outcome;
    } finally {
      if (!counts(limits, outcome)) await ifAvailable(() => takeBack(ports, all, outcome?.ok ?? false));
    }
  });

const TOO_MANY = { otherwise: 'Too many passwords wait to be hashed.', retryAfterSeconds: 5 };

/** A call that threw came to nothing, and so counts only where every call does. */
const counts = <Input>({ failures }: Limits<Input>, outcome: Result<unknown, Refusal> | undefined): boolean =>
  failures === undefined || (outcome !== undefined && !outcome.ok && failures.includes(outcome.refusal.code));

const countAll = async (
  { throttles }: Stores,
  limits: readonly Limit[],
  { clock }: Ports,
): Promise<Result<undefined, Refusal<'THROTTLED'>>> => {
  const now = clock.now();
  const counted: (readonly [key: string, attempts: Attempts])[] = [];
  for (const { key, throttle } of limits) {
    const found = await throttles.find(key);
    const before = found && found.forgottenAt > now ? found : undefined;
    if (before && before.notBefore > now) return refuseUntil('THROTTLED', now, before.notBefore);
    counted.push([key, throttle(before, now)]);
  }
  for (const [key, attempts] of counted) await throttles.save(key, attempts);
  await throttles.sweep(now, SWEPT_PER_CALL);
  return ok(undefined);
};

const takeBack = async ({ storage, clock }: Ports, limits: readonly Limit[], succeeded: boolean): Promise<void> => {
  await storage.write(async ({ throttles }) => {
    for (const { key, wipedBySuccess } of limits) {
      const counted = await throttles.find(key);
      if (succeeded && wipedBySuccess) await throttles.remove(key);
      else if (counted) await throttles.save(key, takenBack(counted, clock.now()));
    }
    return ok(undefined);
  });
};
