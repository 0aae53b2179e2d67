import { setTimeout as sleep } from 'node:timers/promises';
import { type Api, createApi, person } from '@health-case/harness/client';
import { newSqlite } from '@health-case/harness/databases';
import type { Harness } from '@health-case/harness/harness';
import { isLinux, memoryOf, socketsOf } from '@health-case/harness/linux';
import { inParallel, median, waitUntil } from '@health-case/harness/load';
import { type Instance, startApp } from '@health-case/harness/processes';
import { type Connection, envelopeFault, openConnection, repliesIn } from '@health-case/harness/sockets';
import { declare } from './campaign.ts';

type Size = {
  readonly sockets: number;
  /** In the list that some do not read; their names have 400 bytes. */
  readonly children: number;
  /** Bodies of a gigabyte, of each shape, at once. */
  readonly bodies: number;
  /** Whether a normal client must be at most twice as slow beside slow ones. */
  readonly strict: boolean;
};
type Scene = { readonly harness: Harness; readonly api: Api; readonly instances: readonly Instance[] };

const MB = 1024 ** 2;
/** Milliseconds after which a slow client counts as left open, however busy the machine is. */
const CLOSED_WITHIN = 60_000;

export const slowClients = declare<Size>({
  name: 'slow-clients',
  promise:
    'A client that sends a byte a second or reads nothing is closed, with 408 if it sends, and slows nobody down; a body ' +
    'of a gigabyte costs what may be kept of it, and is not read to its end.',
  quick: { sockets: 140, children: 100, bodies: 2, strict: false },
  full: { sockets: 2000, children: 1000, bodies: 500, strict: true },
  run: async (size, harness) => {
    const { sockets, children, bodies, strict } = size;
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
    let [grown, taken] = [0, 0];
    for (const shape of SHAPES) {
      const poured = await pour(scene, shape, bodies);
      [grown, taken] = [Math.max(grown, poured.grown), Math.max(taken, poured.taken)];
    }
    if (to.child.exitCode !== null) harness.fail('The service has ended.');
    return {
      size: `${sockets} slow clients, ${SHAPES.length} × ${bodies} bodies of 1 GB`,
      figures: {
        'the last slow client was closed after (ms)': Math.round(closed),
        'median of a normal client, alone (ms)': round(median(alone)),
        'beside slow ones (ms)': round(median(beside)),
        'memory grew by, at most (MB)': Math.round(grown / MB),
        'taken of one body, at most (MB)': round(taken / MB),
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
  const open = () => socketsOf(instances[0]?.child.pid);
  // The service listens on two sockets, and the normal client has one for each of them.
  if (isLinux) await waitUntil(() => open() < readers.length, CLOSED_WITHIN, 'The end of clients that read nothing');
  for (const { socket, ended } of readers) {
    socket.resume();
    const { replies } = repliesIn((await ended).bytes);
    if (isLinux && replies.length === lists) harness.fail('A client that read nothing was sent everything.');
  }
};

type Shape = { readonly line: string; readonly framing: string; readonly piece: Buffer };

const LINES = ['GET /api/Doc', 'POST /api/Auth/logout', 'GET /nowhere', 'PUT /api/Doc'];
const FRAMINGS = [
  { framing: `Content-Length: ${1024 ** 3}`, piece: Buffer.alloc(32 * 1024, 'x') },
  { framing: 'Transfer-Encoding: chunked', piece: Buffer.from(`4000\r\n${'x'.repeat(0x4000)}\r\n`) },
];
const SHAPES: readonly Shape[] = [
  ...LINES.flatMap((line) => FRAMINGS.map((framing) => ({ line, ...framing }))),
  { line: 'GET /api/Doc', framing: 'Transfer-Encoding: chunked', piece: Buffer.from('1\r\nx\r\n'.repeat(1000)) },
];

/** Of each body 64 KiB may be kept (D-06), and as much again while it grows; the process has garbage besides. */
const KEPT = 128 * 1024;
const GARBAGE = 128 * MB;
/** What is read and thrown away before the refusal, and what the buffers of two sockets take. */
const TAKEN = 16 * MB;

const pour = async ({ harness, instances }: Scene, { line, framing, piece }: Shape, bodies: number) => {
  const pid = instances[0]?.child.pid;
  const before = memoryOf(pid);
  let [most, taken] = [before, 0];
  const watching = setInterval(() => {
    most = Math.max(most, memoryOf(pid));
  }, 20);
  await inParallel(bodies, bodies, async (nth) => {
    const { socket, ended } = openConnection((instances[nth % instances.length] as Instance).port);
    let bytes = 0;
    const sendMore = (): void => {
      for (let hasRoom = true; hasRoom && socket.writable && bytes < 1024 ** 3; bytes += piece.length) {
        hasRoom = socket.write(piece);
      }
      if (bytes >= 1024 ** 3) socket.destroy();
    };
    socket.on('drain', sendMore);
    socket.write(`${line} HTTP/1.1\r\nHost: localhost\r\n${framing}\r\n\r\n`);
    sendMore();
    const [reply, ...more] = repliesIn((await ended).bytes).replies;
    taken = Math.max(taken, bytes);
    // On a busy machine a body may take too long before it is too large; a refusal may be lost where the client still sends.
    const isRefused = !reply || reply.status === 413 || reply.status === 408;
    if (!isRefused || (reply && envelopeFault(reply)) || more.length > 0)
      harness.fail(`A body of ${line}: ${reply?.text}`);
  });
  clearInterval(watching);
  if (taken > TAKEN) harness.fail(`${Math.round(taken / MB)} MB were taken of a body of ${line}.`);
  if (most - before > bodies * KEPT + GARBAGE)
    harness.fail(`Bodies of ${line}: ${Math.round((most - before) / MB)} MB.`);
  return { grown: most - before, taken };
};
