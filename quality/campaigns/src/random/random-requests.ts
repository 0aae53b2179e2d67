import { setTimeout as sleep } from 'node:timers/promises';
import type { Reply } from '@health-case/http/testing/client';
import { campaign } from '../campaign.ts';
import { createClient, member } from '../ground/client.ts';
import { inParallel, tally } from '../ground/crowd.ts';
import { newSqlite, verifiedRecords } from '../ground/database.ts';
import type { Ground } from '../ground/ground.ts';
import { MEASURABLE, memoryOf } from '../ground/of-process.ts';
import { type Instance, startApp } from '../ground/processes.ts';
import { createRandom } from '../ground/random.ts';
import { envelopeFault } from '../ground/replies-in.ts';
import { type Call, callsOf, logIn, person, type Role, register } from '../ground/words.ts';
import { type Endpoint, endpointsOf } from './endpoints.ts';
import { createKnown, type Known } from './known.ts';
import { requestTo } from './request.ts';

type Size = { readonly requests: number; readonly drift: number };

const AT_ONCE = 32;
const SAMPLES = 100;
const COLLECTING = {
  NODE_OPTIONS: `--expose-gc --import=${new URL('./collect-on-signal.ts', import.meta.url)}`,
};
/** After so many requests, one of the people is looked after. */
const LOOKED_AFTER = 50;
const PEOPLE: readonly Role[] = ['Doc', 'Doc', 'Ast', 'Par', 'Par'];

/** Requests at random to every endpoint: each is answered as the document says it may be, and nothing is left behind. */
export const randomRequests = campaign<Size>(
  'random-requests',
  { quick: { requests: 1200, drift: Number.POSITIVE_INFINITY }, full: { requests: 300_000, drift: 0.1 } },
  async ({ requests, drift }, ground) => {
    const database = newSqlite(ground);
    const environment = { ...database.environment, ...COLLECTING, SESSION_IDLE_MINUTES: '240' };
    const instances = await startApp(ground, 'together', environment);
    const [client, known] = [createClient(ground), createKnown()];
    const call = callsOf(client);
    const endpoints = await endpointsOf(ground, instances);
    const [to] = instances as [Instance];
    const people = await inParallel(PEOPLE.length, 4, (nth) =>
      arriveAs(call, to, known, { email: `somebody.${nth}@example.org`, role: PEOPLE[nth] as Role }),
    );
    const present = [...people];
    const seed = Math.floor(Math.random() * 2 ** 31);
    const memory: number[] = [];
    const replies = await inParallel(requests, AT_ONCE, async (nth) => {
      if (MEASURABLE && nth % Math.ceil(requests / SAMPLES) === 0) memory.push(await memoryInUse(to));
      const random = createRandom(seed + nth);
      const endpoint = endpoints[random.below(endpoints.length)] as Endpoint;
      const who = random.below(PEOPLE.length);
      const session = present[who]?.session ?? '';
      const reply = await client(endpoint.to.port, requestTo(endpoint, { random, known, nth, session }));
      known.learnFrom(reply.content);
      judge(ground, endpoint, reply, nth);
      if (nth % LOOKED_AFTER === 0) await lookAfter(call, to, known, present, random.below(present.length));
      return `${reply.status}`;
    });
    judgeLog(ground, to);
    await verifiedRecords(ground, database);
    const grown = driftIn(memory);
    if (grown > drift) ground.wrong(`Memory grew by ${percent(grown)} after the beginning.`);
    return {
      size: `${requests} requests to ${endpoints.length} endpoints, seed ${seed}`,
      figures: { ...tallied(replies), ...(MEASURABLE && { 'memory drifted by': percent(grown) }) },
    };
  },
);

type Somebody = { readonly email: string; readonly role: Role; readonly session: string };

const arriveAs = async (
  call: Call,
  to: Instance,
  known: Known,
  somebody: Omit<Somebody, 'session'>,
): Promise<Somebody> => {
  const { email, role } = somebody;
  const id = member(await register(call, to, person(email, { role })), 'ID');
  if (role === 'Doc') known.learn('DocID', id);
  if (role === 'Ast') known.learn('AstID', id);
  known.learn('email', email);
  return { ...somebody, session: await logIn(call, to, person(email)) };
};

/** Whoever has lost the session comes back, or is followed by another, where the password was changed or guessed too often. */
const lookAfter = async (call: Call, to: Instance, known: Known, present: Somebody[], who: number): Promise<void> => {
  const { email, role, session } = present[who] as Somebody;
  if ((await call(to, 'GET /api/Auth/me', { id: session })).status === 200) return;
  const reply = await call(to, 'POST /api/Auth/login', { email, password: person(email).password });
  present[who] =
    reply.status === 200
      ? { email, role, session: member(reply, 'id') }
      : await arriveAs(call, to, known, { email: `${crypto.randomUUID()}@example.org`, role });
};

const judge = ({ wrong }: Ground, { to, method, path, codes }: Endpoint, reply: Reply, nth: number): void => {
  const { status, text, code, headers } = reply;
  const what = `${to.variant} ${method} ${path} (${nth}) came to ${status} ${code ?? ''}`;
  if (status >= 500) wrong(`${what}: ${text}`);
  const fault = envelopeFault(
    { status, text, headers: headers as Record<string, string> },
    to.variant === 'A' ? 'body' : 'response',
  );
  if (fault !== undefined) wrong(`${what}, which is not ${fault}`);
  const documented = codes.get(status);
  if (!documented || (code !== undefined && !documented.has(code))) wrong(`${what}, which is not documented.`);
};

const judgeLog = ({ wrong }: Ground, { output, child }: Instance): void => {
  const complaints = output()
    .split('\n')
    .filter((line) => /"level":[456]0/.test(line) || (line !== '' && !line.startsWith('{')));
  if (complaints.length > 0)
    wrong(`The service complained ${complaints.length} times: ${complaints[0]?.slice(0, 500)}`);
  if (child.exitCode !== null) wrong('The service has ended.');
};

/** Resident memory, in bytes, once what is not needed has been cleared away. */
const memoryInUse = async (instance: Instance): Promise<number> => {
  instance.child.kill('SIGUSR2');
  await sleep(300);
  return memoryOf(instance);
};

/** How much more the median of the last fifth is than that of the second. */
const driftIn = (memory: readonly number[]): number => {
  const fifth = Math.floor(memory.length / 5);
  return median(memory.slice(-fifth)) / median(memory.slice(fifth, 2 * fifth)) - 1;
};

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 1;
const percent = (share: number): string => `${(share * 100).toFixed(1)} %`;
const tallied = (replies: readonly string[]): Readonly<Record<string, number>> =>
  Object.fromEntries(Object.entries(tally(replies)).map(([status, count]) => [`answered ${status}`, count]));
