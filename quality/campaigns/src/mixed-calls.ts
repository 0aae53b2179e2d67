import { setTimeout as sleep } from 'node:timers/promises';
import { type Client, createClient, retryAfter } from '@health-case/harness/client';
import { type Database, newPostgres, numberIn, verifyAuditTrail } from '@health-case/harness/databases';
import type { Harness } from '@health-case/harness/harness';
import { anySeed, waitUntil } from '@health-case/harness/load';
import { createMailReader } from '@health-case/harness/mails';
import { type Instance, operate, startProcesses, stopProcesses } from '@health-case/harness/processes';
import { CALLS, type Call } from '@health-case/model/calls';
import { createStage, type Stage } from '@health-case/model/cast';
import { readings } from '@health-case/model/cells';
import { aStep, playStep } from '@health-case/model/draws';
import type { Expected } from '@health-case/model/expected';
import { createPlayer, type Options, type Send } from '@health-case/model/player';
import { type Child, doctorsIn } from '@health-case/model/world';
import fc from 'fast-check';
import { declare } from './campaign.ts';

const STEPS_PER_ROUND = 20;

/**
 * Each world has people who have nothing to do with those of other worlds. The worlds are played at the same time, each
 * by one call, or one group of concurrent calls, after another, through any of four processes. So the model of a world
 * knows what every call must be answered, and what the audit trail must hold in the end.
 */
export const mixedCalls = declare({
  name: 'mixed-calls',
  promise:
    'Under random load, also while the data key is replaced, every call is answered and audited as if calls came one after another.',
  quick: { calls: 1500, worlds: 3, rotations: 1, samples: 2 },
  full: { calls: 200_000, worlds: 16, rotations: 20, samples: 40 },
  run: async ({ calls, worlds, rotations, samples }, harness) => {
    const database = await newPostgres(harness);
    const processes = await startProcesses(harness, { ...database.environment, SESSION_IDLE_MINUTES: '240' });
    const [records, counts, seed] = [createRecords(), { calls: 0, unavailable: 0 }, anySeed()];
    const send = sendTo(processes, createClient(harness), counts);
    const note: Options['note'] = (call, expected, reply) => records.expect(call, expected, reply.inDoubt === true);
    const codeOf = createMailReader(database);
    const players = Array.from({ length: worlds }, () => createPlayer({ send, note, codeOf }));
    const stages = await Promise.all(
      players.map((player, nth) => createStage(player, nth % 2 ? 'A' : 'B', `world-${nth}.example.org`)),
    );
    const doctors = players.flatMap((player) => doctorsIn(player.world()));
    const play = async (stage: Stage, nth: number): Promise<void> => {
      const { player } = stage;
      player.meet(doctors);
      for (let round = 0; counts.calls < calls; round += 1) {
        const steps = fc.sample(aStep, { numRuns: STEPS_PER_ROUND, seed: seed + nth * 1000 + round });
        for (const step of steps) await playStep(stage, step);
      }
      for (const call of readings(player.world(), 'A')) await player.play(call);
    };
    // The first reply that is not as expected ends its world: what follows from it would say nothing.
    const failed = (nth: number) => (error: Error) => harness.fail(`world-${nth}: ${error.message}`);
    const playing = Promise.all(stages.map((stage, nth) => play(stage, nth).catch(failed(nth))));
    for (let rotation = 1; rotation <= rotations; rotation += 1) {
      const isDue = () => counts.calls >= (calls * rotation) / (rotations + 1);
      await Promise.race([playing, waitUntil(isDue, 3_600_000)]);
      await operate(harness, database.environment, 'key', 'rotate');
    }
    await playing;
    const children = players.flatMap((player) => player.world().children);
    await readNumbers(harness, database, children, samples);
    records.expectOf('data key rotated', rotations);
    records.expectOf('code made', players.flatMap((player) => player.world().letters).length);
    records.expectOf('child exported', samples);
    await stopProcesses(harness, processes);
    await records.judge(harness, database);
    const verified = await verifyAuditTrail(harness, database);
    const written = await numberIn(database, 'SELECT count(*) FROM "AuditRecord"');
    if (written !== verified) harness.fail(`Of ${written} records ${verified} are verified.`);
    return {
      size: `${counts.calls} calls, ${worlds} worlds, ${processes.length} processes, ${rotations} new keys, seed ${seed}`,
      figures: {
        'audit records': verified,
        'replies 503': counts.unavailable,
      },
    };
  },
});

