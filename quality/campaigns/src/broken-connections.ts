import { setTimeout as sleep } from 'node:timers/promises';
import { type Database, newPostgres } from '@health-case/harness/databases';
import type { Harness } from '@health-case/harness/harness';
import { repeat } from '@health-case/harness/load';
import {
  BREACHES,
  type Breach,
  CONNECT,
  openBreakingProxy,
  type Request,
} from '@health-case/storage-prisma/testing/breaking-proxy';
import { declare } from './campaign.ts';
import { startServing, stopServing } from './serving.ts';

export const brokenConnections = declare({
  name: 'broken-connections',
  promise: 'Whatever breaks between a process and PostgreSQL, what is acknowledged is stored and audited once.',
  quick: { ofEach: 1, writers: 16, children: 300 },
  full: { ofEach: 2, writers: 32, children: 10_000 },
  run: async ({ children, ...load }, harness) => {
    const direct = await newPostgres(harness);
    const breaker = createBreaker();
    const proxy = await openBreakingProxy(direct.environment['DATABASE_URL'] ?? '', breaker.breachOf);
    harness.defer(proxy.close);
    const database = { ...direct, environment: { ...direct.environment, DATABASE_URL: proxy.url } };
    const serving = await startServing(harness, database, { ...load, keys: 'half' });
    const { parents } = serving;
    breaker.isBreaking = true;
    const cancelling = startCancelling(harness, database);
    while (parents.added.size < children) await parents.until('added', 10);
    await cancelling.stop();
    breaker.isBreaking = false;
    const kept = await stopServing(harness, serving, database);
    const { requests, breaches, left } = breaker.figures();
    if (left.length > 0) harness.fail(`Nothing has been shown of ${left}`);
    return {
      size: `${parents.added.size} children acknowledged, ${serving.processes.length} processes`,
      figures: {
        'kinds of requests': requests,
        'broken requests': breaches,
        'cancelled by the server': cancelling.cancelled(),
        ...kept,
      },
    };
  },
});

/** How often requests are broken at random, once each kind of them has been broken in each way. */
const SHARES: Readonly<Record<string, number>> = { BEGIN: 0.3, COMMIT: 0.05, [CONNECT]: 0.1 };
const OTHERS = 0.01;
/** A kind of which there are so many has been broken in each way. */
const MANY = 500;

/** Chooses what is broken. A kind of request is a statement, in a transaction or outside, which are two pools. */
const createBreaker = () => {
  const kinds = new Map<string, { seen: number; readonly left: Set<Breach> }>();
  let breaches = 0;
  const breachOf = ({ text, inTransaction }: Request): Breach | undefined => {
    if (!breaker.isBreaking) return undefined;
    const name = `${inTransaction ? 'in' : 'outside of'} a transaction: ${text}`;
    const kind = kinds.get(name) ?? { seen: 0, left: new Set(BREACHES) };
    kinds.set(name, kind);
    kind.seen += 1;
    const [missing] = kind.left;
    if (Math.random() >= (missing ? 0.1 : (SHARES[text] ?? OTHERS))) return undefined;
    breaches += 1;
    const breach = missing ?? BREACHES[Math.floor(Math.random() * BREACHES.length)];
    if (breach) kind.left.delete(breach);
    return breach;
  };
  const figures = () => {
    const left = [...kinds].filter(([, { seen, left }]) => seen > MANY && left.size > 0).map(([name]) => name);
    return { requests: kinds.size, breaches, left };
  };
  const breaker = { isBreaking: false, breachOf, figures };
  return breaker;
};

/** Cancels what a random connection does, as an administrator can. */
const startCancelling = (harness: Harness, { query }: Database) => {
  let cancelled = 0;
  const busy = `pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid() AND state <> 'idle'`;
  const { stop } = repeat(harness, 1, async () => {
    const one = `SELECT pid FROM ${busy} ORDER BY random() LIMIT 1`;
    cancelled += (await query(`SELECT pg_cancel_backend(pid) FROM (${one}) AS backend`)).length;
    await sleep(20);
  });
  return { stop, cancelled: () => cancelled };
};
