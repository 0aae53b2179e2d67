import type { Refusal } from './errors.ts';
import type { Account } from './model/account.ts';
import type { AuditAction, AuditRecord } from './model/audit.ts';
import type { Case } from './model/case.ts';
import type { AccountId, CaseId, ChildId } from './model/values.ts';
import type { Ports } from './ports/ports.ts';
import type { Reads, Storage, Stores } from './ports/storage.ts';
import type { Result } from './result.ts';

/** What a transport says of each call. */
export type Call = { readonly requestId: string };

/** How a use case shows in the audit trail. */
export type Trace<Input, Value> = {
  readonly action: AuditAction;
  readonly on?: (input: Input, value: Value | undefined) => string | undefined;
  /** Where it is not the one who holds the session. */
  readonly by?: (input: Input, value: Value | undefined, ports: Ports) => Promise<AccountId | undefined>;
  /** The child that the record names. Where this says none, it is that of the case that the use case has read. */
  readonly child?: (input: Input, value: Value | undefined) => ChildId | undefined;
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
    let read: ChildId | undefined;
    const record = async (value: Value | undefined, outcome: AuditRecord['outcome']): Promise<AuditRecord> => ({
      ...(await recordOf(ports, trace, input, { value, outcome })),
      child: trace.child?.(input, value) ?? read,
    });
    const storage = watched(ports.storage, {
      caseRead: ({ childId }) => {
        read = childId;
      },
      append: async (stores: Stores, value: Value) => {
        await stores.audit.append(await record(value, 'OK'));
        changed = true;
      },
    });
    const outcome = await useCase({ ...ports, storage })(input);
    if (!outcome.ok) ports.auditTrail.note(await record(undefined, outcome.refusal.code));
    else if (!changed) ports.auditTrail.note(await record(outcome.value, 'OK'));
    return outcome;
  };

type Watching<Value> = {
  readonly caseRead: (found: Case) => void;
  readonly append: (stores: Stores, value: Value) => Promise<void>;
};

/** The value of a use case's unit of work is the value of the use case. */
const watched = <Value>(storage: Storage, { caseRead, append }: Watching<Value>): Storage => ({
  ...storage,
  read: watchedReads(storage.read, caseRead),
  write: (work) =>
    storage.write(async (stores) => {
      const result = await work(watchedReads(stores, caseRead));
      if (result.ok) await append(stores, result.value as unknown as Value);
      return result;
    }),
});

const watchedReads = <Some extends Pick<Reads, 'cases'>>(reads: Some, caseRead: (found: Case) => void): Some => ({
  ...reads,
  cases: {
    ...reads.cases,
    find: async (id: CaseId) => {
      const found = await reads.cases.find(id);
      if (found) caseRead(found);
      return found;
    },
  },
});

const recordOf = async <Input, Value>(
  ports: Ports,
  { action, on, by }: Trace<Input, Value>,
  input: Input & Call & { readonly actor?: Account },
  { value, outcome }: { readonly value: Value | undefined; readonly outcome: AuditRecord['outcome'] },
): Promise<Omit<AuditRecord, 'child'>> => ({
  id: ports.ids.auditRecord(),
  at: ports.clock.now(),
  requestId: input.requestId,
  by: by ? await by(input, value, ports) : input.actor?.id,
  action,
  on: on?.(input, value),
  outcome,
});
