import { setTimeout as sleep } from 'node:timers/promises';
import { type Api, createApi, createClient, member, person, type Reply } from '@health-case/harness/client';
import { newSqlite, verifyAuditTrail } from '@health-case/harness/databases';
import type { Harness } from '@health-case/harness/harness';
import { anySeed, createRandom, inParallel, median, percent } from '@health-case/harness/load';
import { type Instance, memoryOf, startApp } from '@health-case/harness/processes';
import { envelopeFault, type RawReply } from '@health-case/harness/sockets';
import { readApiDocument } from '@health-case/http/testing/api-document';
import { declare } from './campaign.ts';
import { IDENTIFIERS, requestTo } from './random-values.ts';

/** Without garbage, which may not have been collected yet, the memory that is left shows what stays. */
const COLLECT = 'process.on("SIGUSR2", () => globalThis.gc())';
const NODE_OPTIONS = `--expose-gc --import=data:text/javascript,${encodeURIComponent(COLLECT)}`;
const SAMPLES = 100;
/** After so many requests, the session of one of the people is looked after. */
const LOOKED_AFTER = 15;
const ROLES = ['Doc', 'Doc', 'Ast', 'Par', 'Par'] as const;

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
    const documented = await Promise.all(instances.map(async (to) => ({ to, ...(await readApiDocument(to.port)) })));
    const operations = documented.flatMap((one) => one.operations.map((operation) => ({ ...one, operation })));
    const [to] = instances;
    const [client, people] = [createClient(harness), await createPeople(createApi(harness), to)];
    const seed = anySeed();
    const memory: number[] = [];
    const statuses = await inParallel(requests, 32, async (nth) => {
      if (nth % Math.ceil(requests / SAMPLES) === 0) memory.push(await memoryInUse(to));
      const random = createRandom(seed + nth);
      const { operation, to: instance, complaints } = random.pick(operations) as (typeof operations)[number];
      const session = random.pick(people.sessions) ?? '';
      const known = (what: string): string => random.pick(people.known[what] ?? []) ?? NOBODY;
      const reply = await client(instance.port, requestTo(operation, { random, nth, session, known }));
      people.learnFrom(reply);
      const endpoint = `${operation.method} ${operation.path}`;
      for (const complaint of [...complaints(endpoint, reply), ...faultsOf(reply)]) {
        harness.fail(`${instance.variant} ${endpoint} (${nth}): ${reply.status} ${reply.code ?? ''}: ${complaint}`);
      }
      if (nth % LOOKED_AFTER === 0) await people.lookAfter(random.below(ROLES.length));
      return reply.status;
    });
    judgeLog(harness, to);
    await verifyAuditTrail(harness, database);
    const grown = driftOf(memory);
    if (grown > drift) harness.fail(`Memory grew by ${percent(grown)} after the beginning.`);
    const byStatus: Record<string, number> = {};
    for (const status of statuses) byStatus[`answered ${status}`] = (byStatus[`answered ${status}`] ?? 0) + 1;
    return {
      size: `${requests} requests to ${operations.length} operations, seed ${seed}`,
      figures: { ...byStatus, 'memory drifted by': percent(grown) },
    };
  },
});

const faultsOf = ({ status, text, headers }: Reply): readonly string[] => {
  const fault = envelopeFault({ status, text, headers: headers as RawReply['headers'] });
  return [...(fault ? [fault] : []), ...(status >= 500 ? [text] : [])];
};

const NOBODY = '01a1fcd5-0b73-71e2-a15d-27ec6994fad6';

/** Those who make the requests, and what replies have told, to be asked about again: the latest of each kind. */
const createPeople = async (api: Api, to: Instance) => {
  const sessions: string[] = [];
  const known: Record<string, string[]> = {};
  const learn = (what: string, value: unknown): void => {
    if (typeof value === 'string') known[what] = [...(known[what] ?? []).slice(-200), value];
  };
  const joinAs = async (nth: number, email: string): Promise<void> => {
    const role = ROLES[nth] ?? 'Par';
    const session = await api.join(to, person(email, { role }));
    if (role !== 'Par') learn(`${role}ID`, member(await api.call(to, 'GET /api/Auth/me', { id: session }), 'ID'));
    learn('email', email);
    sessions[nth] = session;
  };
  await inParallel(ROLES.length, 4, (nth) => joinAs(nth, `somebody.${nth}@example.org`));
  return {
    sessions,
    known,
    learnFrom: ({ content }: Reply): void => {
      for (const name of IDENTIFIERS) learn(name, Object(content)[name]);
    },
    /** Who has lost the session is followed by another person. */
    lookAfter: async (nth: number): Promise<void> => {
      const { status } = await api.call(to, 'GET /api/Auth/me', { id: sessions[nth] });
      if (status !== 200) await joinAs(nth, `${crypto.randomUUID()}@example.org`);
    },
  };
};

const judgeLog = ({ fail }: Harness, { output, child }: Instance): void => {
  const lines = output().split('\n');
  const complaints = lines.filter((line) => /"level":[456]0/.test(line) || (line !== '' && !line.startsWith('{')));
  if (complaints.length > 0) fail(`The service logged ${complaints.length} lines: ${complaints[0]?.slice(0, 500)}`);
  if (child.exitCode !== null) fail('The service has ended.');
};

const memoryInUse = async ({ child }: Instance): Promise<number> => {
  child.kill('SIGUSR2');
  await sleep(300);
  return memoryOf(child.pid);
};

/** How much more the median of the last fifth is than that of the second. */
const driftOf = (memory: readonly number[]): number => {
  const fifth = Math.floor(memory.length / 5);
  return median(memory.slice(-fifth)) / median(memory.slice(fifth, 2 * fifth)) - 1;
};
