import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync, readFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { connect, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * What a call costs on PostgreSQL, one after another, as docs/scaling.md quotes it:
 *
 *   node quality/bench/measure-calls.ts postgresql://postgres@localhost/measured     a database that is empty and migrated
 *
 * It starts a process of variant A of its own, which reaches the database through a proxy that counts. Needs Linux.
 */
const url = new URL(process.argv[2] ?? '');
const CALLS = 50;
const CHILDREN = 379;
const PASSWORD = 'vT9#mossy-lantern';

const trips = { all: 0, inTurn: 0 };

/** A round trip begins when the process speaks after the server has; a connection that ever begins a transaction is that of the turns. */
const count = (client: Socket): void => {
  const server = connect(Number(url.port || 5432), url.hostname);
  let [isAnswered, takesTurns] = [true, false];
  client.on('data', (bytes) => {
    takesTurns ||= bytes.includes('BEGIN');
    if (isAnswered) trips.all += 1;
    if (isAnswered && takesTurns) trips.inTurn += 1;
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
const { port: proxyPort } = proxy.address() as { port: number };

const database = new URL(url);
database.host = `127.0.0.1:${proxyPort}`;
const SECRET_KEY = Buffer.alloc(32, 7).toString('base64');
const env = {
  ...process.env,
  DATABASE_URL: database.href,
  SECRET_KEY,
  PORT: '0',
  BCRYPT_COST: '12',
  CALLS_PER_MINUTE: '0',
};
const main = join(import.meta.dirname, '../../apps/variant-a/src/main.ts');
const service = spawn(process.execPath, [main], { env, stdio: ['ignore', 'pipe', 'inherit'] });
const [serving] = await once(createInterface(service.stdout), 'line');
const { port } = new URL(JSON.parse(serving).url);
const agent = new Agent({ keepAlive: true });

type Content = Readonly<Record<string, string>>;

const call = (endpoint: string, fields: object, headers = {}): Promise<Content> =>
  new Promise((resolve, reject) => {
    const [method, path] = endpoint.split(' ');
    const body = Buffer.from(JSON.stringify(fields));
    const options = { port, method, path, agent, headers: { 'Content-Length': body.length, ...headers } };
    const outgoing = request(options, async (incoming) => {
      const reply = await text(incoming);
      if (incoming.statusCode === 200) resolve(JSON.parse(reply).body);
      else reject(new Error(`${endpoint}: ${reply}`));
    });
    outgoing.once('error', reject).end(body);
  });

/** Milliseconds that all threads of the process have run. */
const cpu = (): number => {
  const threads = globSync(`/proc/${service.pid}/task/*/schedstat`).map((file) => readFileSync(file, 'utf8'));
  return threads.reduce((sum, thread) => sum + Number(thread.split(' ')[0]) / 1e6, 0);
};

/** The fewest round trips, the median of processor time, and the shortest time. */
const measure = async (name: string, made: (nth: number) => Promise<unknown>): Promise<void> => {
  const samples: { trips: number; inTurn: number; cpu: number; time: number }[] = [];
  for (let nth = -5; nth < CALLS; nth += 1) {
    // The records of what was read are written twice a second, and belong to no call.
    if (nth === 0) await sleep(700);
    const before = { ...trips, cpu: cpu(), time: performance.now() };
    await made(nth + 5);
    const time = performance.now() - before.time;
    const now = { trips: trips.all - before.all, inTurn: trips.inTurn - before.inTurn, cpu: cpu() - before.cpu, time };
    if (nth >= 0) samples.push(now);
  }
  const least = (key: 'trips' | 'inTurn' | 'time') => Math.min(...samples.map((one) => one[key]));
  const cpus = samples.map((one) => one.cpu).sort((one, other) => one - other);
  const cells = [least('trips'), least('inTurn'), cpus[CALLS / 2]?.toFixed(1), least('time').toFixed(1)];
  process.stdout.write(`| ${name} | ${cells.join(' | ')} |\n`);
};

const register = (name: string, role: string): Promise<Content> =>
  call('POST /api/Auth/register', { ...credentials(name), firstName: 'Mia', lastName: 'Jansen', role });
const logIn = async (name: string): Promise<string> =>
  (await call('POST /api/Auth/login', credentials(name)))['id'] ?? '';
const credentials = (name: string) => ({ email: `${name}@example.org`, password: PASSWORD });

let children = 0;
const addChild = (id: string, headers = {}): Promise<Content> => {
  children += 1;
  const child = { firstName: 'Mia', lastName: 'Jansen', birthDate: '2019-02-28', socSecNum: `756.${children}` };
  return call('POST /api/Auth/child', { id, ...child }, headers);
};

const { ID: DocID } = await register('doctor', 'Doc');
await register('parent', 'Par');
await register('other', 'Par');
const [doctor, parent, other] = [await logIn('doctor'), await logIn('parent'), await logIn('other')];
const openCase = async (id: string): Promise<string> => {
  const { ChildID } = await addChild(id);
  return (await call('POST /api/Case', { id, ChildID, DocID, title: 'Asthma' }))['CaseID'] ?? '';
};
for (let nth = 10; nth < CHILDREN; nth += 1) await openCase(other);
for (let nth = 1; nth < 10; nth += 1) await openCase(parent);
const CaseID = await openCase(parent);
const tasks: string[] = [];
for (let nth = -5; nth < CALLS; nth += 1) {
  const { TaskID = '' } = await call(`POST /api/Case/${CaseID}/tasks`, { id: doctor, title: 'Measure lung function' });
  await call(`POST /api/Task/${TaskID}/close`, { id: doctor });
  tasks.push(TaskID);
}

const list = `GET /api/Doc/${DocID}/children`;
await measure('who am I', () => call('GET /api/Auth/me', { id: parent }));
await measure('show a case', () => call(`GET /api/Case/${CaseID}`, { id: parent }));
await measure("list 10 of a doctor's children", () => call(list, { id: doctor, limit: '10' }));
await measure(`list all ${CHILDREN}`, () => call(list, { id: doctor }));
await measure('a parent lists the own among them', () => call(list, { id: parent }));
await measure('add a child', () => addChild(parent));
await measure('the same with `Idempotency-Key`', (nth) => addChild(parent, { 'Idempotency-Key': `key-${nth}` }));
await measure('request a certification', (nth) => call(`POST /api/Case/${tasks[nth]}/certreq`, { id: parent }));
await measure('log in (bcrypt cost 12)', () => logIn('parent'));

agent.destroy();
service.kill('SIGTERM');
await once(service, 'exit');
proxy.close();
