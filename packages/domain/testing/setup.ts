import { createApplication, createOperatorApplication } from '@health-case/domain/application';
import type { Ports } from '@health-case/domain/ports/ports';
import type { Storage } from '@health-case/domain/ports/storage';
import type { Caller } from '@health-case/domain/use-cases/declaration';

const TRANSPORT = { requestId: 'setup', address: '192.0.2.1' };

type Calls = ReturnType<typeof createApplication> & ReturnType<typeof createOperatorApplication>;
type Call = (input: object) => unknown;

/** A read of one page needs no session. */
type OwnInput<Name, Input> = Name extends `${'check' | 'describe' | 'list' | 'show'}${string}`
  ? Omit<Input, keyof typeof TRANSPORT | 'session'> & Partial<Pick<Caller, 'session'>>
  : Omit<Input, keyof typeof TRANSPORT>;

/** The calls of both applications, without what a transport adds to each. */
export type Setup = {
  readonly [Name in keyof Calls]: Calls[Name] extends (input: infer Input extends object) => infer Outcome
    ? (input: OwnInput<Name, Input>) => Outcome
    : Calls[Name];
};

/** For what a test begins with. Leaves no audit record. */
export const createSetup = (around: Ports): Setup => {
  const ports = { ...around, storage: withoutRecords(around.storage), auditTrail: { note: () => undefined } };
  const calls: Calls = { ...createApplication(ports), ...createOperatorApplication(ports) };
  const { resumeSession, verifyAudit } = calls;
  const withTransport = Object.entries(calls).map(([name, call]) => [
    name,
    (input: object) => (call as Call)({ ...TRANSPORT, ...input }),
  ]);
  return { ...Object.fromEntries(withTransport), resumeSession, verifyAudit };
};

/** Delegates to the storage, also to what a test spies on later. */
const withoutRecords = (storage: Storage): Storage =>
  Object.assign(Object.create(storage) as Storage, {
    write: ((work) =>
      storage.write((stores, hasTime) =>
        work({ ...stores, audit: { ...stores.audit, append: async () => undefined } }, hasTime),
      )) satisfies Storage['write'],
  });
