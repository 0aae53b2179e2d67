import { setTimeout as sleep } from 'node:timers/promises';
import { LARGE, type Size, tokenOf } from '../data/sizes.ts';
import { bearer, type Request } from '../http.ts';
import { bytesOf, type Connection, openConnection } from '../measure/connection.ts';
import { median, p99 } from '../measure/sample.ts';
import { exactCpuSeconds, rssMegabytes } from '../measure/usage.ts';
import { type GrowthContext, inTurn, type Point } from './curve.ts';
import { keepAlive, type Serving, serveAll } from './serve.ts';

/** A call, one after another over one connection. */
export type Asked = {
  readonly id: string;
  readonly title: string;
  /** Asked in turn, over and over. `%N%` in a body becomes a number that is used once. */
  readonly requests: (size: Size) => readonly Request[];
  /** The sessions that the requests carry, by number. */
  readonly sessions: (size: Size) => readonly number[];
  /** At most so many as there are different ones in the smallest store, so that no answer comes out of what was kept. */
  readonly perRound: number;
  /** How many are asked before any counts. */
  readonly warmUp: number;
};

type Entrant = Serving & {
  readonly requests: readonly Request[];
  readonly spareSessions: number[];
  readonly times: number[];
  asked: number;
  /** Seconds, of all rounds; and where this round began. */
  cpu: number;
  began: Usage;
  /** Seconds of processor time that it takes in a second in which nobody asks. */
  idle: number;
};

type Usage = { readonly cpu: number; readonly at: number };
const usageOf = ({ server }: Serving): Usage => ({ cpu: exactCpuSeconds(server.pid), at: performance.now() / 1000 });

const nextOf = (entrant: Entrant): Buffer => {
  const { body, ...rest } = entrant.requests[entrant.asked % entrant.requests.length] as Request;
  entrant.asked += 1;
  return bytesOf(body === undefined ? rest : { ...rest, body: body.replaceAll('%N%', String(entrant.asked)) });
};

const CHEAP = bytesOf({ path: '/healthz' });
/** The service lets go of a connection after a thousand requests. */
const MOST_PER_CONNECTION = 500;

const askCheaply = async (connection: Connection, times: number): Promise<void> => {
  for (let n = 0; n < times; n += 1) await connection.ask(CHEAP);
};

/** What all calls have in common is compiled by then, and what this one has of its own. */
const warmUp = async (entrant: Entrant, requests: number): Promise<void> => {
  for (let asked = 0; asked < requests; asked += MOST_PER_CONNECTION) {
    const connection = await openConnection(entrant.server.port);
    const some = Math.min(MOST_PER_CONNECTION, requests - asked);
    for (let n = 0; n < some; n += 1) await connection.ask(nextOf(entrant));
    await askCheaply(connection, MOST_PER_CONNECTION - some);
    connection.close();
  }
};

const askSome = async (entrant: Entrant, perRound: number): Promise<void> => {
  const requests = Array.from({ length: perRound }, () => nextOf(entrant));
  const connection = await openConnection(entrant.server.port);
  // The first ones after a pause are slow, whatever they ask.
  await askCheaply(connection, 3);
  entrant.began = usageOf(entrant);
  for (const request of requests) entrant.times.push(await connection.ask(request));
  connection.close();
};

/**
 * What the service puts off until later (the records of what was read come half a second after the first of them) must
 * neither be left out nor run while another size is asked. So a round takes less than that, and is followed by this.
 */
const PUT_OFF = 700;

const endRound = async (entrants: readonly Entrant[]): Promise<void> => {
  await sleep(PUT_OFF);
  for (const entrant of entrants) {
    const { cpu, at } = usageOf(entrant);
    entrant.cpu += cpu - entrant.began.cpu - (at - entrant.began.at) * entrant.idle;
    await forget(entrant);
  }
};

/** Somebody logs out, at which the service lets go of all that it has kept. */
const forget = async ({ server, spareSessions }: Entrant): Promise<void> => {
  const session = spareSessions.pop();
  if (session === undefined) return;
  const connection = await openConnection(server.port);
  await connection.ask(bytesOf({ method: 'POST', path: '/api/Auth/logout', headers: bearer(tokenOf(session)) }));
  connection.close();
};

/** The store of a million rows is one for all operations, and who has logged out there does not do so again. */
let loggedOut = 0;

/** Of those that no request carries, one for each round; there are none where each request carries another. */
const spareSessionsOf = ({ sessions }: Asked, size: Size, rounds: number): number[] => {
  const carried = new Set([0, ...sessions(size)]);
  const spare = [];
  const last = size.sessions - 1 - (size === LARGE ? loggedOut : 0);
  for (let n = last; n > 0 && spare.length < rounds; n -= 1) if (!carried.has(n)) spare.push(n);
  if (size === LARGE) loggedOut = size.sessions - Math.min(...spare, last);
  return spare;
};

const IDLE = 2000;

const measureIdling = async (entrants: readonly Entrant[]): Promise<void> => {
  await sleep(PUT_OFF);
  const before = entrants.map(usageOf);
  await sleep(IDLE);
  entrants.forEach((entrant, index) => {
    const [{ cpu, at }, began] = [usageOf(entrant), before[index] as Usage];
    entrant.idle = (cpu - began.cpu) / (at - began.at);
  });
};

export const measureAsked = async (call: Asked, context: GrowthContext): Promise<readonly Point[]> => {
  const spare = new Map(context.sizes.map((size) => [size, spareSessionsOf(call, size, context.rounds)]));
  const serving = await serveAll((size) => [...call.sessions(size), ...(spare.get(size) ?? [])], context);
  try {
    const entrants = serving.map((one): Entrant => {
      const [requests, spareSessions] = [call.requests(one.size), [...(spare.get(one.size) ?? [])]];
      return { ...one, requests, spareSessions, times: [], asked: 0, cpu: 0, began: { cpu: 0, at: 0 }, idle: 0 };
    });
    for (const entrant of entrants) await warmUp(entrant, Math.ceil(call.warmUp * context.warmUpShare));
    await measureIdling(entrants);
    // A commit of somebody else's, at which what was kept of the warming up is forgotten.
    for (const { file } of entrants) keepAlive(file, [0]);
    await inTurn(
      entrants,
      context.rounds,
      (entrant) => askSome(entrant, call.perRound),
      () => endRound(entrants),
    );
    return entrants.map(pointOf);
  } finally {
    await Promise.all(serving.map(({ server }) => server.stop()));
  }
};

const pointOf = ({ size, server, times, cpu }: Entrant): Point => ({
  rows: size.rows,
  times: { median: median(times), p99: p99(times), cpu: (cpu * 1000) / times.length },
  memory: rssMegabytes(server.pid),
  done: times.length,
});
