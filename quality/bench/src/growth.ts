import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { median, percentile } from '../../harness/src/load.ts';
import { inTurn, say } from './compare.ts';
import { CALLS, type Call, type Request } from './growth-calls.ts';
import { cpuSeconds, megabytesOf } from './load.ts';
import { machineFacts } from './machine.ts';
import { chosenFrom, closing, withRun } from './run.ts';
import { bearer, SIZES, type Size } from './sizes.ts';
import { copyFor, touchSessions } from './stores.ts';
import { launch, programOf, type Run, type Server, settings, startService } from './systems.ts';
import { markdown } from './table.ts';

/** What an operation costs in a store of one size. Times in milliseconds, memory in megabytes. */
type Point = {
  readonly rows: number;
  readonly done: number;
  readonly median: number;
  readonly p99: number;
  readonly firstByte?: number;
  readonly cpu?: number;
  /** The most that the process had. */
  readonly memory: number;
};

type Operation = {
  readonly id: string;
  readonly title: string;
  readonly measure: (run: Run, sizes: readonly Size[]) => Promise<readonly Point[]>;
};

const figuresOf = (times: readonly number[]) => ({
  done: times.length,
  median: median(times),
  p99: percentile(times, 0.99),
});

type Timing = { readonly firstByte: number; readonly whole: number };

/** A connection of one client on a bare socket: Node's own client takes as long as the service does. */
const openConnection = async (port: number) => {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true });
  await once(socket, 'connect');
  let fail: (error: Error) => void = () => undefined;
  socket.on('error', () => undefined).on('close', () => fail(new Error('The service closed the connection.')));
  /** Sends a request and reads its reply. Rejects unless it is 200. */
  const ask = ({ method = 'GET', path, session, fields }: Request): Promise<Timing> => {
    const body = fields ? JSON.stringify(fields) : '';
    const headers = { Host: 'localhost', 'Content-Length': Buffer.byteLength(body) };
    const lines = Object.entries({ ...headers, ...(session === undefined ? {} : bearer(session)) });
    const { promise, resolve, reject } = Promise.withResolvers<Timing>();
    const sent = performance.now();
    let [firstByte, bytes, whole, end] = [0, 0, Number.POSITIVE_INFINITY, ''];
    const read = (chunk: Buffer): void => {
      if (bytes === 0) {
        firstByte = performance.now() - sent;
        const [head = ''] = chunk.toString('latin1').split('\r\n\r\n');
        const length = /^content-length: (\d+)$/im.exec(head)?.[1];
        if (length) whole = head.length + 4 + Number(length);
        if (!head.startsWith('HTTP/1.1 200 ')) reject(new Error(`${path} was answered by\n${chunk}`));
      }
      bytes += chunk.length;
      end = `${end}${chunk.subarray(-5).toString('latin1')}`.slice(-5);
      // A reply without its length in front comes in chunks, of which the last is empty.
      if (bytes < whole && end !== '0\r\n\r\n') return;
      socket.off('data', read);
      resolve({ firstByte, whole: performance.now() - sent });
    };
    fail = reject;
    socket.on('data', read);
    const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('');
    socket.write(`${method} ${path} HTTP/1.1\r\n${head}\r\n${body}`);
    return promise;
  };
  return { ask, close: () => socket.destroy() };
};

type Entrant = { readonly size: Size; readonly file: string; readonly server: Server };

/** Longer than half a second, after which the service writes the records of what was read. */
const PUT_OFF = 700;

/** A call, one after another on one connection, in stores of all sizes in turn. */
const called = (call: Call): Operation => ({
  ...call,
  measure: async (run, sizes) => {
    const entrants: (Entrant & { timings: Timing[]; cpu: number; asked: number })[] = [];
    for (const size of sizes) {
      const file = await copyFor(run, 'growth', size);
      entrants.push({ size, file, server: await startService(run, `file:${file}`), timings: [], cpu: 0, asked: 0 });
    }
    const ask = async (entrant: (typeof entrants)[number], count: number): Promise<void> => {
      const connection = await openConnection(entrant.server.port);
      // The first requests after a pause are slow, whatever they are.
      for (let n = 0; n < 3; n += 1) await connection.ask({ path: '/healthz' });
      for (let n = 0; n < count; n += 1, entrant.asked += 1) {
        entrant.timings.push(await connection.ask(requestOf(call, entrant.size, entrant.asked)));
      }
      connection.close();
    };
    const { warmUp, perRound, rounds, isCached } = call;
    // The service closes a connection after a thousand requests.
    for (const entrant of entrants) await ask(entrant, run.quick ? perRound : Math.min(warmUp, 900));
    for (const entrant of entrants) entrant.timings = [];
    await inTurn(entrants, run.quick ? 4 : rounds, async (entrant) => {
      const sessions = Array.from(
        { length: perRound },
        (_, n) => requestOf(call, entrant.size, entrant.asked + n).session,
      );
      // A commit of another connection, at which the service drops its cache. For a minute no use of a session is written.
      if (!isCached)
        touchSessions(
          entrant.file,
          sessions.flatMap((session) => session ?? []),
        );
      const before = cpuSeconds(entrant.server.pid);
      await ask(entrant, perRound);
      await sleep(PUT_OFF);
      entrant.cpu += cpuSeconds(entrant.server.pid) - before;
    });
    const points = entrants.map(({ size: { rows }, server, timings, cpu }) => ({
      rows,
      ...figuresOf(timings.map(({ whole }) => whole)),
      firstByte: median(timings.map(({ firstByte }) => firstByte)),
      cpu: (cpu * 1000) / timings.length,
      memory: megabytesOf(server.pid, 'VmHWM'),
    }));
    await Promise.all(entrants.map(({ server }) => server.stop()));
    return points;
  },
});

