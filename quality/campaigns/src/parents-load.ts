import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { createApi, keyed, member, type Reply, Unanswered } from '@health-case/harness/client';
import { type Database, numberIn, verifyAuditTrail } from '@health-case/harness/databases';
import type { Harness } from '@health-case/harness/harness';
import { repeat, waitUntil } from '@health-case/harness/load';
import type { Instance } from '@health-case/harness/processes';

export type ParentOptions = {
  readonly session: string;
  /** Those that serve now. */
  readonly instances: () => readonly Instance[];
  readonly writers: number;
  /** What may fail: nothing, all calls (with 503), or children with 503 and a call without a reply (processes die). */
  readonly mayFail?: 'nothing' | 'all' | 'children';
  /** Whether calls share connections; the default is true. */
  readonly keepAlive?: boolean;
  /** Who sends an Idempotency-Key, and who lists children after each that was added. */
  readonly keys?: 'all' | 'half';
  readonly listers?: 'all' | 'some';
};

/**
 * Parents add children and list them, without a pause. A child with a key is sent under it until it is acknowledged,
 * and a child without one is sent once.
 */
export const startParents = (harness: Harness, { session, instances, writers, ...options }: ParentOptions) => {
  const { mayFail = 'nothing', keys = 'all', listers = 'some' } = options;
  const api = createApi(harness, options.keepAlive);
  /** The children that were acknowledged so far: their ids by their numbers, which begin with the variant's name. */
  const added = new Map<string, string>();
  const acknowledgements: { readonly what: 'added' | 'listed'; readonly writer: number; readonly at: number }[] = [];
  const counts = { refused: 0, lists: 0, longest: 0 };

  /** Undefined where no reply came. */
  const checked = async (asked: Promise<Reply>, mayBeRefused: boolean): Promise<Reply | undefined> => {
    const started = performance.now();
    const reply = await asked.catch((error: unknown) => {
      if (mayFail === 'children' && error instanceof Unanswered) return undefined;
      throw error;
    });
    counts.longest = Math.max(counts.longest, Math.round(performance.now() - started));
    if (!reply || reply.status === 200) return reply;
    if (reply.status === 503) counts.refused += 1;
    const isRefused = reply.status === 503 && reply.headers['retry-after'] !== undefined;
    const isExpected = (isRefused && mayBeRefused) || reply.code === 'REQUEST_IN_FLIGHT';
    if (!isExpected) harness.fail(`A call was answered ${reply.text}`);
    return reply;
  };

  /** The variants name different fields of a child, so that a retry goes to the same one. */
  const anyOf = (variant: Instance['variant']): Instance => {
    const all = instances().filter((one) => one.variant === variant);
    return all[Math.floor(Math.random() * all.length)] as Instance;
  };

  const acknowledge = (what: 'added' | 'listed', writer: number) =>
    acknowledgements.push({ what, writer, at: performance.now() });

  const list = async (writer: number, variant: Instance['variant']): Promise<void> => {
    const listing = api.call(anyOf(variant), 'GET /api/Parent/children', { id: session, limit: '10' });
    if ((await checked(listing, mayFail === 'all'))?.status !== 200) return;
    counts.lists += 1;
    acknowledge('listed', writer);
  };

  /** Of two writers, and of the two of each variant among four, one has keys. */
  const hasKeys = (writer: number): boolean => keys === 'all' || writer % 4 === 0 || writer % 4 === 3;

  /** Resolves when the child is acknowledged, when it was refused and has no key, or when the load has stopped. */
  const add = async (writer: number, variant: Instance['variant'], stopping: AbortSignal): Promise<void> => {
    const number = `${variant}${randomBytes(8).toString('hex')}`;
    const headers = hasKeys(writer) ? keyed(number) : {};
    const send = () => api.addChild(anyOf(variant), session, { socSecNum: number }, headers);
    let reply = await checked(send(), mayFail !== 'nothing');
    while (reply?.status !== 200) {
      await sleep(50);
      if (stopping.aborted || !hasKeys(writer)) return;
      reply = await checked(send(), mayFail !== 'nothing');
    }
    added.set(number, member(reply, 'ChildID'));
    acknowledge('added', writer);
  };

  const { stop } = repeat(harness, writers, async (writer, _, stopping) => {
    const variant = writer % 2 === 0 ? 'A' : 'B';
    await add(writer, variant, stopping);
    if (listers === 'all' || writer % 4 === 0) await list(writer, variant);
  });
  /** Resolves when so many more are acknowledged, or refused. */
  const until = async (what: 'added' | 'refused', more = 1): Promise<void> => {
    const reached = () => (what === 'added' ? added.size : counts.refused);
    const before = reached();
    await waitUntil(() => reached() >= before + more, 60_000, `That children are ${what}`);
  };
  /** The longest time without an acknowledgement since a moment of `performance.now()`, in milliseconds. */
  const longestPauseSince = (moment: number): number => {
    const later = acknowledgements.filter(({ what, at }) => what === 'added' && at > moment).map(({ at }) => at);
    const moments = [moment, ...later, performance.now()];
    return Math.max(...moments.map((at, nth) => at - (moments[nth - 1] ?? at)));
  };
  /** Milliseconds from a moment until each writer was first acknowledged: infinite for one that was not yet. */
  const servedSince = (moment: number, what: 'added' | 'listed'): readonly number[] => {
    const first = Array<number>(writers).fill(Number.POSITIVE_INFINITY);
    const start = acknowledgements.findLastIndex(({ at }) => at <= moment) + 1;
    for (const each of acknowledgements.slice(start).toReversed()) {
      if (each.what === what) first[each.writer] = each.at - moment;
    }
    return first;
  };
  return { added, counts, longestPauseSince, servedSince, until, stop };
};

