import { setTimeout as sleep } from 'node:timers/promises';
import { type Api, createApi, createClient, member, PASSWORD, person, type Role } from '@health-case/harness/client';
import { newSqlite, verifyAuditTrail } from '@health-case/harness/databases';
import type { Harness } from '@health-case/harness/harness';
import { anySeed, createRandom, inParallel, median, percent, tally } from '@health-case/harness/load';
import { type Instance, memoryOf, startApp } from '@health-case/harness/processes';
import { envelopeFault, type RawReply } from '@health-case/harness/sockets';
import { declare } from './campaign.ts';
import { IDENTIFIERS, type Identifier, identifiersIn, type Operation, operationsOf } from './documented.ts';
import { requestTo } from './random-values.ts';

/** Without garbage, which may not have been collected yet, the memory that is left shows what stays. */
const COLLECT = 'process.on("SIGUSR2", () => globalThis.gc())';
const NODE_OPTIONS = `--expose-gc --import=data:text/javascript,${encodeURIComponent(COLLECT)}`;
const SAMPLES = 100;
/** After so many requests, the session of one of the people is looked after. */
const LOOKED_AFTER = 50;
const ROLES: readonly Role[] = ['Doc', 'Doc', 'Ast', 'Par', 'Par'];

export const randomRequests = declare({
  name: 'random-requests',
  promise:
    'Any request to any endpoint is answered as the API document describes it and never by a failure; the log stays ' +
    'silent, and memory does not grow.',
  quick: { requests: 1200, drift: Number.POSITIVE_INFINITY },
  full: { requests: 300_000, drift: 0.1 },
  run: async ({ requests, drift }, harness) => {
    const database = newSqlite(harness);
    const instances = await startApp(harness, 'together', { ...database.environment, NODE_OPTIONS });
    const [to] = instances;
    const [client, api, operations] = [createClient(harness), createApi(harness), await operationsOf(instances)];
    const known = createKnown();
    const people = await inParallel(ROLES.length, 4, (nth) =>
      joinAs(api, to, known, { email: `somebody.${nth}@example.org`, role: ROLES[nth] as Role }),
    );
    const seed = anySeed();
    const memory: number[] = [];
    const statuses = await inParallel(requests, 32, async (nth) => {
      if (nth % Math.ceil(requests / SAMPLES) === 0) memory.push(await memoryInUse(to));
      const random = createRandom(seed + nth);
      const operation = operations[random.below(operations.length)] as Operation;
      const session = people[random.below(people.length)]?.session ?? '';
      const pick = (what: keyof Known) => random.pick(known[what]) ?? NOBODY;
      const reply = await client(operation.to.port, requestTo(operation, { random, nth, session, known: pick }));
      for (const [name, value] of identifiersIn(reply)) learn(known, name, value);
      const { status, text, headers, code } = reply;
      const fault = envelopeFault({ status, text, headers: headers as RawReply['headers'] });
      const complaints = [...operation.complaints(reply), ...(fault ? [fault] : []), ...(status >= 500 ? [text] : [])];
      const what = `${operation.to.variant} ${operation.method} ${operation.path} (${nth}): ${status} ${code ?? ''}`;
      for (const complaint of complaints) harness.fail(`${what}: ${complaint}`);
      if (nth % LOOKED_AFTER === 0) await lookAfter(api, to, known, people, random.below(people.length));
      return status;
    });
    judgeLog(harness, to);
    await verifyAuditTrail(harness, database);
    const grown = driftOf(memory);
    if (grown > drift) harness.fail(`Memory grew by ${percent(grown)} after the beginning.`);
    const answered = Object.entries(tally(statuses)).map(([status, count]) => [`answered ${status}`, count]);
    return {
      size: `${requests} requests to ${operations.length} operations, seed ${seed}`,
      figures: { ...Object.fromEntries(answered), 'memory drifted by': percent(grown) },
    };
  },
});

/** What replies have told, to be asked about again: the latest of each kind. */
type Known = Readonly<Record<Identifier | 'email', string[]>>;

const NOBODY = '01a1fcd5-0b73-71e2-a15d-27ec6994fad6';

const createKnown = (): Known =>
  Object.fromEntries([...IDENTIFIERS, 'email'].map((name): [string, string[]] => [name, []])) as Known;

const learn = (known: Known, what: keyof Known, value: string): void => {
  known[what].push(value);
  if (known[what].length > 200) known[what].splice(0, 50);
};

type Somebody = { readonly email: string; readonly role: Role; readonly session: string };

const joinAs = async (api: Api, to: Instance, known: Known, who: Omit<Somebody, 'session'>): Promise<Somebody> => {
  const session = await api.join(to, person(who.email, { role: who.role }));
  const id = member(await api.call(to, 'GET /api/Auth/me', { id: session }), 'ID');
  if (who.role !== 'Par') learn(known, who.role === 'Doc' ? 'DocID' : 'AstID', id);
  learn(known, 'email', who.email);
  return { ...who, session };
};

/** Who has lost the session logs in again, or is followed by another where the password was changed or is throttled. */
const lookAfter = async (api: Api, to: Instance, known: Known, people: Somebody[], who: number): Promise<void> => {
  const { email, role, session } = people[who] as Somebody;
  if ((await api.call(to, 'GET /api/Auth/me', { id: session })).status === 200) return;
  const reply = await api.logIn(to, { email, password: PASSWORD });
  people[who] =
    reply.status === 200
      ? { email, role, session: member(reply, 'id') }
      : await joinAs(api, to, known, { email: `${crypto.randomUUID()}@example.org`, role });
};

const judgeLog = ({ fail }: Harness, { output, child }: Instance): void => {
  const lines = output().split('\n');
  const complaints = lines.filter((line) => /"level":[456]0/.test(line) || (line !== '' && !line.startsWith('{')));
  if (complaints.length > 0) fail(`The service logged ${complaints.length} lines: ${complaints[0]?.slice(0, 500)}`);
  if (child.exitCode !== null) fail('The service has ended.');
};

const memoryInUse = async (instance: Instance): Promise<number> => {
  instance.child.kill('SIGUSR2');
  await sleep(300);
  return memoryOf(instance.child.pid);
};

/** How much more the median of the last fifth is than that of the second. */
const driftOf = (memory: readonly number[]): number => {
  const fifth = Math.floor(memory.length / 5);
  return median(memory.slice(-fifth)) / median(memory.slice(fifth, 2 * fifth)) - 1;
};
