import { createApplication } from '@health-case/domain/application';
import { createMemoryStorage } from '@health-case/domain/memory';
import { createOperatorApplication } from '@health-case/domain/operator-application';
import type { Storage } from '@health-case/domain/ports/storage';
import { ok } from '@health-case/domain/result';
// The ports without chance are those of the domain's own tests: a second set would only drift from the first.
import { createTestPorts } from '../../test/support/ports.ts';
import { keep } from '../storage/samples.ts';

/** A storage and everything that can be done with it. Two sides that are told the same give out the same identifiers. */
export type Side = ReturnType<typeof sideOver>;

export const sideOver = (storage: Storage) => {
  const ports = {
    ...createTestPorts(),
    storage,
    registration: 'invited' as const,
    ratesPerMinute: { loginFailures: 3, registrations: 4, calls: 0 },
  };
  const { noted } = ports.auditTrail;
  return {
    app: createApplication(ports),
    operator: createOperatorApplication(ports),
    clock: ports.clock,
    storage,
    /** Brings what was noted beside the work into the trail, as the batched trail does. */
    writeNoted: async () => {
      const waiting = noted.splice(0);
      await keep(storage, async ({ audit }) => {
        for (const record of waiting) await audit.append(record);
      });
      return ok(waiting.length);
    },
  };
};

export const openReference = (): Side => sideOver(createMemoryStorage());
