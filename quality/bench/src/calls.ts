import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { apiOver, member, person, type Reply } from '../../harness/src/client.ts';
import { inParallel, median } from '../../harness/src/load.ts';
import type { Instance } from '../../harness/src/processes.ts';
import { say } from './compare.ts';
import { cpuSeconds } from './load.ts';
import { machineFacts } from './machine.ts';
import { newDatabase } from './over-postgresql.ts';
import { closing, withRun } from './run.ts';
import { type Run, startService } from './systems.ts';
import { markdown } from './table.ts';

const CHILDREN = 379;

/** A proxy before the database that counts round trips: one begins when the service speaks after the database has. */
const startCountingProxy = async ({ harness }: Run, database: string) => {
  const trips = { all: 0, inTransactions: 0 };
  const { hostname, port } = new URL(database);
  const count = (client: Socket): void => {
    const server = connect(Number(port), hostname);
    let [isAnswered, isWriter] = [true, false];
    client.on('data', (bytes) => {
      // A connection that ever begins a transaction is that of the writes.
      isWriter ||= bytes.includes('BEGIN');
      if (isAnswered) trips.all += 1;
      if (isAnswered && isWriter) trips.inTransactions += 1;
      isAnswered = false;
      server.write(bytes);
    });
    server.on('data', (bytes) => {
      isAnswered = true;
      client.write(bytes);
    });
    client.on('close', () => server.destroy()).on('error', () => undefined);
    server.on('close', () => client.destroy()).on('error', () => undefined);
  };
  const proxy = createServer(count);
  await once(proxy.listen(0, '127.0.0.1'), 'listening');
  harness.defer(() => proxy.close());
  const url = new URL(database);
  url.port = String((proxy.address() as AddressInfo).port);
  return { url: url.href, trips };
};

/** Measures calls one after another on PostgreSQL, as docs/scaling.md shows them, and prints a table. */
export const runCalls = (quick: boolean): Promise<void> =>
  withRun(quick, async (run) => {
    const machine = machineFacts();
    const { url, trips } = await startCountingProxy(run, await newDatabase(run, 'bench_calls'));
    const server = await startService(run, url);
    const to = { variant: 'A', port: server.port } as Instance;
    const ok = async (reply: Promise<Reply>): Promise<Reply> => {
      const { status, text } = await reply;
      if (status !== 200) throw new Error(text);
      return reply;
    };
    const api = apiOver((_, endpoint, body, headers = {}) => {
      const [method = '', path = ''] = endpoint.split(' ');
      return ok(run.client(server.port, { method, path, body, headers }));
    });

    const count = quick ? 10 : 50;
    const rows: string[][] = [];
    /** The fewest round trips, the median of processor time, and the shortest time. */
    const measure = async (name: string, call: (nth: number) => Promise<unknown>): Promise<void> => {
      say(`${name} …`);
      const samples: { trips: number; inTransactions: number; cpu: number; time: number }[] = [];
      for (let nth = -5; nth < count; nth += 1) {
        // The records of what was read are written twice a second, and belong to no call.
        if (nth === 0) await sleep(700);
        const before = { ...trips, cpu: cpuSeconds(server.pid), time: performance.now() };
        await call(nth + 5);
        samples.push({
          time: performance.now() - before.time,
          trips: trips.all - before.all,
          inTransactions: trips.inTransactions - before.inTransactions,
          cpu: (cpuSeconds(server.pid) - before.cpu) * 1000,
        });
      }
      const values = (key: keyof (typeof samples)[number]) => samples.slice(5).map((sample) => sample[key]);
      const least = (key: 'trips' | 'inTransactions' | 'time') => Math.min(...values(key));
      const milliseconds = [median(values('cpu')), least('time')].map((value) => value.toFixed(1));
      rows.push([name, String(least('trips')), String(least('inTransactions')), ...milliseconds]);
    };

    const DocID = member(await api.register(to, person('measured.doctor@example.org', { role: 'Doc' })), 'ID');
    const doctor = member(await api.logIn(to, person('measured.doctor@example.org')), 'id');
    const parent = await api.join(to, person('measured.parent@example.org'));
    const other = await api.join(to, person('measured.other@example.org'));
    let children = 0;
    const addChild = (id: string, headers = {}): Promise<Reply> => {
      children += 1;
      return api.addChild(to, id, { socSecNum: `756.${children}` }, headers);
    };
    const openCase = async (id: string): Promise<string> => {
      const ChildID = member(await addChild(id), 'ChildID');
      return member(await api.call(to, 'POST /api/Case', { id, ChildID, DocID, title: 'Asthma' }), 'CaseID');
    };
    await inParallel(CHILDREN - 10, 8, () => openCase(other));
    await inParallel(9, 8, () => openCase(parent));
    const CaseID = await openCase(parent);
    const closeTask = async (): Promise<string> => {
      const task = { id: doctor, title: 'Measure lung function' };
      const TaskID = member(await api.call(to, `POST /api/Case/${CaseID}/tasks`, task), 'TaskID');
      await api.call(to, `POST /api/Task/${TaskID}/close`, { id: doctor });
      return TaskID;
    };
    const tasks = await inParallel(count + 5, 1, closeTask);

    const list = `GET /api/Doc/${DocID}/children`;
    await measure('who am I', () => api.call(to, 'GET /api/Auth/me', { id: parent }));
    await measure('show a case', () => api.call(to, `GET /api/Case/${CaseID}`, { id: parent }));
    await measure("list 10 of a doctor's children", () => api.call(to, list, { id: doctor, limit: '10' }));
    await measure(`list all ${CHILDREN}`, () => api.call(to, list, { id: doctor }));
    await measure('a parent lists the own among them', () => api.call(to, list, { id: parent }));
    await measure('add a child', () => addChild(parent));
    await measure('the same with `Idempotency-Key`', (nth) => addChild(parent, { 'Idempotency-Key': `key-${nth}` }));
    await measure('request a certification', (nth) =>
      api.call(to, `POST /api/Case/${tasks[nth]}/certreq`, { id: parent }),
    );
    await measure('log in (bcrypt cost 10)', () => api.logIn(to, person('measured.parent@example.org')));
    const heads = ['Call', 'Round trips', 'Of them in transactions', 'CPU ms', 'Time ms'];
    process.stdout.write(`\n${markdown(heads, rows, 1)}\n\n${closing(machine)}\n`);
  });
