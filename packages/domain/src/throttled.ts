import { createAdmission } from './admission.ts';
import { atMost } from './at-most.ts';
import { ifAvailable, type Refusal, type RefusalCode } from './errors.ts';
import type { Change, Limit } from './limits.ts';
import { beginOne, countOne, endOfAttempt, withoutCount } from './model/throttle.ts';
import type { Ports } from './ports/ports.ts';
import type { Result } from './result.ts';

/** Where a call comes from, as far as that can be told: an IPv4 address, or the /64 of an IPv6 one. */
export type Origin = { readonly address: string };

export type Limits<Input> = {
  readonly of: (input: Input & Origin) => readonly Limit[];
  /** The refusals that count as a failure; none: every call counts, however it ends. */
  readonly failures?: readonly RefusalCode[];
  /** P-22: of calls that hash a password only as many are taken on at once as the hasher takes on. */
  readonly hashes?: true;
};

type UseCase<Input, Value, Refused> = (input: Input) => Promise<Result<Value, Refused>>;

const TOO_MANY = { otherwise: 'Too many passwords wait to be hashed.', retryAfterSeconds: 5 };

const begin: Change = (before, _, now) => beginOne(before, endOfAttempt(now));
const count: Change = (before, { throttle }, now) => countOne(before, throttle, now);

/**
 * The use case behind its limits. Attempts under way take up the room of as many failures, so calls that come at once cannot
 * slip past a limit together, and what is counted survives a restart. A call that threw came to nothing, and so counts only
 * where every call does. Calls for which there is no room are refused before anything is counted.
 */
export const throttled = <Input, Value, Refused extends Refusal>(
  ports: Ports,
  useCase: UseCase<Input, Value, Refused>,
  { of, failures, hashes }: Limits<NoInfer<Input>>,
): UseCase<Input & Origin, Value, Refused | Refusal<'THROTTLED'>> => {
  const admission = createAdmission(ports, failures ? begin : count);
  const limited = async (input: Input & Origin): Promise<Result<Value, Refused | Refusal<'THROTTLED'>>> => {
    const limits = of(input);
    if (limits.length === 0) return useCase(input);
    const admitted = await admission.ask(limits);
    if (!admitted.ok) return admitted;
    if (!failures) return useCase(input);
    let change: Change = (before) => before;
    try {
      const outcome = await useCase(input);
      if (outcome.ok) change = (before, { wipedBySuccess }) => (wipedBySuccess ? withoutCount(before) : before);
      else if (failures.includes(outcome.refusal.code)) change = count;
      return outcome;
    } finally {
      await ifAvailable(() => admission.end(limits, admitted.value, change));
    }
  };
  // Those who wait for others take up no room of the hasher.
  return hashes ? atMost({ ...TOO_MANY, most: () => ports.passwords.room + admission.waiting() }, limited) : limited;
};
