import { setTimeout as sleep } from 'node:timers/promises';
import type { Reply } from '@health-case/http/testing/client';
import { campaign } from './campaign.ts';
import { createClient, retryAfter } from './ground/client.ts';
import { tally } from './ground/crowd.ts';
import { newPostgres } from './ground/database.ts';
import type { Ground } from './ground/ground.ts';
import { type Instance, startProcesses } from './ground/processes.ts';
import { type Call, callsOf, endpoint, keyed, type Person, person, register } from './ground/words.ts';

type Size = { readonly rounds: number; readonly atOnce: number };
type Try = { readonly somebody: Person; readonly reply: Reply; readonly refusals: number };

/**
 * Very many register one address at once, each with a password of their own, through four processes. A process lets 64
 * passwords wait for their hash; whoever is refused for that (503) has not been judged yet, and comes again after the time
 * that the reply names, until there is an answer.
 */
export const oneRegistrationWins = campaign<Size>(
  'one-registration-wins',
  { quick: { rounds: 2, atOnce: 40 }, full: { rounds: 20, atOnce: 1000 } },
  async ({ rounds, atOnce }, ground) => {
    const database = await newPostgres(ground);
    const processes = await startProcesses(ground, database.environment);
    const call = callsOf(createClient(ground, false));
    let refusals = 0;
    for (let round = 0; round < rounds; round += 1) {
      const tries = await Promise.all(
        Array.from({ length: atOnce }, (_, nth) => {
          const somebody = person(`wanted.${round}@example.org`, { password: `${nth}#mossy-lantern` });
          return registerPersistently(call, processes[nth % processes.length] as Instance, somebody);
        }),
      );
      for (const { refusals: ofTry } of tries) refusals += ofTry;
      await judge(ground, call, processes, tries);
    }
    const [row] = await database.query('SELECT count(*)::int AS accounts FROM "Account"');
    if (row?.['accounts'] !== rounds) ground.wrong(`There are ${row?.['accounts']} accounts after ${rounds} rounds.`);
    const size = `${rounds} rounds of ${atOnce} registrations at once, ${processes.length} processes`;
    return { size, figures: { accounts: Number(row?.['accounts']), 'answered 503 and sent again': refusals } };
  },
);

/** Each has a key of its own: where a 503 hides that the account was made, the next try with the key is told so. */
const registerPersistently = async (call: Call, to: Instance, somebody: Person): Promise<Try> => {
  for (let refusals = 0; ; refusals += 1) {
    const reply = await register(call, to, somebody, keyed(somebody.password));
    if (reply.status !== 503 && reply.code !== 'REQUEST_IN_FLIGHT') return { somebody, reply, refusals };
    await sleep(retryAfter(reply));
  }
};

/** One has won, all others were told so, and the password of the winner is the account's, in every process. */
const judge = async (
  { wrong }: Ground,
  call: Call,
  processes: readonly Instance[],
  tries: readonly Try[],
): Promise<void> => {
  const outcomes = tally(tries.map(({ reply }) => reply.code ?? 'OK'));
  if (outcomes['OK'] !== 1 || outcomes['EMAIL_TAKEN'] !== tries.length - 1) {
    wrong(`${tries.length} registrations at once came to ${JSON.stringify(outcomes)}.`);
  }
  const winner = tries.find(({ reply }) => reply.status === 200)?.somebody;
  const loser = tries.find(({ reply }) => reply.status !== 200)?.somebody;
  for (const to of processes) {
    for (const [somebody, status] of [
      [winner, 200],
      [loser, 401],
    ] as const) {
      if (!somebody) continue;
      const { email, password } = somebody;
      const reply = await call(to, endpoint(to.variant, 'logIn'), { email, password });
      if (reply.status !== status) wrong(`A login after the race came to ${reply.text} instead of ${status}.`);
    }
  }
};