export type Parents = ReturnType<typeof startParents>;

/**
 * Every acknowledged child is kept under its id, none is kept twice, and each has its record in an audit trail that
 * verifies. Resolves to how many are kept.
 */
export const judgeChildren = async (harness: Harness, database: Database, ids: Iterable<string>): Promise<number> => {
  await verifyAuditTrail(harness, database);
  return judgeStore(harness, database, ids);
};

/** The same of a store on which the service is not started. */
export const judgeStore = async ({ fail }: Harness, database: Database, ids: Iterable<string>): Promise<number> => {
  const lost = await lostOf(database, ids);
  if (lost > 0) fail(`${lost} acknowledged children are lost.`);
  const kept = await numberIn(database, 'SELECT count(*) FROM "Child"');
  const doubled = kept - (await numberIn(database, 'SELECT count(DISTINCT "firstName") FROM "Child"'));
  if (doubled > 0) fail(`${doubled} children are kept more than once.`);
  const records = `FROM "AuditRecord" WHERE "action" = 'child added' AND "outcome" = 'OK'`;
  const record = `SELECT 1 ${records} AND "on" = "Child"."id"`;
  const unrecorded = await numberIn(database, `SELECT count(*) FROM "Child" WHERE NOT EXISTS (${record})`);
  if (unrecorded > 0) fail(`${unrecorded} of ${kept} children have no record.`);
  const recorded = await numberIn(database, `SELECT count(*) ${records}`);
  if (recorded + unrecorded !== kept) fail(`${kept} children have ${recorded} records.`);
  if (!database.environment['DATABASE_URL']?.startsWith('file:')) return kept;
  const [checked] = await database.query('PRAGMA integrity_check');
  if (checked?.['integrity_check'] !== 'ok') fail(`SQLite finds its file broken: ${JSON.stringify(checked)}`);
  return kept;
};

/** How many of the children with these ids are not in the store. */
export const lostOf = async ({ query }: Database, ids: Iterable<string>): Promise<number> => {
  const kept = new Set((await query('SELECT "id" FROM "Child"')).map(({ id }) => id));
  return [...ids].filter((id) => !kept.has(id)).length;
};

/** Each record stands in the trail once, and each list that was answered has one. */
export const judgeRecords = async ({ fail }: Harness, database: Database, lists: number): Promise<void> => {
  const twice = await numberIn(database, 'SELECT count(*) - count(DISTINCT "id") FROM "AuditRecord"');
  if (twice > 0) fail(`${twice} records stand in the audit trail more than once.`);
  const listed = `FROM "AuditRecord" WHERE "action" = 'own children listed'`;
  const records = await numberIn(database, `SELECT count(*) ${listed}`);
  if (records < lists) fail(`${lists} lists were answered, and the audit trail has ${records} of them.`);
};
