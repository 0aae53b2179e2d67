import { ifAvailable } from './errors.ts';
import { MINUTE } from './model/values.ts';
import type { Ports } from './ports/ports.ts';
import { ok } from './result.ts';
import { createErasing, createTellingDue } from './use-cases/upkeep.ts';

/** Milliseconds between two pieces of work, so that it takes a part of the time only. */
const PAUSE = 20;

/** Milliseconds between two looks. After an outage, or if another process was at it, something may be left. */
const LOOKS_EVERY = MINUTE;

/** How often it looks whether it is to end. */
const INTERVAL = 500;

const SWEPT_AT_ONCE = 1000;

/**
 * Works beside the calls until it is closed: erases finished cases whose time is over, tells of tasks that are due, sweeps codes. `report` is told
 * what the operator must mend, once until it has succeeded; a store tells its outages itself.
 */
export const createUpkeep = (ports: Ports, report: (problem: unknown) => void) => {
  const { clock, ids, storage } = ports;
  const erase = createErasing(ports);
  const tellSome = createTellingDue(ports);
  let isOver = false;

  const eraseOverdue = async (): Promise<void> => {
    const requestId = `upkeep ${ids.next()}`;
    while (!isOver && (await erase(requestId)) > 0) await clock.sleep(PAUSE);
  };

  const tellDue = async (): Promise<void> => {
    while (!isOver && (await tellSome()) > 0) await clock.sleep(PAUSE);
  };

  const sweepSome = async (): Promise<number> => {
    const swept = await storage.write(async ({ joinCodes }) => ok(await joinCodes.sweep(clock.now(), SWEPT_AT_ONCE)));
    return swept.ok ? swept.value : 0;
  };

  const sweep = async (): Promise<void> => {
    while (!isOver && (await sweepSome()) > 0) await clock.sleep(PAUSE);
  };

  const failing = new Set<() => Promise<void>>();

  /** One that fails keeps none of the others. */
  const attempt = async (part: () => Promise<void>): Promise<void> => {
    try {
      await ifAvailable(part);
      failing.delete(part);
    } catch (problem) {
      if (!failing.has(part)) report(problem);
      failing.add(part);
    }
  };

  const round = async (): Promise<void> => {
    for (const part of [eraseOverdue, tellDue, sweep]) if (!isOver) await attempt(part);
  };

  const work = async (): Promise<void> => {
    for (let looked = Number.NEGATIVE_INFINITY; !isOver; await clock.sleep(INTERVAL)) {
      const now = clock.now();
      if (Math.abs(now - looked) < LOOKS_EVERY) continue;
      looked = now;
      await round();
    }
  };

  const working = work();
  return {
    close: async (): Promise<void> => {
      isOver = true;
      await working;
    },
  };
};

export type Upkeep = ReturnType<typeof createUpkeep>;
