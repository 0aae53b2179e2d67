import { send } from '@health-case/http/testing/client';
import { campaign } from '../campaign.ts';
import { createClient } from '../ground/client.ts';
import { inParallel } from '../ground/crowd.ts';
import { newSqlite } from '../ground/database.ts';
import type { Ground } from '../ground/ground.ts';
import { MEASURABLE, socketsOf } from '../ground/of-process.ts';
import { type Instance, startApp } from '../ground/processes.ts';
import { createRandom, type Random } from '../ground/random.ts';
import { converse } from '../ground/raw.ts';
import { arrive, callsOf, person } from '../ground/words.ts';
import { startHaproxy } from './haproxy.ts';
import { startNginx } from './nginx.ts';
import { installed, type Ports } from './proxy.ts';
import { smuggled } from './smuggling.ts';

/** `smuggled`: messages that hide a request from the proxy, while the others are on their way. */
type Size = { readonly people: number; readonly requests: number; readonly smuggled: number };
type Known = { readonly email: string; readonly id: string };

const PROXIES = { nginx: startNginx, haproxy: startHaproxy };
const AT_ONCE = 32;

/** Many sessions share the connections between a proxy and the service, and each reply goes to the one who asked. */
export const bodiesThroughProxies = campaign<Size>(
  'bodies-through-proxies',
  { quick: { people: 3, requests: 200, smuggled: 48 }, full: { people: 40, requests: 50_000, smuggled: 10_000 } },
  async (size, ground) => {
    const instances = await startApp(ground, 'together', { ...newSqlite(ground).environment, TRUST_PROXY: '1' });
    const upstreams = Object.fromEntries(instances.map(({ variant, port }) => [variant, port])) as Ports;
    const call = callsOf(createClient(ground));
    const known = await inParallel(size.people, 4, async (nth): Promise<Known> => {
      const email = `person.${nth}@example.org`;
      return { email, id: await arrive(call, instances[nth % instances.length] as Instance, person(email)) };
    });
    const seed = Math.floor(Math.random() * 2 ** 31);
    const through: string[] = [];
    const figures: Record<string, number> = {};
    for (const [name, start] of Object.entries(PROXIES)) {
      const program = installed(name);
      if (!program) continue;
      through.push(name);
      const scene: Scene = { ground, ports: await start(ground, program, upstreams), known, seed };
      const answered = await Promise.all([askAll(scene, size.requests), smuggleAll(scene, size.smuggled)]);
      figures[`replies to hidden requests, of ${name}`] = answered[1];
      if (MEASURABLE) figures[`connections of ${name}`] = socketsOf(instances[0] as Instance) - instances.length;
    }
    const missing = Object.keys(PROXIES).filter((name) => !through.includes(name));
    const without = missing.length > 0 ? `, without ${missing.join(' and ')}, which are not installed here` : '';
    return {
      size: `${size.requests} requests of ${size.people} people, ${size.smuggled} smuggled, through each of ${through.join(', ') || 'no proxy'}${without}, seed ${seed}`,
      figures,
    };
  },
);

type Scene = {
  readonly ground: Ground;
  readonly ports: Ports;
  readonly known: readonly Known[];
  readonly seed: number;
};

/** How a session goes along with a request that reads. */
const WAYS: readonly {
  readonly method?: string;
  readonly padded?: true;
  readonly bearer?: true;
  readonly chunksOf?: number;
}[] = [
  {},
  { method: 'QUERY' },
  { padded: true },
  { bearer: true },
  { chunksOf: 7 },
  { chunksOf: 10_000, padded: true },
];

/** The last of the people is the one who smuggles. */
const askAll = async ({ ground, ports, known }: Scene, requests: number): Promise<void> => {
  const client = createClient(ground);
  await inParallel(requests, AT_ONCE, async (nth) => {
    const { email, id } = known[nth % (known.length - 1)] as Known;
    const port = nth % 2 === 0 ? ports.A : ports.B;
    const way = WAYS[nth % WAYS.length] ?? {};
    const padded = JSON.stringify({ id }).padEnd(way.padded ? 20_000 + (nth % 40_000) : 0);
    const asked = { method: way.method ?? 'GET', path: '/api/Auth/me' };
    const { status, text } = way.bearer
      ? await client(port, { ...asked, headers: { Authorization: `Bearer ${id}` } })
      : await (way.chunksOf
          ? send(port, { ...asked, body: padded, chunksOf: way.chunksOf })
          : client(port, { ...asked, body: padded }));
    if (status !== 200 || !text.includes(`"email":"${email}"`)) ground.wrong(`${email} asked (${nth}) and got ${text}`);
  });
};

/** How often the hidden request was answered, to whoever hid it. */
const smuggleAll = async ({ ground, ports, known, seed }: Scene, messages: number): Promise<number> => {
  const { email, id } = known.at(-1) as Known;
  let answered = 0;
  await inParallel(messages, 16, async (nth) => {
    const random: Random = createRandom(seed + nth);
    const hidden = `GET /api/Auth/me HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${id}\r\n\r\n`;
    const sent = smuggled(random, hidden);
    const { bytes } = await converse(nth % 2 === 0 ? ports.A : ports.B, [Buffer.from(sent, 'latin1')], 300);
    const emails = [...bytes.toString().matchAll(/"email":"([^"]+)"/g)].map(([, found]) => found);
    if (emails.some((found) => found !== email))
      ground.wrong(`Smuggling (${nth}) brought ${emails}: ${JSON.stringify(sent)}`);
    answered += emails.length;
  });
  return answered;
};
