import { ifAvailable } from './errors.ts';
import {
  BETWEEN_INVITATIONS,
  IMPORT_KEPT,
  IMPORTED_INVITATION_DAYS,
  type Import,
  type ImportRow,
  type RowReason,
  type RowResult,
  rowIdOf,
  rowNumberOf,
} from './model/import.ts';
import { HOUR, later, MINUTE } from './model/values.ts';
import type { Ports } from './ports/ports.ts';
import type { Stores } from './ports/storage.ts';
import { ok } from './result.ts';
import { keepFacts } from './use-cases/facts.ts';
import { createJudge, doctorIn, type Judged, readParents, stillFits } from './use-cases/import-rows.ts';
import { putMail } from './use-cases/mails.ts';
import { keepEntered } from './use-cases/patients.ts';

/** Milliseconds between two looks for an import to work on. */
const INTERVAL = 500;
/** Milliseconds for which an import is one process's. After a death another goes on then. */
const LEASE = MINUTE / 2;
/** Milliseconds after which an upload that has not ended will not. */
const LONGEST_READING = HOUR;

/** While a unit of work runs, other writes wait; and while rows are looked at in one turn, other calls. */
const CHECKED_AT_ONCE = 50;
const COMMITTED_AT_ONCE = 5;
const CLEARED_AT_ONCE = 200;
/** Rows after which others have a turn, and for how many milliseconds. */
const [TURN, PAUSE] = [5, 1];

const lastOf = (rows: readonly ImportRow[], { rows: all }: Import): number => {
  const last = rows.at(-1);
  return last ? rowNumberOf(last.id) : all;
};

/**
 * D-48: works on imports until it is closed, one at a time. What it has done stands in the store with how far it is, so another
 * process goes on after a death. `report` is told what the operator must mend.
 */
