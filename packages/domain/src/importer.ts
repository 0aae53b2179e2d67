import { ifAvailable } from './errors.ts';
import { IMPORT_KEPT, type Import } from './model/import.ts';
import { HOUR, type Instant, later, MINUTE } from './model/values.ts';
import type { Ports } from './ports/ports.ts';
import { ok } from './result.ts';
import { type Advance, IMPORT_WORK } from './use-cases/import-work.ts';
import { managing } from './use-cases/staff.ts';

/** Milliseconds between two looks for an import to work on. */
const INTERVAL = 500;
/** Milliseconds for which an import is one process's. After a death another goes on then. */
const LEASE = MINUTE / 2;
/** Milliseconds after which an upload that has not ended will not. */
const LONGEST_READING = HOUR;

const isOld = ({ state, startedAt }: Import, now: Instant): boolean =>
  state !== 'closing' && later(startedAt, state === 'reading' ? LONGEST_READING : IMPORT_KEPT) <= now;

/** Of those that commit or invite only the first has its turn. */
const nextOf = (open: readonly Import[], now: Instant): Import | undefined => {
  const isFirst = (one: Import) => open.find(({ state }) => state === one.state) === one;
  const isInTurn = (one: Import) => (one.state !== 'committing' && one.state !== 'inviting') || isFirst(one);
  const isDue = (one: Import) => isOld(one, now) || (one.state in IMPORT_WORK && isInTurn(one));
  return open.find((one) => one.dueAt <= now && isDue(one));
};

/**
 * D-48: works on imports until it is closed, one at a time. How far it is stands in the store, so another process goes on after a
 * death. `report` is told what the operator must mend, once until it has succeeded.
 */
export const createImporter = (ports: Ports, report: (problem: unknown) => void) => {
  const { clock, ids, storage } = ports;
  const holder: string = ids.next();
  let isOver = false;

  const advance: Advance = async (held, work) => {
    const unit = await storage.write(async (stores, hasTime) => {
      // Ahead of the import, as each call of a manager locks both.
      const manager = await managing(stores, { id: held.by });
      const now = await stores.imports.find(held.id);
      if (now?.holder !== holder || now.state !== held.state) return ok(undefined);
      const then = await work(stores, now, { isManaged: manager.ok, hasTime });
      // Whoever serves next need not wait.
      const dueAt = then.holder === holder ? later(clock.now(), isOver ? 0 : LEASE) : then.dueAt;
      await stores.imports.save({ ...then, dueAt });
      return ok(then);
    });
    const then = unit.ok ? unit.value : undefined;
    return then?.state === held.state && then.holder === holder && !isOver ? then : undefined;
  };

  const take = async (wanted: Import): Promise<Import | undefined> => {
    const taken = await storage.write(async ({ imports }) => {
      const [found, now] = [await imports.find(wanted.id), clock.now()];
      if (!found || found.state !== wanted.state || found.dueAt > now) return ok(undefined);
      const state = isOld(found, now) ? 'closing' : found.state;
      const then = { ...found, state, holder, dueAt: later(now, LEASE) };
      await imports.save(then);
      return ok(then);
    });
    return taken.ok ? taken.value : undefined;
  };

  const look = async (): Promise<void> => {
    const next = nextOf(await storage.read.imports.open(), clock.now());
    const taken = next && (await take(next));
    if (taken) await IMPORT_WORK[taken.state]?.(taken, advance, ports);
  };

  const work = async (): Promise<void> => {
    let isTold = false;
    for (; !isOver; await clock.sleep(INTERVAL)) {
      try {
        await ifAvailable(look);
        isTold = false;
      } catch (problem) {
        if (!isTold) report(problem);
        isTold = true;
      }
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

export type Importer = ReturnType<typeof createImporter>;
