import { setTimeout as sleep } from 'node:timers/promises';
import { type Api, createApi, person } from '@health-case/harness/client';
import { newSqlite } from '@health-case/harness/databases';
import type { Harness } from '@health-case/harness/harness';
import { inParallel, median, waitUntil } from '@health-case/harness/load';
import { type Instance, type Instances, isLinux, socketsOf, startApp } from '@health-case/harness/processes';
import { type Connection, envelopeFault, openConnection, repliesIn } from '@health-case/harness/sockets';
import { declare } from './campaign.ts';

type Size = {
  readonly sockets: number;
  /** In the list that some do not read; their names have 400 bytes. */
  readonly children: number;
  /** Whether a normal client must be at most twice as slow beside slow ones. */
  readonly strict: boolean;
};
type Scene = { readonly harness: Harness; readonly api: Api; readonly instances: Instances };

/** Milliseconds after which a slow client counts as left open, however busy the machine is. */
const CLOSED_WITHIN = 60_000;

export const slowClients = declare<Size>({
  name: 'slow-clients',
  promise:
    'A client that sends a byte a second or reads nothing is closed within 15 s, with 408 if it sends, and slows nobody down.',
  quick: { sockets: 140, children: 100, strict: false },
  full: { sockets: 2000, children: 1000, strict: true },
  run: async (size, harness) => {
    const { sockets, children, strict } = size;
    const instances = await startApp(harness, 'together', newSqlite(harness).environment);
    const [to, b] = instances as [Instance, Instance];
    const api = createApi(harness);
    const session = await api.join(to, person('normal@example.org'));
    const long = { firstName: '🐛'.repeat(100), lastName: '🐛'.repeat(100) };
    await inParallel(children, 64, () => api.addChild(b, session, long));
    const scene = { harness, api, instances };
    const alone = await timesOf(scene, session, sleep(strict ? 10_000 : 500));
    const slowly = sendSlowly(scene, session, size);
    const beside = await timesOf(scene, session, slowly);
    const closed = await slowly;
    if (strict && closed > 15_000) harness.fail(`Slow clients were connected for ${Math.round(closed)} ms.`);
    const slower = median(beside) / median(alone);
    if (strict && slower > 2) harness.fail(`A normal client was ${slower} times as slow beside slow ones.`);
    if (to.child.exitCode !== null) harness.fail('The service has ended.');
    return {
      size: `${sockets} slow clients`,
      figures: {
        'the last slow client was closed after (ms)': Math.round(closed),
        'median of a normal client, alone (ms)': round(median(alone)),
        'beside slow ones (ms)': round(median(beside)),
      },
    };
  },
});

const round = (value: number): number => Math.round(value * 10) / 10;

/** The milliseconds of each reply to a normal client while something else goes on. */
const timesOf = async ({ harness, api, instances }: Scene, id: string, meanwhile: Promise<unknown>) => {
  const times: number[] = [];
  let over = false;
  const ended = meanwhile.finally(() => {
    over = true;
  });
  for (let nth = 0; !over; nth += 1) {
    const started = performance.now();
    const reply = await api.call(instances[nth % instances.length] as Instance, 'GET /api/Auth/me', { id });
    times.push(performance.now() - started);
    if (reply.status !== 200) harness.fail(`A normal client was answered ${reply.text}`);
    await sleep(4);
  }
  await ended;
  return times;
};

type Kind = 'headers' | 'body' | 'reader';
/** Few of them read nothing, as each takes megabytes of the kernel's memory. */
const KINDS: readonly Kind[] = ['headers', 'body', 'headers', 'body', 'headers', 'body', 'reader'];

/** Resolves when all are closed, to the milliseconds that the last of those took that send. */
const sendSlowly = async (scene: Scene, session: string, { sockets, children }: Size): Promise<number> => {
  const { harness, instances } = scene;
  const list = `GET /api/Parent/children HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${session}\r\n\r\n`;
  // More than fits into the buffers of two kernels.
  const lists = Math.ceil(24_000 / children);
  const starts: Readonly<Record<Kind, string>> = {
    headers: 'GET /api/Doc HTTP/1.1\r\nHost: localhost\r\nX-Slow: ',
    body: 'POST /api/Auth/logout HTTP/1.1\r\nHost: localhost\r\nContent-Length: 60000\r\n\r\n{',
    reader: list.repeat(lists),
  };
  const slow = Array.from({ length: sockets }, (_, nth) => {
    const kind = KINDS[nth % KINDS.length] ?? 'reader';
    const connection = openConnection((instances[nth % instances.length] as Instance).port);
    if (kind === 'reader') connection.socket.pause();
    connection.socket.write(starts[kind]);
    return { kind, ...connection };
  });
  const started = performance.now();
  const senders = slow.filter(({ kind }) => kind !== 'reader');
  // A tenth of them each time, as all at one moment would be a flood.
  let tick = 0;
  const trickle = setInterval(() => {
    tick += 1;
    for (let nth = tick % 10; nth < senders.length; nth += 10) senders[nth]?.socket.write('x');
  }, 100);
  const leaving = setTimeout(() => senders.map(({ leave }) => leave()), CLOSED_WITHIN);
  await Promise.all(senders.map(({ ended }) => ended));
  const closed = performance.now() - started;
  clearInterval(trickle);
  clearTimeout(leaving);
  for (const { kind, ended } of senders) {
    const { bytes, end } = await ended;
    const [reply, ...more] = repliesIn(bytes).replies;
    if (end === 'left open') harness.fail(`A client with slow ${kind} was left open.`);
    if (reply?.status !== 408 || envelopeFault(reply) || more.length > 0) harness.fail(`Slow ${kind} came to ${bytes}`);
  }
  await judgeReaders(
    scene,
    slow.filter(({ kind }) => kind === 'reader'),
    lists,
  );
  return closed;
};

/** A socket that is not read from does not notice that it was closed, so the campaign looks at those of the service. */
const judgeReaders = async ({ harness, instances }: Scene, readers: readonly Connection[], lists: number) => {
  const open = () => socketsOf(instances[0]);
  // The service listens on two sockets, and the normal client has one for each of them.
  if (isLinux) await waitUntil(() => open() < readers.length, CLOSED_WITHIN, 'The end of clients that read nothing');
  for (const { socket, ended } of readers) {
    socket.resume();
    const { replies } = repliesIn((await ended).bytes);
    if (isLinux && replies.length === lists) harness.fail('A client that read nothing was sent everything.');
  }
};