export const createImporter = (ports: Ports, report: (problem: unknown) => void) => {
  const { clock, ids, storage } = ports;
  const holder: string = ids.next();
  let isOver = false;

  /** Does some work on an import, if it is still this process's and in the same state; with what it is from then on. */
  const advance = async (
    held: Import,
    work: (stores: Stores, now: Import) => Promise<Import>,
  ): Promise<Import | undefined> => {
    const unit = await storage.write(async (stores) => {
      const now = await stores.imports.find(held.id);
      if (now?.holder !== holder || now.state !== held.state) return ok(undefined);
      const then = await work(stores, now);
      const isHeld = then.holder === holder;
      // Whoever serves next need not wait.
      await stores.imports.save(isHeld ? { ...then, dueAt: later(clock.now(), isOver ? 0 : LEASE) } : then);
      return ok(then);
    });
    const then = unit.ok ? unit.value : undefined;
    return then?.state === held.state && then.holder === holder && !isOver ? then : undefined;
  };

  const rowsFrom = ({ imports }: Pick<Stores, 'imports'>, { id, done }: Import, size: number) =>
    imports.rows(id, { after: rowIdOf(id, done), size });

  /** From the first row on: which rows are of one child is known to this process alone. */
  const check = async (taken: Import): Promise<void> => {
    const seen = new Map<string, number>();
    const seenIn = (number: number) => (keys: readonly string[]) => {
      const earlier = keys.map((key) => seen.get(key)).find((one) => one !== undefined);
      for (const key of keys) if (!seen.has(key)) seen.set(key, number);
      return earlier;
    };
    let held = await advance(taken, async (_, now) => ({ ...now, done: 0 }));
    while (held) {
      const rows = await rowsFrom(storage.read, held, CHECKED_AT_ONCE);
      const judge = createJudge(storage.read, clock.now());
      const judged: (readonly [ImportRow, Judged])[] = [];
      for (const row of rows) {
        if (row.texts) judged.push([row, await judge(row.texts, seenIn(rowNumberOf(row.id)))]);
        if (judged.length % TURN === 0) await clock.sleep(PAUSE);
      }
      held = await advance(held, async ({ imports }, now) => {
        for (const [row, { result, reason, childId, likes }] of judged)
          await imports.settle({ ...row, result, reason, childId, likes });
        const done = lastOf(rows, now);
        return done >= now.rows ? { ...now, state: 'checked', done: 0, holder: undefined } : { ...now, done };
      });
    }
  };

  const enter = async (stores: Stores, { id, by }: Import, judged: Judged): Promise<Partial<ImportRow>> => {
    if (!('entry' in judged)) return {};
    const { childId, caseId, opened } = await keepEntered(stores, ports, judged.entry);
    await keepFacts([{ ...opened, isImported: true }], by, stores, ports);
    const at = clock.now();
    await stores.audit.append({
      ...{ id: ids.next(), at, requestId: `import ${id}`, by, action: 'child entered', on: caseId },
      ...{ outcome: 'OK', child: childId },
    });
    return { result: 'entered', childId };
  };

  /** What becomes of a row. Undefined: it stays as it is. */
  const commitRow = async (stores: Stores, now: Import, row: ImportRow, judge: ReturnType<typeof createJudge>) => {
    if (!row.texts || (row.result !== 'new' && row.result !== 'same')) return;
    const judged = await judge(row.texts);
    const isNew = row.result === 'new';
    const changed: { readonly result: RowResult; readonly reason: RowReason } = {
      result: 'changed',
      reason: judged.reason ?? `now ${judged.result}`,
    };
    if (!stillFits(row, judged)) await stores.imports.settle({ ...row, ...changed });
    else if (isNew) await stores.imports.settle({ ...row, ...(await enter(stores, now, judged)) });
  };

  const commit = async (taken: Import): Promise<void> => {
    let held: Import | undefined = taken;
    while (held) {
      held = await advance(held, async (stores, now) => {
        // Of two imports one commits at a time: each sees what the other has entered.
        await stores.throttles.find('imports');
        const manager = await stores.accounts.findAvailable(now.by);
        if (!manager?.isManager) return { ...now, state: 'checked', holder: undefined };
        const rows = await rowsFrom(stores, now, COMMITTED_AT_ONCE);
        const judge = createJudge(stores, clock.now());
        for (const row of rows) await commitRow(stores, now, row, judge);
        const done = lastOf(rows, now);
        return done >= now.rows ? { ...now, state: 'committed', done: 0, holder: undefined } : { ...now, done };
      });
      await clock.sleep(PAUSE);
    }
  };

  /** In the name of the child's doctor, as whoever invites must be (D-42). */
  const inviteParents = async (stores: Stores, row: ImportRow): Promise<number> => {
    const { childId, result, texts } = row;
    if (result !== 'entered' || !texts || childId === undefined) return 0;
    const [parents, doctor] = [readParents(texts.parents), await doctorIn(texts, stores)];
    if (!parents.ok || !doctor || !(await stores.children.record(childId))) return 0;
    const invitation = { childId, invitedBy: doctor.id, days: IMPORTED_INVITATION_DAYS };
    const addresses = parents.value.filter((email) => email !== doctor.email);
    for (const to of addresses) await putMail('parent invited', { to, invitation }, stores, ports);
    return addresses.length;
  };

  /** Twenty a minute: it is let go until the next may be sent. */
  const invite = async (taken: Import): Promise<void> => {
    let held: Import | undefined = taken;
    while (held) {
      held = await advance(held, async (stores, now) => {
        const manager = await stores.accounts.findAvailable(now.by);
        const [row] = manager?.isManager ? await rowsFrom(stores, now, 1) : [];
        if (!row) return { ...now, state: 'committed', holder: undefined };
        const sent = await inviteParents(stores, row);
        const then = { ...now, done: rowNumberOf(row.id) };
        if (sent === 0) return then;
        return { ...then, holder: undefined, dueAt: later(clock.now(), sent * BETWEEN_INVITATIONS) };
      });
    }
  };

  const close = async (taken: Import): Promise<void> => {
    let held: Import | undefined = taken;
    while (held) {
      held = await advance(held, async ({ imports }, now) => {
        const cleared = await imports.clear(now.id, CLEARED_AT_ONCE);
        return cleared < CLEARED_AT_ONCE ? { ...now, state: 'closed', holder: undefined } : now;
      });
      await clock.sleep(PAUSE);
    }
  };

  const WORK: Readonly<Partial<Record<Import['state'], (taken: Import) => Promise<void>>>> = {
    checking: check,
    committing: commit,
    inviting: invite,
    closing: close,
  };

  const isOld = ({ state, startedAt }: Import): boolean => {
    const kept = state === 'reading' ? LONGEST_READING : IMPORT_KEPT;
    return state !== 'closing' && later(startedAt, kept) <= clock.now();
  };

  /** Of those that commit or invite the first one does, so that there is one at a time. */
  const nextOf = (open: readonly Import[]): Import | undefined => {
    const isFirst = (one: Import) => open.find(({ state }) => state === one.state) === one;
    const isInTurn = (one: Import) => (one.state !== 'committing' && one.state !== 'inviting') || isFirst(one);
    return open.find((one) => isOld(one) || (one.state in WORK && one.dueAt <= clock.now() && isInTurn(one)));
  };

  const take = async (wanted: Import): Promise<Import | undefined> => {
    const taken = await storage.write(async ({ imports }) => {
      const now = await imports.find(wanted.id);
      if (!now || now.state !== wanted.state || now.dueAt > clock.now()) return ok(undefined);
      const then = {
        ...now,
        ...(isOld(now) && { state: 'closing' as const }),
        holder,
        dueAt: later(clock.now(), LEASE),
      };
      await imports.save(then);
      return ok(then);
    });
    return taken.ok ? taken.value : undefined;
  };

  const look = async (): Promise<void> => {
    const next = nextOf(await storage.read.imports.open());
    const taken = next && (await take(next));
    if (taken) await WORK[taken.state]?.(taken);
  };

  const work = async (): Promise<void> => {
    let told = false;
    for (; !isOver; await clock.sleep(INTERVAL)) {
      try {
        await ifAvailable(look);
        told = false;
      } catch (problem) {
        if (!told) report(problem);
        told = true;
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
