import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { createApi, keyed, member, type Reply, Unanswered } from '@health-case/harness/client';
import { type Database, numberIn, verifyAuditTrail } from '@health-case/harness/databases';
import type { Harness } from '@health-case/harness/harness';
import { repeat, waitUntil } from '@health-case/harness/load';
import type { Instance } from '@health-case/harness/processes';
import { type CuttingProxy, startCuttingProxy } from '@health-case/http/testing/cutting-proxy';

type Options = {
  readonly session: string;
  /** Those that serve now. */
  readonly instances: () => readonly Instance[];
  readonly writers: number;
  /** What may fail: nothing, all calls (with 503), or children with 503 and all calls without a reply, as processes are killed. */
  readonly mayFail?: 'nothing' | 'all' | 'children';
  /** Whether calls share connections; the default is true. */
  readonly keepAlive?: boolean;
  /** Whether a proxy drops the first reply to every second child. */
  readonly dropsReplies?: boolean;
  /** What else is done about each child that is acknowledged. */
  readonly workOn?: (child: { readonly id: string; readonly number: string }, insist: Insist) => Promise<unknown>;
};

/**
 * Sends a call to any process of one variant until it is acknowledged; resolves to nothing if it was not when the load
 * stopped. After a reply of 503, a refusal with the code `done` acknowledges what has no key.
 */
export type Insist = (send: (to: Instance) => Promise<Reply>, done?: string) => Promise<Reply | undefined>;

export type Parents = {
  /** The children that were acknowledged so far: their ids by their numbers, which begin with the variant's name. */
  readonly added: ReadonlyMap<string, string>;
  readonly counts: Readonly<Record<'refused' | 'lists' | 'dropped' | 'longest', number>>;
  /** The longest time without an acknowledgement since this was asked before, in milliseconds. */
  readonly takeLongestPause: () => number;
  /** Resolves when so many more are acknowledged, or refused. */
  readonly until: (what: 'added' | 'refused', more?: number) => Promise<void>;
  /** Resolves when no call is under way any more. */
  readonly stop: () => Promise<void>;
};

