// L3: bcrypt and nothing else, on the cores that a server may use, for so many seconds. Prints its figures as JSON.
import { availableParallelism } from 'node:os';
import bcrypt from 'bcrypt';

const [kind = 'compare', cost = '10', seconds = '2'] = process.argv.slice(2);
// As long as the digest of a password that the service gives to bcrypt.
const password = 'x'.repeat(64);
const hash = bcrypt.hashSync(password, Number(cost));
const once = (): Promise<unknown> =>
  kind === 'hash' ? bcrypt.hash(password, Number(cost)) : bcrypt.compare(password, hash);

await once();
const latencies: number[] = [];
const cpu = process.cpuUsage();
const started = performance.now();
const end = started + Number(seconds) * 1000;

const lane = async (): Promise<void> => {
  while (performance.now() < end) {
    const before = performance.now();
    await once();
    latencies.push(performance.now() - before);
  }
};
await Promise.all(Array.from({ length: availableParallelism() }, lane));

const elapsed = (performance.now() - started) / 1000;
const { user, system } = process.cpuUsage(cpu);
const rss = process.memoryUsage.rss() / 2 ** 20;
process.stdout.write(JSON.stringify({ elapsed, latencies, cpuSeconds: (user + system) / 1e6, rss }));
