import type { Refusal } from './errors.ts';
import type { Account } from './model/account.ts';
import type { AuditAction, AuditRecord } from './model/audit-record.ts';
import type { AccountId } from './model/ids.ts';
import type { Ports } from './ports/ports.ts';
import type { Storage, Stores } from './ports/storage.ts';
import type { Result } from './result.ts';

/** What a transport says of each call. */
export type Call = { readonly requestId: string };

/** How a use case shows in the audit trail. */
export type Trace<Input, Value> = {
  readonly action: AuditAction;
  readonly on?: (input: Input, value: Value | undefined) => string | undefined;
  /** Where it is not the one who holds the session. */
  readonly by?: (input: Input, value: Value | undefined, ports: Ports) => Promise<AccountId | undefined>;
};

type UseCase<Input, Value, Refused extends Refusal> = (input: Input) => Promise<Result<Value, Refused>>;

/**
 * The use case with its record: in the same unit of work where it changes something, noted afterwards where it only
 * read or was refused. The use case itself knows nothing of it.
 */
export const audited =
  <Input, Value, Refused extends Refusal>(
    ports: Ports,
    useCase: (ports: Ports) => UseCase<Input, Value, Refused>,
    trace: Trace<Input, Value>,
  ): UseCase<Input & Call, Value, Refused> =>
  async (input) => {
    let changed = false;
    const appending = async (stores: Stores, value: Value): Promise<void> => {
      await stores.audit.append(await recordOf(ports, trace, input, { value, outcome: 'OK' }));
      changed = true;
    };
    const outcome = await useCase({ ...ports, storage: appendingTo(ports.storage, appending) })(input);
    if (!outcome.ok) {
      const { code } = outcome.refusal;
      ports.auditTrail.note(await recordOf(ports, trace, input, { value: undefined, outcome: code }));
    } else if (!changed) {
      ports.auditTrail.note(await recordOf(ports, trace, input, { value: outcome.value, outcome: 'OK' }));
    }
    return outcome;
  };

/** The value of a use case's unit of work is the value of the use case. */
const appendingTo = <Value>(storage: Storage, append: (stores: Stores, value: Value) => Promise<void>): Storage => ({
  ...storage,
  write: (work) =>
    storage.write(async (stores) => {
      const result = await work(stores);
      if (result.ok) await append(stores, result.value as unknown as Value);
      return result;
    }),
});

const recordOf = async <Input, Value>(
  ports: Ports,
  { action, on, by }: Trace<Input, Value>,
  input: Input & Call & { readonly actor?: Account },
  { value, outcome }: { readonly value: Value | undefined; readonly outcome: AuditRecord['outcome'] },
): Promise<AuditRecord> => ({
  id: ports.ids.auditRecord(),
  at: ports.clock.now(),
  requestId: input.requestId,
  by: by ? await by(input, value, ports) : input.actor?.id,
  action,
  on: on?.(input, value),
  outcome,
});