/** Parents add children and list them, without a pause. Each child has a key, under which it is sent until it is acknowledged. */
export const startParents = (harness: Harness, options: Options): Parents => {
  const { session, instances, writers, mayFail = 'nothing', keepAlive = true, dropsReplies = false, workOn } = options;
  const [api, lossy] = [createApi(harness, keepAlive), createApi(harness, false)];
  const added = new Map<string, string>();
  const counts = { refused: 0, lists: 0, dropped: 0, longest: 0 };
  const pauses = createPauses();

  /** Undefined where no reply came. */
  const checked = async (asked: Promise<Reply>, mayBeRefused: boolean, done?: string): Promise<Reply | undefined> => {
    const started = performance.now();
    const reply = await asked.catch((error: unknown) => {
      if (mayFail === 'children' && error instanceof Unanswered) return undefined;
      throw error;
    });
    counts.longest = Math.max(counts.longest, Math.round(performance.now() - started));
    if (!reply || reply.status === 200) return reply;
    if (reply.status === 503) counts.refused += 1;
    const isRefused = reply.status === 503 && reply.headers['retry-after'] !== undefined;
    const isExpected = (isRefused && mayBeRefused) || reply.code === 'REQUEST_IN_FLIGHT' || reply.code === done;
    if (!isExpected) harness.fail(`A call was answered ${reply.text}`);
    return reply;
  };

  /** The variants name different fields of a child, so that a retry goes to the same one. */
  const anyOf = (variant: Instance['variant']): Instance => {
    const all = instances().filter((one) => one.variant === variant);
    return all[Math.floor(Math.random() * all.length)] as Instance;
  };

  const startProxy = async (variant: Instance['variant']): Promise<CuttingProxy> => {
    const proxy = await startCuttingProxy(() => anyOf(variant).port);
    harness.defer(proxy.stop);
    return proxy;
  };
  const proxies: Partial<Record<Instance['variant'], Promise<CuttingProxy>>> = {};

  /** The id in a first reply that a proxy drops. */
  const droppedId = async (variant: Instance['variant'], number: string): Promise<string | undefined> => {
    proxies[variant] ??= startProxy(variant);
    const { port, dropped } = await proxies[variant];
    const through = { ...anyOf(variant), port };
    await lossy.addChild(through, session, { socSecNum: number }, keyed(number)).catch(() => undefined);
    return /"ChildID":"([^"]+)"/.exec(dropped.get(number)?.at(-1) ?? '')?.[1];
  };

  const insistOn =
    (variant: Instance['variant'], stopping: AbortSignal): Insist =>
    async (send, done) => {
      for (let inDoubt: string | undefined; ; inDoubt = done) {
        const reply = await checked(send(anyOf(variant)), mayFail !== 'nothing', inDoubt);
        if (reply?.status === 200 || (inDoubt !== undefined && reply?.code === inDoubt)) {
          pauses.end();
          return reply;
        }
        await sleep(50);
        if (stopping.aborted) return undefined;
      }
    };

  const list = async (variant: Instance['variant']): Promise<void> => {
    const listing = api.call(anyOf(variant), 'GET /api/Parent/children', { id: session, limit: '10' });
    if ((await checked(listing, mayFail === 'all'))?.status === 200) counts.lists += 1;
  };

  /** Resolves to the id of the child; to undefined if it was not acknowledged when the load stopped. */
  const add = async (variant: Instance['variant'], number: string, drops: boolean, insist: Insist) => {
    const dropped = drops ? await droppedId(variant, number) : undefined;
    const reply = await insist((to) => api.addChild(to, session, { socSecNum: number }, keyed(number)));
    const id = reply && member(reply, 'ChildID');
    if (id === undefined) return undefined;
    added.set(number, id);
    if (dropped !== undefined) counts.dropped += 1;
    if (dropped !== undefined && dropped !== id) {
      harness.fail(`${id} was ${dropped} in the reply that was dropped.`);
    }
    return id;
  };

  const { stop } = repeat(harness, writers, async (writer, round, stopping) => {
    const variant = writer % 2 === 0 ? 'A' : 'B';
    const number = `${variant}${randomBytes(8).toString('hex')}`;
    const insist = insistOn(variant, stopping);
    const id = await add(variant, number, dropsReplies && round % 2 === 1, insist);
    if (id !== undefined) await workOn?.({ id, number }, insist);
    if (writer % 4 === 0) await list(variant);
  });
  const until: Parents['until'] = async (what, more = 1) => {
    const reached = () => (what === 'added' ? added.size : counts.refused);
    const before = reached();
    await waitUntil(() => reached() >= before + more, 60_000, `That children are ${what}`);
  };
  return { added, counts, takeLongestPause: pauses.takeLongest, until, stop };
};

const createPauses = () => {
  let longest = 0;
  let since = performance.now();
  const soFar = (): number => Math.max(longest, performance.now() - since);
  return {
    end: (): void => {
      longest = soFar();
      since = performance.now();
    },
    takeLongest: (): number => {
      const taken = Math.round(soFar());
      longest = 0;
      return taken;
    },
  };
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
  const rows = await database.query('SELECT "id", "firstName" FROM "Child"');
  const kept = new Set(rows.map((row) => row['id']));
  const lost = [...ids].filter((id) => !kept.has(id)).length;
  if (lost > 0) fail(`${lost} acknowledged children are lost.`);
  const doubled = rows.length - new Set(rows.map((row) => row['firstName'])).size;
  if (doubled > 0) fail(`${doubled} children are kept more than once.`);
  const records = `FROM "AuditRecord" WHERE "action" = 'child added' AND "outcome" = 'OK'`;
  const recorded = await numberIn(database, `SELECT count(DISTINCT "on") ${records}`);
  const all = await numberIn(database, `SELECT count(*) ${records}`);
  if (recorded !== kept.size || all !== recorded) fail(`${kept.size} children have ${all} records, of ${recorded}.`);
  if (!database.environment['DATABASE_URL']?.startsWith('file:')) return kept.size;
  const [checked] = await database.query('PRAGMA integrity_check');
  if (checked?.['integrity_check'] !== 'ok') fail(`SQLite finds its file broken: ${JSON.stringify(checked)}`);
  return kept.size;
};
