import { ifAvailable } from './errors.ts';
import { createLoop } from './loop.ts';
import type { Account } from './model/account.ts';
import { MOST_PARENTS } from './model/child.ts';
import { type Import, type ImportRow, rowIdOf, rowNumberOf } from './model/import.ts';
import { EVERYTHING } from './model/pages.ts';
import { type ChildId, DAY, HOUR, type Instant, later, MINUTE } from './model/values.ts';
import type { Ports } from './ports/ports.ts';
import type { Reads, Stores } from './ports/storage.ts';
import { ok } from './result.ts';
import { appendRecord, keepFacts } from './use-cases/facts.ts';
import { createJudge, type Judged, readParents, stillFits } from './use-cases/import-rows.ts';
import { putMail } from './use-cases/mails.ts';
import { managing } from './use-cases/managers.ts';
import { canAnyParentLogIn } from './use-cases/parenthoods.ts';
import { keepEntered } from './use-cases/patients.ts';
import { available } from './use-cases/teams.ts';

// D-48: what is done with an import that a process has taken, in small units of work, each with how far it is by then.

/** While a unit of work runs, other writes wait; and while rows are looked at in one turn, other calls. */
const CHECKED_AT_ONCE = 50;
const CLEARED_AT_ONCE = 200;
/** Rows that are checked before others have a turn. */
const TURN = 5;
/** Milliseconds between two units of work, at least. */
const PAUSE = 1;

/**
 * Does some work on an import, if it is still this process's and in the same state. With what it is then, unless it is in another
 * state, let go, or to be left. `isManaged`: whether a manager has it go on still. `hasTime`: for a further step.
 */
type Advance = (
  held: Import,
  work: (
    stores: Stores,
    now: Import,
    how: { readonly isManaged: boolean; readonly hasTime: () => Promise<boolean> },
  ) => Promise<Import>,
) => Promise<Import | undefined>;
type Work = (taken: Import, advance: Advance, ports: Ports) => Promise<void>;

const lastOf = (rows: readonly ImportRow[], { rows: all }: Import): number => {
  const last = rows.at(-1);
  return last ? rowNumberOf(last.id) : all;
};

const rowsFrom = ({ imports }: Pick<Reads, 'imports'>, { id, done }: Import, size: number) =>
  imports.rows(id, { after: rowIdOf(id, done), size });

/** Where each child stands first: a row is told of an earlier one. */
const firstPlaces = () => {
  const seen = new Map<string, number>();
  return (number: number) => (keys: readonly string[]) => {
    const earlier = keys.map((key) => seen.get(key)).find((one) => one !== undefined);
    for (const key of keys) if (!seen.has(key)) seen.set(key, number);
    return earlier;
  };
};

/** From the first row on: where each child stands is known to this process alone. */
const check: Work = async (taken, advance, { clock, storage: { read } }) => {
  const seenBefore = firstPlaces();
  let held = await advance(taken, async (_, now) => ({ ...now, done: 0 }));
  while (held) {
    const rows = await rowsFrom(read, held, CHECKED_AT_ONCE);
    const judge = createJudge(read, clock.now());
    const judged: (readonly [ImportRow, Judged])[] = [];
    for (const row of rows) {
      if (row.texts) judged.push([row, await judge(row.texts, seenBefore(rowNumberOf(row.id)))]);
      if (judged.length % TURN === 0) await clock.sleep(0);
    }
    held = await advance(held, async ({ imports }, now) => {
      for (const [row, { result, reasons, childId, likes }] of judged)
        await imports.settle({ ...row, result, reasons, childId, likes });
      const done = lastOf(rows, now);
      return done >= now.rows ? { ...now, state: 'checked', done: 0, holder: undefined } : { ...now, done };
    });
  }
};

/** Nobody is told: those who work with the child know it. */
const enter = async (stores: Stores, { id, by }: Import, judged: Judged, ports: Ports): Promise<Partial<ImportRow>> => {
  if (!('entry' in judged)) return {};
  const { childId, caseId, opened } = await keepEntered(stores, ports, judged.entry);
  await keepFacts([{ ...opened, audiences: [] }], by, stores, ports);
  const entered = { requestId: `import ${id}`, by, action: 'child entered', on: caseId, child: childId };
  await appendRecord(stores, ports, entered);
  return { result: 'entered', childId };
};

/** What becomes of a row. `undefined`: it stays as it is. */
const committed = async (
  stores: Stores,
  now: Import,
  row: ImportRow,
  judge: ReturnType<typeof createJudge>,
  ports: Ports,
): Promise<Partial<ImportRow> | undefined> => {
  if (!row.texts || (row.result !== 'new' && row.result !== 'same')) return undefined;
  const judged = await judge(row.texts);
  if (!stillFits(row, judged))
    return { result: 'changed', reasons: judged.reasons.length > 0 ? judged.reasons : [`now ${judged.result}`] };
  return row.result === 'new' ? enter(stores, now, judged, ports) : undefined;
};

/** Settles the next row, with how far the import is then. */
const commitRow = async (stores: Stores, now: Import, judge: ReturnType<typeof createJudge>, ports: Ports) => {
  const [row] = await rowsFrom(stores, now, 1);
  if (!row) return { ...now, done: now.rows };
  const change = await committed(stores, now, row, judge, ports);
  if (change) await stores.imports.settle({ ...row, ...change });
  return { ...now, done: rowNumberOf(row.id) };
};

