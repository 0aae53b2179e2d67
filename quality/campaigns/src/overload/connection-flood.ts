import { connect, type Socket } from 'node:net';
import { campaign } from '../campaign.ts';
import { createClient, Unanswered } from '../ground/client.ts';
import { inParallel, tally } from '../ground/crowd.ts';
import { newPostgres, newSqlite } from '../ground/database.ts';
import type { Ground } from '../ground/ground.ts';
import { MEASURABLE, memoryOf, mostFiles } from '../ground/of-process.ts';
import { type Instance, startApp } from '../ground/processes.ts';
import { listenTo } from '../ground/raw.ts';
import { envelopeFault, repliesIn } from '../ground/replies-in.ts';
import { arrive, callsOf, child, endpoint, person } from '../ground/words.ts';

type Size = {
  /** Connections on top of all that are served. */
  readonly beyond: number;
  /** As many at once, to a store that takes its time. */
  readonly writes: number;
  /** Milliseconds until there must be room again. */
  readonly roomWithin: number;
};

/** P-22. */
const SERVED = 4096;
const REFUSED = 1024;
/** Milliseconds. */
const FILLED_FOR = 9500;

/** More connections than are served, and more requests than are worked on at once: whoever is too many is told so. */
export const connectionFlood = campaign<Size>(
  'connection-flood',
  { quick: { beyond: 50, writes: 0, roomWithin: 25_000 }, full: { beyond: 1500, writes: 3000, roomWithin: 5000 } },
  async (size, ground) => {
    const { beyond, writes } = size;
    const files = mostFiles();
    const room = files > SERVED + beyond + 500;
    const connections = room ? await floodWithConnections(ground, size) : {};
    const requests = writes > 0 ? await floodWithWrites(ground, writes) : {};
    const done = room
      ? `${SERVED} + ${beyond} connections`
      : `no connections, as a process may open ${files} files here`;
    return { size: writes > 0 ? `${done}, ${writes} writes at once` : done, figures: { ...connections, ...requests } };
  },
);

const floodWithConnections = async (ground: Ground, { beyond, roomWithin }: Size): Promise<Record<string, number>> => {
  const [to] = (await startApp(ground, 'variant-a', newSqlite(ground).environment)) as [Instance];
  const before = MEASURABLE ? memoryOf(to) : 0;
  const started = performance.now();
  const sockets = await inParallel(SERVED, 200, () => opened(to.port));
  const grown = MEASURABLE ? memoryOf(to) - before : 0;
  const outcomes = await inParallel(beyond, beyond, () => refused(ground, to));
  // Whoever asks nothing for ten seconds makes room again.
  if (performance.now() - started > FILLED_FOR)
    return { 'too slow to fill it, with (ms)': performance.now() - started };
  const told = outcomes.filter((outcome) => outcome === 503).length;
  if (told < Math.min(beyond, REFUSED)) ground.wrong(`${told} of ${beyond} were told that there is no room.`);
  for (const socket of sockets.filter((_, nth) => nth % 100 === 0)) await stillServed(ground, socket);
  for (const socket of sockets) socket.destroy();
  const client = createClient(ground, false);
  const again = async (): Promise<number> =>
    client(to.port, { path: '/healthz' }).then(
      ({ status }) => status,
      (error: unknown) => (error instanceof Unanswered ? 0 : Promise.reject(error)),
    );
  const gone = performance.now();
  while ((await again()) !== 200 && performance.now() - gone < roomWithin);
  const since = performance.now() - gone;
  if (since > roomWithin) ground.wrong(`There was room again only after ${Math.round(since)} ms.`);
  return { 'told 503': told, 'kB for each connection': Math.round(grown / SERVED / 102.4) / 10 };
};

const opened = (port: number): Promise<Socket> =>
  new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1' });
    socket.once('error', reject).once('connect', () => {
      socket.off('error', reject).on('error', () => undefined);
      resolve(socket);
    });
  });

/** 503, or nothing where there are too many even for that. */
const refused = async ({ wrong }: Ground, { port }: Instance): Promise<number | undefined> => {
  const socket = connect({ port, host: '127.0.0.1' });
  const { ended, leave } = listenTo(socket);
  const timer = setTimeout(leave, 20_000);
  socket.write('GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n');
  const { bytes, end } = await ended;
  clearTimeout(timer);
  const [reply, ...more] = repliesIn(bytes).replies;
  if (end === 'left open') wrong('A connection too many was left open.');
  const fault = reply && envelopeFault(reply, 'body');
  if (fault !== undefined || more.length > 0) wrong(`A connection too many came to ${bytes.toString()}`);
  if (reply && (reply.headers['error-code'] !== 'OVERLOADED' || !reply.headers['retry-after']))
    wrong(`It came to ${reply.text}`);
  return reply?.status;
};

const stillServed = async ({ wrong }: Ground, socket: Socket): Promise<void> => {
  const { ended } = listenTo(socket);
  socket.write('GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n');
  const { bytes } = await ended;
  const statuses = repliesIn(bytes).replies.map(({ status }) => status);
  // One that was opened ten seconds ago has been told that it is too slow.
  if (statuses.join() !== '200' && statuses.join() !== '408') wrong(`One that was there came to ${statuses}`);
};

const floodWithWrites = async (ground: Ground, writes: number): Promise<Record<string, number>> => {
  const database = await newPostgres(ground);
  const [to] = (await startApp(ground, 'variant-b', database.environment)) as [Instance];
  const call = callsOf(createClient(ground));
  const id = await arrive(call, to, person('mia@example.org'));
  let slowest = 0;
  const codes = await inParallel(writes, writes, async (nth) => {
    const started = performance.now();
    const reply = await call(to, endpoint('B', 'addChild'), { id, ...child(`Child ${nth}`) });
    slowest = Math.max(slowest, performance.now() - started);
    if (reply.status === 503 && reply.headers['retry-after'] === undefined)
      ground.wrong('A refusal does not say when to come back.');
    return reply.code ?? 'OK';
  });
  const { OK: done = 0, OVERLOADED: told = 0, ...others } = tally(codes);
  if (Object.keys(others).length > 0) ground.wrong(`Writes came to ${JSON.stringify(others)}`);
  if (told === 0) ground.wrong('Nobody was refused: that was no flood.');
  const kept = Number((await database.query('SELECT count(*)::int AS count FROM "Child"'))[0]?.['count']);
  if (kept !== done) ground.wrong(`${done} children were acknowledged, and ${kept} kept.`);
  return { 'writes done': done, 'writes refused': told, 'the slowest answered after (ms)': Math.round(slowest) };
};
