import { setTimeout as sleep } from 'node:timers/promises';
import { campaign } from '../campaign.ts';
import { createClient, member, Unanswered } from '../ground/client.ts';
import { newSqlite, verifiedRecords } from '../ground/database.ts';
import { type Instance, startApp } from '../ground/processes.ts';
import { arrive, type Call, callsOf, child, endpoint, numberAt, person } from '../ground/words.ts';
import { judge } from './judge.ts';

type Size = { readonly kills: number; readonly writers: number };

/** A process is killed again and again while many write; what it has acknowledged is there afterwards, whole. */
export const durability = campaign<Size>(
  'durability',
  { quick: { kills: 2, writers: 64 }, full: { kills: 200, writers: 64 } },
  async ({ kills, writers }, ground) => {
    const database = newSqlite(ground);
    const environment = { ...database.environment, SESSION_IDLE_MINUTES: '240' };
    const call = callsOf(createClient(ground));
    const acknowledged = new Set<string>();
    let session: string | undefined;
    for (let kill = 0; kill < kills; kill += 1) {
      const instances = await startApp(ground, 'together', environment);
      session ??= await arrive(call, instances[0] as Instance, person('mia@example.org'));
      const [id, before] = [session, acknowledged.size];
      const writing = Array.from({ length: writers }, (_, nth) =>
        addChildren(call, instances[nth % 2] as Instance, { id, place: [kill, nth] }, acknowledged),
      );
      while (acknowledged.size === before) await sleep(5);
      await sleep(Math.random() * 500);
      await instances[0]?.kill('SIGKILL');
      await Promise.all(writing);
    }
    const kept = await judge(ground.wrong, database, acknowledged);
    await verifiedRecords(ground, database);
    const figures = { 'writes acknowledged': acknowledged.size, kept };
    return { size: `${kills} × kill -9 under ${writers} writers, SQLite`, figures };
  },
);

type Writer = { readonly id: string; readonly place: readonly number[] };

/** One child after another, until nobody answers any more. */
const addChildren = async (call: Call, to: Instance, { id, place }: Writer, acknowledged: Set<string>) => {
  for (let nth = 0; ; nth += 1) {
    const body = { id, ...child('Ada'), socSecNum: numberAt(...place, nth) };
    const reply = await call(to, endpoint(to.variant, 'addChild'), body).catch((error: unknown) => {
      if (error instanceof Unanswered) return undefined;
      throw error;
    });
    if (!reply) return;
    if (reply.status !== 200) throw new Error(`A child came to ${reply.text}`);
    acknowledged.add(member(reply, 'ChildID'));
  }
};
