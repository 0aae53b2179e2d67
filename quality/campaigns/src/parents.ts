import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { createApi, keyed, member, type Reply, Unanswered } from '@health-case/harness/client';
import { type Database, numberIn, verifyAuditTrail } from '@health-case/harness/databases';
import type { Harness } from '@health-case/harness/harness';
import { repeat, waitUntil } from '@health-case/harness/load';
import type { Instance } from '@health-case/harness/processes';

type Options = {
  readonly session: string;
  /** Those that serve now. */
  readonly instances: () => readonly Instance[];
  readonly writers: number;
  /** What may fail: nothing, all calls (with 503), or children with 503 and all calls without a reply, as processes are killed. */
  readonly mayFail?: 'nothing' | 'all' | 'children';
  /** Whether calls share connections; the default is true. */
  readonly keepAlive?: boolean;
};

/** Parents add children and list them, without a pause. Each child has a key, under which it is sent until it is acknowledged. */
export const startParents = (harness: Harness, options: Options) => {
  const { session, instances, writers, mayFail = 'nothing', keepAlive = true } = options;
  const api = createApi(harness, keepAlive);
  /** The children that were acknowledged so far: their ids by their numbers, which begin with the variant's name. */
  const added = new Map<string, string>();
  const acknowledgements: number[] = [];
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

  const list = async (variant: Instance['variant']): Promise<void> => {
    const listing = api.call(anyOf(variant), 'GET /api/Parent/children', { id: session, limit: '10' });
    if ((await checked(listing, mayFail === 'all'))?.status === 200) counts.lists += 1;
  };

  /** Resolves when the child is acknowledged, or when the load has stopped. */
  const add = async (variant: Instance['variant'], stopping: AbortSignal): Promise<void> => {
    const number = `${variant}${randomBytes(8).toString('hex')}`;
    const send = () => api.addChild(anyOf(variant), session, { socSecNum: number }, keyed(number));
    let reply = await checked(send(), mayFail !== 'nothing');
    while (reply?.status !== 200) {
      await sleep(50);
      if (stopping.aborted) return;
      reply = await checked(send(), mayFail !== 'nothing');
    }
    added.set(number, member(reply, 'ChildID'));
    acknowledgements.push(performance.now());
  };

  const { stop } = repeat(harness, writers, async (writer, _, stopping) => {
    const variant = writer % 2 === 0 ? 'A' : 'B';
    await add(variant, stopping);
    if (writer % 4 === 0) await list(variant);
  });
  /** Resolves when so many more are acknowledged, or refused. */
  const until = async (what: 'added' | 'refused', more = 1): Promise<void> => {
    const reached = () => (what === 'added' ? added.size : counts.refused);
    const before = reached();
    await waitUntil(() => reached() >= before + more, 60_000, `That children are ${what}`);
  };
  /** The longest time without an acknowledgement since a moment of `performance.now()`, in milliseconds. */
  const longestPauseSince = (moment: number): number => {
    const moments = [moment, ...acknowledgements.filter((at) => at > moment), performance.now()];
    return Math.max(...moments.map((at, nth) => at - (moments[nth - 1] ?? at)));
  };
  return { added, counts, longestPauseSince, until, stop };
};

/**
 * Every acknowledged child is kept under its id, none is kept twice, and each has its record in an audit trail that verifies.
 * Resolves to how many are kept.
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
  const recorded = await numberIn(database, `SELECT count(DISTINCT "on") ${records}`);
  const all = await numberIn(database, `SELECT count(*) ${records}`);
  if (recorded !== kept || all !== recorded) fail(`${kept} children have ${all} records, of ${recorded}.`);
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