/** Sends to one process of the variant after another until one answers, so that concurrent calls reach several. */
const sendTo =
  (processes: readonly Instance[], client: Client, counts: { calls: number; unavailable: number }): Send =>
  async (variant, sent) => {
    const ofVariant = processes.filter((one) => one.variant === variant);
    for (let inDoubt = false; ; inDoubt = true) {
      counts.calls += 1;
      const reply = await client(ofVariant[counts.calls % ofVariant.length]?.port ?? 0, sent);
      if (reply.status !== 503) return { ...reply, inDoubt };
      counts.unavailable += 1;
      await sleep(retryAfter(reply));
    }
  };

/** Reads children's numbers evenly out of all: the first is under the first key, the last under the last. */
const readNumbers = async (harness: Harness, { environment }: Database, all: readonly Child[], samples: number) => {
  // Variant B keeps no numbers.
  const numbered = all.filter(({ socSecNum }) => socSecNum !== undefined).toSorted((a, b) => (a.id < b.id ? -1 : 1));
  for (let nth = 0; nth < samples; nth += 1) {
    const { id, socSecNum } = numbered[Math.floor((nth * numbered.length) / samples)] as Child;
    const shown = await operate(harness, environment, 'child', 'export', id);
    const [, number = ''] = /"socSecNum": ?"([^"]+)"/.exec(shown) ?? [];
    if (number.replace(/[ ./-]/g, '').toLowerCase() !== socSecNum) {
      harness.fail(`The number of ${id} is not what it was: ${shown.slice(0, 300)}`);
    }
  }
};

/** Counts the records that the audit trail must hold, by action and outcome, and those that it may hold besides. */
const createRecords = () => {
  const [expected, allowed] = [new Map<string, number>(), new Map<string, number>()];
  const add = (counts: Map<string, number>, key: string, more = 1) => counts.set(key, (counts.get(key) ?? 0) + more);
  return {
    /** Of the operator. */
    expectOf: (action: string, count: number): void => void add(expected, `${action}: OK`, count),
    /** A call that was sent again after a 503 may have left a record each time, of whatever outcome. */
    expect: ({ name, key }: Call, { record, refused = 'OK' }: Expected, inDoubt: boolean): void => {
      if (record !== undefined) add(expected, `${record}: ${refused}`);
      if (inDoubt) add(allowed, `${CALLS[name].record}`);
      // Of two calls at once with one key, the second may have looked too early.
      if (key !== undefined) add(allowed, `${CALLS[name].record}: REQUEST_IN_FLIGHT`);
    },
    judge: async ({ fail }: Harness, { query }: Database): Promise<void> => {
      const sql = 'SELECT "action", "outcome", count(*) AS count FROM "AuditRecord" GROUP BY "action", "outcome"';
      const rows = await query(sql);
      const found = new Map(rows.map((row) => [`${row['action']}: ${row['outcome']}`, Number(row['count'])]));
      for (const key of new Set([...expected.keys(), ...found.keys()])) {
        const [least, count] = [expected.get(key) ?? 0, found.get(key) ?? 0];
        const inDoubt = allowed.get(key.replace(/: .*/, '')) ?? 0;
        const most = least + (allowed.get(key) ?? 0) + inDoubt;
        const isRight = count >= least - inDoubt && count <= most;
        if (!isRight) fail(`The audit trail has ${count} records "${key}" instead of ${least}.`);
      }
    },
  };
};
