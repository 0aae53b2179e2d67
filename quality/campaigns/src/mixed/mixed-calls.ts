import { setTimeout as sleep } from 'node:timers/promises';
import { createCast } from '@health-case/model/cast';
import { readings } from '@health-case/model/cells';
import { aStep, playStep } from '@health-case/model/draws';
import { createPlayer, type Options, type Player, type Send } from '@health-case/model/player';
import { doctorsIn } from '@health-case/model/world';
import fc from 'fast-check';
import { campaign } from '../campaign.ts';
import { createClient, retryAfter } from '../ground/client.ts';
import { newPostgres, verifiedRecords } from '../ground/database.ts';
import { startProcesses } from '../ground/processes.ts';
import { createRecords } from './records.ts';

type Size = { readonly calls: number; readonly worlds: number };

const STEPS_AT_ONCE = 100;

/**
 * Worlds of people who have nothing to do with those of other worlds are played at the same time, each by one call, or a
 * group of calls at once, after another, through any of four processes. So the model of each knows what every call must be
 * answered, and what the audit trail must hold in the end.
 */
export const mixedCalls = campaign<Size>(
  'mixed-calls',
  {
    quick: { calls: 1500, worlds: 3 },
    full: { calls: 200_000, worlds: 16 },
  },
  async ({ calls, worlds }, ground) => {
    const database = await newPostgres(ground);
    const environment = { ...database.environment, SESSION_IDLE_MINUTES: '240' };
    const processes = await startProcesses(ground, environment);
    const client = createClient(ground);
    const records = createRecords();
    const counts = { calls: 0, unavailable: 0 };
    const seed = Math.floor(Math.random() * 2 ** 31);

    /** To one process of the variant after another, so that calls at once reach different ones; until it is answered. */
    const send: Send = async (variant, sent) => {
      const ofVariant = processes.filter((one) => one.variant === variant);
      for (let inDoubt = false; ; inDoubt = true) {
        counts.calls += 1;
        const reply = await client(ofVariant[counts.calls % ofVariant.length]?.port ?? 0, sent);
        if (reply.status !== 503) return { ...reply, inDoubt };
        counts.unavailable += 1;
        await sleep(retryAfter(reply));
      }
    };
    const note: Options['note'] = (call, expected, reply) => records.expect(call, expected, reply.inDoubt === true);
    const players = Array.from({ length: worlds }, () => createPlayer({ send, note }));
    await Promise.all(
      players.map((player, nth) => createCast(player, nth % 2 ? 'A' : 'B', `world-${nth}.example.org`)),
    );
    const doctors = players.flatMap((player) => doctorsIn(player.world()));

    /** The first reply that is not as expected ends the world: what follows from it would say nothing. */
    const play = async (player: Player, nth: number): Promise<void> => {
      player.meet(doctors);
      for (let round = 0; counts.calls < calls; round += 1) {
        const steps = fc.sample(aStep, { numRuns: STEPS_AT_ONCE, seed: seed + nth * 1000 + round });
        for (const step of steps) await playStep(player, step);
      }
      for (const call of readings(player.world(), 'A')) await player.play(call);
    };
    await Promise.all(
      players.map((player, nth) =>
        play(player, nth).catch((error: Error) => ground.wrong(`world-${nth}: ${error.message}`)),
      ),
    );
    // They write what was noted for the audit trail before they go.
    await Promise.all(processes.map(({ kill }) => kill('SIGTERM')));
    const failed = processes.filter(({ child }) => child.exitCode !== 0);
    for (const { output } of failed) ground.wrong(`A process did not end well: ${output().slice(-500)}`);
    const written = await records.judge(ground, database);
    const verified = await verifiedRecords(ground, database);
    if (written !== verified) ground.wrong(`Of ${written} records ${verified} are verified.`);
    return {
      size: `${counts.calls} calls, ${worlds} worlds, ${processes.length} processes, seed ${seed}`,
      figures: {
        'audit records, as expected and verified': verified,
        'answered 503 and sent again': counts.unavailable,
      },
    };
  },
);
