import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { parentPort, Worker, workerData } from 'node:worker_threads';
import { rangesIn } from '@health-case/domain/audited-storage';
import { allEnded } from '@health-case/domain/errors';
import type { TrailStop, VerifyRanges } from '@health-case/domain/model/audit';
import type { FieldCipher } from '@health-case/domain/ports/security';
import type { Access } from './access.ts';
import { auditTable } from './stores/audit.ts';

/** A module that calls `answerRanges`, and what its thread opens. */
export type TrailThread<Target = unknown> = { readonly module: URL; readonly target: Target };
type Fingerprinting = NonNullable<FieldCipher['fingerprinting']>;
type Given<Target> = Fingerprinting & { readonly target: Target };

/** Verifies ranges in as many threads as there are cores. Each has a connection of its own. */
export const inThreads =
  ({ module, target }: TrailThread, fingerprinting: Fingerprinting): VerifyRanges =>
  async (ranges) => {
    const stops: (TrailStop | undefined)[] = [];
    const rest = ranges.entries();
    const verifyRest = async (): Promise<void> => {
      const given: Given<unknown> = { ...fingerprinting, target };
      const thread = new Worker(module, { workerData: given, execArgv: [] });
      try {
        for (const [nth, range] of rest) {
          thread.postMessage(range);
          [stops[nth]] = await once(thread, 'message');
        }
      } finally {
        await thread.terminate();
      }
    };
    await allEnded(Array.from({ length: Math.min(availableParallelism(), ranges.length) }, verifyRest));
    return stops;
  };

/** What such a thread does. */
export const answerRanges = async <Target>(open: (target: Target) => Promise<Access> | Access): Promise<void> => {
  const { module, key, target }: Given<Target> = workerData;
  const { fingerprintBy } = await import(module);
  const verify = rangesIn(auditTable(await open(target)), fingerprintBy(key));
  parentPort?.on('message', async (range: Parameters<VerifyRanges>[0][number]) =>
    parentPort?.postMessage((await verify([range]))[0]),
  );
};