const commit: Work = async (taken, advance, ports) => {
  const { clock } = ports;
  let held: Import | undefined = taken;
  while (held) {
    const begun = clock.now();
    held = await advance(held, async (stores, now, { isManaged, hasTime }) => {
      // Of two imports one commits at a time: each sees what the other has entered.
      await stores.throttles.find(['imports']);
      if (!isManaged) return { ...now, state: 'checked', holder: undefined };
      const judge = createJudge(stores, clock.now());
      let then = now;
      do then = await commitRow(stores, then, judge, ports);
      while (then.done < then.rows && (await hasTime()));
      return then.done < then.rows ? then : { ...then, state: 'committed', done: 0, holder: undefined };
    });
    // Another process may write then, too.
    await clock.sleep(Math.max(PAUSE, (clock.now() - begun) / 4));
  }
};

const doctorOf = async (stores: Stores, childId: ChildId): Promise<Account | undefined> => {
  for (const { doctorId } of await stores.cases.ofChild(childId, EVERYTHING)) {
    const doctor = await available(stores, 'Doc', doctorId);
    if (doctor) return doctor;
  }
  return undefined;
};

/** For how many an invitation that an import sends is valid. */
const INVITATION_DAYS = 30;
/** Milliseconds between two invitations: 20 a minute. */
const BETWEEN_INVITATIONS = MINUTE / 20;

/** In the name of the child's doctor, and only while no parent could do it (D-42). Returns how many. */
const inviteParents = async (stores: Stores, { by, id }: Import, row: ImportRow, ports: Ports): Promise<number> => {
  const { childId, result, texts } = row;
  if (result !== 'entered' || !texts || childId === undefined) return 0;
  if (await canAnyParentLogIn(stores, childId)) return 0;
  const [parents, doctor] = [readParents(texts.parents), await doctorOf(stores, childId)];
  const wanted = parents.ok ? parents.value : [];
  const room = doctor ? MOST_PARENTS - (await stores.children.parents(childId)).length : 0;
  const addresses = wanted.filter((email) => email !== doctor?.email).slice(0, room);
  if (addresses.length < wanted.length) await stores.imports.settle({ ...row, reasons: ['parents not invited'] });
  if (!doctor) return 0;
  const invitation = { childId, invitedBy: doctor.id, days: INVITATION_DAYS };
  for (const to of addresses) await putMail('parent invited', { to, invitation }, stores, ports);
  const invited = { requestId: `import ${id}`, by, action: 'parent invited', on: childId, child: childId };
  if (addresses.length > 0) await appendRecord(stores, ports, invited);
  return addresses.length;
};

/** It is let go until the next may be sent. */
const invite: Work = async (taken, advance, ports) => {
  let held: Import | undefined = taken;
  while (held) {
    held = await advance(held, async (stores, now, { isManaged }) => {
      const [row] = isManaged ? await rowsFrom(stores, now, 1) : [];
      if (!row) return { ...now, state: 'committed', holder: undefined };
      const sent = await inviteParents(stores, now, row, ports);
      const then = { ...now, done: rowNumberOf(row.id) };
      if (sent === 0) return then;
      return { ...then, holder: undefined, dueAt: later(ports.clock.now(), sent * BETWEEN_INVITATIONS) };
    });
  }
};

const close: Work = async (taken, advance, { clock }) => {
  let held: Import | undefined = taken;
  while (held) {
    held = await advance(held, async ({ imports }, now) => {
      const cleared = await imports.clear(now.id, CLEARED_AT_ONCE);
      return cleared < CLEARED_AT_ONCE ? { ...now, state: 'closed', holder: undefined } : now;
    });
    await clock.sleep(PAUSE);
  }
};

/** By the states in which there is something to do. */
const IMPORT_WORK: Readonly<Partial<Record<Import['state'], Work>>> = {
  checking: check,
  committing: commit,
  inviting: invite,
  closing: close,
};

/** Milliseconds for which an import is one process's. After a death another goes on then. */
const LEASE = MINUTE / 2;
/** Milliseconds for which the texts of an import are kept at most. */
const IMPORT_KEPT = 7 * DAY;
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
  const loop = createLoop(clock);

  const advance: Advance = async (held, work) => {
    const unit = await storage.write(async (stores, hasTime) => {
      // Ahead of the import, as each call of a manager locks both.
      const manager = await managing(stores, { id: held.by });
      const now = await stores.imports.find(held.id);
      if (now?.holder !== holder || now.state !== held.state) return ok(undefined);
      const then = await work(stores, now, { isManaged: manager.ok, hasTime });
      // Whoever serves next need not wait.
      const dueAt = then.holder === holder ? later(clock.now(), loop.isOver() ? 0 : LEASE) : then.dueAt;
      await stores.imports.save({ ...then, dueAt });
      return ok(then);
    }, 'many steps');
    const then = unit.ok ? unit.value : undefined;
    return then?.state === held.state && then.holder === holder && !loop.isOver() ? then : undefined;
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

  let isTold = false;
  loop.start(async () => {
    try {
      await ifAvailable(look);
      isTold = false;
    } catch (problem) {
      if (!isTold) report(problem);
      isTold = true;
    }
  });
  return { close: loop.close };
};
