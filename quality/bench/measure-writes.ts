import { Agent, request } from 'node:http';
import { text } from 'node:stream/consumers';

/**
 * How many children a second processes of variant A add, as docs/scaling.md quotes it:
 *
 *   node quality/bench/measure-writes.ts 3000,3010 64 10     ports, calls at once, seconds
 *
 * Not on a store that is in use: it adds parents of its own, and all those children.
 */
const [ports = [3000], width = 64, seconds = 10] = [
  process.argv[2]?.split(',').map(Number),
  ...process.argv.slice(3).map(Number),
];
const agent = new Agent({ keepAlive: true });
const tag = Date.now().toString(36);

const post = (port: number, path: string, fields: object): Promise<Record<string, string>> =>
  new Promise((resolve, reject) => {
    const body = Buffer.from(JSON.stringify(fields));
    const headers = { 'Content-Length': body.length };
    const outgoing = request({ port, path, method: 'POST', agent, headers }, async (incoming) => {
      const reply = await text(incoming);
      if (incoming.statusCode === 200) resolve(JSON.parse(reply).body);
      else reject(new Error(reply));
    });
    outgoing.once('error', reject).end(body);
  });

const newParent = async (port: number, index: number): Promise<string> => {
  const credentials = { email: `${tag}.${index}@example.org`, password: 'vT9#mossy-lantern' };
  await post(port, '/api/Auth/register', { ...credentials, firstName: 'Mia', lastName: 'Jansen', role: 'Par' });
  return (await post(port, '/api/Auth/login', credentials))['id'] ?? '';
};

const parents: string[] = [];
for (let index = 0; index < 8; index += 1) parents.push(await newParent(ports[0] ?? 3000, index));

const end = performance.now() + seconds * 1000;
const times: number[] = [];
let refused = 0;
const write = async (_: unknown, writer: number): Promise<void> => {
  const [port = 3000, id] = [ports[writer % ports.length], parents[writer % parents.length]];
  for (let count = 0; performance.now() < end; count += 1) {
    const start = performance.now();
    const child = { id, firstName: 'Mia', lastName: 'Jansen', birthDate: '2019-02-28' };
    const socSecNum = `${tag}w${writer}n${count}`;
    await post(port, '/api/Auth/child', { ...child, socSecNum }).catch(() => {
      refused += 1;
    });
    times.push(performance.now() - start);
  }
};
await Promise.all(Array.from({ length: width }, write));
agent.destroy();

times.sort((one, other) => one - other);
const at = (share: number): string => `${Math.round(times[Math.floor(times.length * share)] ?? 0)} ms`;
const rate = Math.round((times.length - refused) / seconds);
process.stdout.write(`${rate} writes/s, ${refused} refused, half within ${at(0.5)}, 99 % within ${at(0.99)}\n`);
