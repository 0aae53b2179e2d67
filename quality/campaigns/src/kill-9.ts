import { setTimeout as sleep } from 'node:timers/promises';
import { type Api, createApi, keyed, member, numberAt, person, Unanswered } from '@health-case/harness/client';
import { type Database, newPostgres, newSqlite, verifyAuditTrail } from '@health-case/harness/databases';
import { type Harness, within } from '@health-case/harness/harness';
import { type App, type Instance, startApp, type VariantName } from '@health-case/harness/processes';
import { type CuttingProxy, startCuttingProxy } from '@health-case/http/testing/cutting-proxy';
import { declare } from './campaign.ts';

type Size = { readonly kills: number; readonly writers: number };

export const kill9 = declare<Size>({
  name: 'kill-9',
  promise:
    'Whatever is acknowledged before a process is killed is in the store, whole; and what is sent again under its ' +
    'Idempotency-Key is done once, under the id that was in the reply that nobody got.',
  quick: { kills: 2, writers: 32 },
  full: { kills: 200, writers: 64 },
  run: async (size, harness) => {
    const sqlite = newSqlite(harness);
    const one = await killUnderLoad({ harness: within(harness, 'SQLite'), database: sqlite }, ['together'], size);
    const [whole] = await sqlite.query('PRAGMA integrity_check');
    if (whole?.['integrity_check'] !== 'ok') harness.fail(`SQLite finds its file broken: ${JSON.stringify(whole)}`);
    const postgres = { harness: within(harness, 'PostgreSQL'), database: await newPostgres(harness) };
    const other = await killUnderLoad(postgres, ['variant-a', 'variant-b', 'together'], size);
    return {
      size: `${size.kills} × kill -9 on each of 2 stores under ${size.writers} writers`,
      figures: {
        'children kept': one.kept + other.kept,
        'replies dropped after the commit': one.dropped + other.dropped,
      },
    };
  },
});

type Scene = { readonly harness: Harness; readonly database: Database };
/** A process, or its successor, and a proxy before it that drops replies. */
type Place = { readonly instance: () => Instance; readonly proxy: CuttingProxy };
type Added = { readonly firstName: string; readonly id: string; readonly dropped: string | undefined };

const killUnderLoad = async ({ harness, database }: Scene, apps: readonly App[], { kills, writers }: Size) => {
  const environment = { ...database.environment, SESSION_IDLE_MINUTES: '240' };
  const serving = await Promise.all(apps.map((app) => startApp(harness, app, environment)));
  const places: readonly Place[] = await Promise.all(
    serving.flatMap((instances, program) =>
      instances.map(async (_, nth) => {
        const instance = () => serving[program]?.[nth] as Instance;
        const proxy = await startCuttingProxy(() => instance().port);
        harness.defer(proxy.stop);
        return { instance, proxy };
      }),
    ),
  );
  const [api, lossy] = [createApi(harness), createApi(harness, false)];
  const session = await api.join((places[0] as Place).instance(), person('mia@example.org'));
  const stop = new AbortController();
  const added: Added[] = [];
  const writing = Array.from({ length: writers }, async (_, writer) => {
    for (let nth = 0; !stop.signal.aborted; nth += 1) {
      added.push(await addChild({ harness, api, lossy, places, session }, writer, nth));
    }
  });
  for (let kill = 0; kill < kills; kill += 1) {
    const before = added.length;
    while (added.length === before) await sleep(5);
    await sleep(Math.random() * 500);
    const program = kill % apps.length;
    await serving[program]?.[0]?.kill('SIGKILL');
    serving[program] = await startApp(harness, apps[program] as App, environment);
  }
  stop.abort();
  await Promise.all(writing);
  await verifyAuditTrail(harness, database);
  return { kept: await judge({ harness, database }, added), dropped: added.filter(({ dropped }) => dropped).length };
};

type Writing = {
  readonly harness: Harness;
  readonly api: Api;
  /** Every call has a connection of its own, as the proxies need it. */
  readonly lossy: Api;
  readonly places: readonly Place[];
  readonly session: string;
};

/** Sends one child until a reply comes through. The first reply to every second child is dropped by the proxy. */
const addChild = async (writing: Writing, writer: number, nth: number): Promise<Added> => {
  const { harness, api, lossy, places, session } = writing;
  // The variants name different fields of a child, so that a retry goes to the same one.
  const variant: VariantName = writer % 2 === 0 ? 'A' : 'B';
  const all = places.filter(({ instance }) => instance().variant === variant);
  const number = numberAt(writer, nth);
  const child = { firstName: `Child ${number}`, socSecNum: number };
  let dropped: string | undefined;
  for (;;) {
    const { instance, proxy } = all[Math.floor(Math.random() * all.length)] as Place;
    const throughProxy = nth % 2 === 1 && dropped === undefined;
    const [caller, to] = throughProxy ? [lossy, { ...instance(), port: proxy.port }] : [api, instance()];
    const reply = await caller.addChild(to, session, child, keyed(number)).catch((error: unknown) => {
      if (error instanceof Unanswered) return undefined;
      throw error;
    });
    if (throughProxy) dropped = /"ChildID":"([^"]+)"/.exec(proxy.dropped.get(number)?.at(-1) ?? '')?.[1];
    if (reply?.status === 200) return { firstName: child.firstName, id: member(reply, 'ChildID'), dropped };
    if (reply && reply.code !== 'REQUEST_IN_FLIGHT' && reply.status !== 503) {
      harness.fail(`A child was answered ${reply.text}`);
    }
    await sleep(reply ? 200 : 20);
  }
};

/** Each child is kept once, under the id that was acknowledged, and that was in the dropped reply; and each has its record. */
const judge = async ({ harness, database }: Scene, added: readonly Added[]): Promise<number> => {
  const rows = await database.query('SELECT "id", "firstName" FROM "Child"');
  const kept = Map.groupBy(rows, (row) => String(row['firstName']));
  for (const { firstName, id, dropped = id } of added) {
    const ids = (kept.get(firstName) ?? []).map((row) => row['id']);
    if (ids.join() !== id) harness.fail(`${firstName} was acknowledged as ${id} and is kept as [${ids}].`);
    if (dropped !== id) harness.fail(`${firstName} was acknowledged as ${id}; the dropped reply had ${dropped}.`);
  }
  if (rows.length !== added.length)
    harness.fail(`${added.length} children were acknowledged, ${rows.length} are kept.`);
  const records = await database.query(
    `SELECT "on" FROM "AuditRecord" WHERE "action" = 'child added' AND "outcome" = 'OK'`,
  );
  const recorded = new Set(records.map((row) => row['on']));
  const missing = rows.filter((row) => !recorded.has(row['id'])).length;
  if (missing > 0) harness.fail(`${missing} children have no record in the audit trail.`);
  return rows.length;
};
