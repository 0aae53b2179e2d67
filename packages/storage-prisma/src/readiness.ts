import { randomInt, randomUUID } from 'node:crypto';
import { NotReady, type Unavailable } from '@health-case/domain/errors';
import type { Instant } from '@health-case/domain/model/values';
import type { Stores } from '@health-case/domain/ports/storage';
import { ok } from '@health-case/domain/result';
import { asPortError } from './failures.ts';

/** What must hold, and the sentence for who asks while it does not; without one, it is that of the error. */
export type Condition = { readonly otherwise?: string; readonly check: () => unknown };

/** `undefined`: the store is ready again. */
export type ReportReadiness = (problem: NotReady | undefined) => void;

type Watching = {
  /** Checked one after another, each time. */
  readonly conditions: readonly Condition[];
  /** Writes to the disk. */
  readonly tryToWrite: () => Promise<unknown>;
  /** Called when the store becomes ready or unready, or unready for another reason. */
  readonly report?: ReportReadiness | undefined;
};

/** How long the outcome of a write of its own counts, in milliseconds: after writes have failed, and otherwise. */
const [FAILING, WELL] = [1000, 5000];
/** For so long, too much work to try tells nothing of the disk. Later, a process that writes nothing is not ready. */
const OVERLOADED = 30_000;

/** Whether a store can serve calls now, however often somebody asks (P-31). */
export const createReadiness = ({ conditions, tryToWrite, report }: Watching) => {
  let [isSuspected, triedAt, writtenAt] = [false, Number.NEGATIVE_INFINITY, performance.now()];
  let [failure, trying]: [failure?: unknown, trying?: Promise<void>] = [];
  let reported: string | undefined;

  const tryOnce = async (): Promise<void> => {
    triedAt = performance.now();
    isSuspected = false;
    failure = await tryToWrite().then(
      () => {
        writtenAt = performance.now();
      },
      (error) => {
        const isBusy = reasonOf(error) === 'overloaded' && performance.now() - writtenAt < OVERLOADED;
        return isBusy ? failure : error;
      },
    );
  };
  const isWritable = async (): Promise<void> => {
    const age = performance.now() - triedAt;
    if (age >= (isSuspected || failure ? FAILING : WELL)) {
      trying ??= tryOnce().finally(() => {
        trying = undefined;
      });
    }
    await trying;
    if (failure) throw failure;
  };
  const all = [...conditions, { otherwise: UNWRITABLE, check: isWritable }];

  const findProblem = async (): Promise<NotReady | undefined> => {
    for (const { otherwise, check } of all) {
      try {
        await check();
      } catch (error) {
        const cause = asPortError(error);
        return new NotReady(otherwise ?? (cause as Error).message, cause);
      }
    }
    return undefined;
  };

  return {
    ready: async (): Promise<void> => {
      const problem = await findProblem();
      if (problem?.message !== reported) report?.(problem);
      reported = problem?.message;
      if (problem) throw problem;
    },
    /** To be called with what a transaction or a unit of work has thrown, which it throws again. */
    noted: (error: unknown): never => {
      isSuspected ||= reasonOf(error) === 'store';
      throw error;
    },
  };
};

const UNWRITABLE =
  'The database cannot be written, as on a disk that is full or read-only; the log of the service says why.';

const reasonOf = (error: unknown) => (asPortError(error) as Partial<Unavailable> | undefined)?.reason;

/** So many numbers of a row take a page of SQLite. */
export const NUMBERS_OF_A_PAGE = 600;

/** A unit of work that leaves nothing. On SQLite it must need room for a page, or a full disk would not show. */
export const passing =
  (length: number) =>
  async ({ throttles }: Stores) => {
    const key = `readiness ${randomUUID()}`;
    const underWay = Array.from({ length }, () => randomInt(2 ** 47) as Instant);
    await throttles.save([{ key, attempts: { count: 1, notBefore: BEGINNING, forgottenAt: BEGINNING, underWay } }]);
    await throttles.remove([key]);
    return ok(undefined);
  };

const BEGINNING = 0 as Instant;
