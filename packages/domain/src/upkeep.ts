import { ifAvailable } from './errors.ts';
import { MINUTE } from './model/values.ts';
import type { Ports } from './ports/ports.ts';
import { createGivingAddresses } from './use-cases/given-addresses.ts';
import { createErasing, createSweeping, createTellingDue } from './use-cases/upkeep.ts';

/** Milliseconds between two pieces of work, so that it takes a part of the time only. */
const PAUSE = 20;

/** Milliseconds between two looks. After an outage, or if another process was at it, something may be left. */
const LOOKS_EVERY = MINUTE;

/** How often it looks whether it is to end. */
const INTERVAL = 500;

/**
 * Works beside the calls until it is closed: erases finished cases whose time is over, gives accounts the addresses that have waited, tells of tasks that are due,
 * sweeps what nobody asks for any more. `report` is told what the operator must mend, once until it has succeeded; a
 * store tells its outages itself.
 */
export const createUpkeep = (ports: Ports, report: (problem: unknown) => void) => {
  const { clock, ids } = ports;
  const parts = [createErasing(ports), createGivingAddresses(ports), createTellingDue(ports), createSweeping(ports)];
  type Part = (typeof parts)[number];
  const failing = new Set<Part>();
  let isOver = false;

  const doAll = async (some: Part): Promise<void> => {
    const requestId = `upkeep ${ids.next()}`;
    while (!isOver && (await some(requestId)) > 0) await clock.sleep(PAUSE);
  };

  /** One that fails keeps none of the others. */
  const attempt = async (part: Part): Promise<void> => {
    try {
      await ifAvailable(() => doAll(part));
      failing.delete(part);
    } catch (problem) {
      if (!failing.has(part)) report(problem);
      failing.add(part);
    }
  };

  const work = async (): Promise<void> => {
    for (let looked = Number.NEGATIVE_INFINITY; !isOver; await clock.sleep(INTERVAL)) {
      const now = clock.now();
      if (Math.abs(now - looked) < LOOKS_EVERY) continue;
      looked = now;
      for (const part of parts) await attempt(part);
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