const requestOf = ({ subjects, request }: Call, size: Size, n: number): Request => {
  const all = subjects(size);
  return request(all[n % all.length] as number, size, n);
};

type Execution = { readonly milliseconds: number; readonly memory: number };

/** A process from its start: once without counting it, which compiles, and then in stores of all sizes in turn. */
const executed = (id: string, title: string, execute: (run: Run, file: string) => Promise<Execution>): Operation => ({
  id,
  title,
  measure: async (run, sizes) => {
    const entrants: { rows: number; file: string; executions: Execution[] }[] = [];
    for (const size of sizes) {
      entrants.push({ rows: size.rows, file: await copyFor(run, 'growth', size), executions: [] });
    }
    if (entrants[0]) await execute(run, entrants[0].file);
    await inTurn(entrants, run.quick ? 2 : 5, async ({ file, executions }) => {
      executions.push(await execute(run, file));
    });
    return entrants.map(({ rows, executions }) => ({
      rows,
      ...figuresOf(executions.map(({ milliseconds }) => milliseconds)),
      memory: median(executions.map(({ memory }) => memory)),
    }));
  },
});

/** From the start of the process until it answers a call from the store. */
const startOnce = async (run: Run, file: string): Promise<Execution> => {
  const started = performance.now();
  const { pid, port, stop } = await startService(run, `file:${file}`);
  const { status, text } = await run.client(port, { path: '/api/Auth/me', headers: bearer(0) });
  if (status !== 200) throw new Error(`The session was not found: ${text}`);
  const measured = { milliseconds: performance.now() - started, memory: megabytesOf(pid) };
  await stop();
  return measured;
};

/** One command of the operator. */
const operate = async (run: Run, file: string, ...args: readonly string[]): Promise<Execution> => {
  const started = performance.now();
  const { child, output } = await launch(run, [programOf('operator'), ...args], settings(`file:${file}`));
  let memory = 0;
  const timer = setInterval(() => {
    if (child.exitCode === null) memory = Math.max(memory, megabytesOf(child.pid as number, 'VmHWM'));
  }, 10);
  const [code] = await once(child, 'exit');
  clearInterval(timer);
  if (code !== 0) throw new Error(`The operator's ${args.join(' ')} failed. ${output()}`);
  return { milliseconds: performance.now() - started, memory };
};

/** In the order of the tables. Writes come after reads, which so find the large store as it was filled. */
const OPERATIONS: readonly Operation[] = [
  ...CALLS.map(called),
  executed('process-start', 'Start of the process, to the first reply', startOnce),
  executed('back-up', 'Back up the store', (run, file) => {
    const target = join(run.folder, 'back-up.db');
    rmSync(target, { force: true });
    return operate(run, file, 'store', 'back-up', target);
  }),
  executed('audit-verify', 'Verify the audit trail', (run, file) => operate(run, file, 'audit', 'verify')),
];

/** Three digits: runs agree on no more. */
const figure = (value: number): string =>
  value >= 99.95 ? Math.round(value).toLocaleString('en') : value.toPrecision(value >= 0.995 ? 3 : 2);

/** In the unit that leaves at most three digits before the point. */
const duration = (milliseconds: number | undefined): string => {
  if (milliseconds === undefined) return '';
  if (milliseconds < 0.9995) return `${figure(milliseconds * 1000)} µs`;
  return milliseconds < 999.5 ? `${figure(milliseconds)} ms` : `${figure(milliseconds / 1000)} s`;
};

/** Measures the operations at all sizes and prints the two tables of docs/performance.md. */
export const runGrowth = (quick: boolean, only: readonly string[]): Promise<void> => {
  const operations = chosenFrom(OPERATIONS, only);
  return withRun(quick, async (run) => {
    const machine = machineFacts();
    const sizes = quick ? SIZES.slice(0, -1) : SIZES;
    const measured: { readonly title: string; readonly points: readonly Point[] }[] = [];
    for (const { title, measure } of operations) {
      say(`${title} …`);
      measured.push({ title, points: await measure(run, sizes) });
    }
    const growth = (points: readonly Point[], of: 'median' | 'cpu'): string => {
      const [first, last] = [points[0]?.[of], points.at(-1)?.[of]];
      return first === undefined || last === undefined ? '' : `${figure(last / first)} ×`;
    };
    const overview = measured.map(({ title, points }) => [
      title,
      ...points.map(({ median: middle }) => duration(middle)),
      growth(points, 'median'),
      growth(points, 'cpu'),
    ]);
    const details = measured.flatMap(({ title, points }) =>
      points.map(({ rows, median: middle, p99, firstByte, cpu, memory, done }, index) => [
        index === 0 ? title : '',
        rows.toLocaleString('en'),
        ...[middle, p99, firstByte, cpu].map(duration),
        `${figure(memory)} MB`,
        done.toLocaleString('en'),
      ]),
    );
    const bySize = ['median, by rows', ...sizes.map(({ rows }) => rows.toLocaleString('en')), 'last ÷ first', 'by CPU'];
    const heads = ['', 'rows', 'median', '99th percentile', 'first byte', 'CPU', 'memory', 'times done'];
    process.stdout.write(
      `\n${markdown(bySize, overview, 1)}\n\n${markdown(heads, details, 1)}\n\n${closing(machine)}\n`,
    );
  });
};
