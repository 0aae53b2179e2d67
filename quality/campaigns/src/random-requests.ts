import { setTimeout as sleep } from 'node:timers/promises';
import type { Api, Reply, Sent } from '@health-case/harness/client';
import { createApi, createClient, member, PASSWORD, person } from '@health-case/harness/client';
import { newSqlite, verifyAuditTrail } from '@health-case/harness/databases';
import type { Harness } from '@health-case/harness/harness';
import { anySeed, createRandom, inParallel, median, percent, type Random } from '@health-case/harness/load';
import { type Instance, memoryOf, startApp } from '@health-case/harness/processes';
import { type DocumentedOperation, readApiDocument } from '@health-case/http/testing/api-document';
import { envelopeFault } from '@health-case/http/testing/client';
import { declare } from './campaign.ts';

/** The names under which replies tell identifiers, and requests ask for them. */
const IDENTIFIERS = ['ChildID', 'CaseID', 'TaskID', 'AstID', 'DocID', 'ParID', 'LoginID'] as const;
type Identifier = (typeof IDENTIFIERS)[number];

/** Without garbage, which may not have been collected yet, the memory that is left shows what stays. */
const COLLECT = 'process.on("SIGUSR2", () => globalThis.gc())';
const NODE_OPTIONS = `--expose-gc --import=data:text/javascript,${encodeURIComponent(COLLECT)}`;
const SAMPLES = 100;
/** After so many requests, the session of one of the people is looked after. */
const LOOKED_AFTER = 15;
const ROLES = ['Doc', 'Doc', 'Ast', 'Par', 'Par'] as const;

export const randomRequests = declare({
  name: 'random-requests',
  promise: 'Any request is answered as the API document describes, never by a failure, and memory does not grow.',
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
    return {
      size: `${requests} requests to ${operations.length} operations, seed ${seed}`,
      figures: { 'answered 200': statuses.filter((status) => status === 200).length, 'memory drift': percent(grown) },
    };
  },
});

const faultsOf = (reply: Reply): readonly string[] => {
  const fault = envelopeFault(reply);
  return [...(fault ? [fault] : []), ...(reply.status >= 500 ? [reply.text] : [])];
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
    const session = await api.join(to, person(email, role));
    learn(`${role}ID`, member(await api.call(to, 'GET /api/Auth/me', { id: session }), 'ID'));
    learn('email', email);
    sessions[nth] = session;
  };
  await inParallel(ROLES.length, 4, (nth) => joinAs(nth, `somebody.${nth}@example.org`));
  return {
    sessions,
    known,
    learnFrom: ({ content }: Reply): void => {
      const told = Object(Array.isArray(content) ? content.at(-1) : content);
      for (const name of IDENTIFIERS) learn(name, told[name]);
    },
    /** Who has lost the session is followed by another person. */
    lookAfter: async (nth: number): Promise<void> => {
      const { status } = await api.call(to, 'GET /api/Auth/me', { id: sessions[nth] });
      if (status !== 200) await joinAs(nth, `${crypto.randomUUID()}@example.org`);
    },
  };
};

/** What is said at the start is about settings. */
const judgeLog = ({ fail }: Harness, { output, child }: Instance): void => {
  const lines = output().split('\n');
  const since = lines.slice(lines.findLastIndex((line) => line.includes('"msg":"Serving."')) + 1);
  const complaints = since.filter((line) => /"level":[456]0/.test(line) || (line !== '' && !line.startsWith('{')));
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

/** What makes one request and not another. */
type Maker = {
  readonly random: Random;
  readonly nth: number;
  readonly session: string;
  /** One of the identifiers or addresses that replies have told so far. */
  readonly known: (what: Identifier | 'email') => string;
};

const WORDS = ['Mia', 'Jansen', 'Ægir', '李', 'שרה', '🐛', 'O’Neil', 'van der Berg', 'e\u0301', '-'];
const words = ({ random }: Maker): string =>
  Array.from({ length: 1 + random.below(4) }, () => random.pick(WORDS)).join(' ');

/** Values that fields take. All others are words, or what the document says. */
const RIGHT: Readonly<Record<string, (maker: Maker) => string>> = {
  id: ({ session }) => session,
  email: ({ random, known, nth }) => (random.chance(0.5) ? known('email') : `new.${nth}@example.org`),
  password: () => PASSWORD,
  newPassword: () => PASSWORD,
  invitation: () => '0000-1111-2222-3333-4444-5555-6666-7777',
  code: () => '0000-1111-2222-3333-4444-5555-6666-7777',
  otp: ({ random }) => `${100_000 + random.below(900_000)}`,
  birthDate: ({ random }) => `20${10 + random.below(16)}-0${1 + random.below(9)}-1${random.below(10)}`,
  socSecNum: ({ nth, random }) => `756.${nth}.${random.below(1e6)}`,
  ...Object.fromEntries(IDENTIFIERS.map((name) => [name, ({ known }: Maker) => known(name)])),
  after: ({ random, known }) => known(random.pick(IDENTIFIERS) ?? 'ChildID'),
  limit: ({ random }) => String(1 + random.below(50)),
};

/** JSON that is a wrong value for almost any field, separated by spaces. */
const ODD = [
  ...String.raw`null true false {} [] [[]] {"id":"a"} "" 0 -0 1e999 -1e-999 0.1 "\ud800" "\udc00\ud800" "a\ud83d" "\u0000"
"Mia\u0000" "\u0007" "１２" "a@b" "@" "\u202eaiM" "\u2066x" "\u200f" "\u200b" "\ufeff" "\uffff" "\u2028" "-1" "1001"
"__proto__" "constructor" "toString" "hasOwnProperty" "2019-02-30" "0000-00-00" "9999-12-31"`.split(/\s/),
  ...['" "', JSON.stringify("' OR 1=1; -- \\ {{x}} %s <b>\u0085")],
];
const ODD_SEGMENTS = ['%00', '__proto__', '..%2f', '%ff', '%F0%9F%90%9B', '0', 'null', "'", '%20', 'a'.repeat(2000)];
const ODD_BODIES = ['', ' ', 'null', '[]', '"id"', '1e999', '{', '{}{}', '{"id":', '{"id":"a",}', '\ufeff{}', 'id=a'];
const ODD_TYPES = ['text/plain', 'application/json; charset=utf-16', 'x'];

const odd = ({ random }: Maker): string => {
  const depth = 1 + random.below(3000);
  const large = [
    '9'.repeat(400),
    JSON.stringify('x'.repeat(random.below(2000))),
    JSON.stringify('🐛'.repeat(random.below(600))),
    '['.repeat(depth) + ']'.repeat(depth),
    `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`,
  ];
  return (random.chance(0.3) ? random.pick(large) : random.pick(ODD)) ?? 'null';
};

/** The members of a request object as JSON: mostly right ones; some odd, missing, twice, or that nobody asked for. */
const membersFor = (fields: readonly string[], { textsOf }: DocumentedOperation, maker: Maker): readonly string[] => {
  const { random } = maker;
  const oddness = random.pick([0, 0.05, 0.4]) ?? 0;
  const more = random.pick(['more', '__proto__', 'constructor', '\\u0000']);
  const right = (name: string): string => {
    const known = RIGHT[name]?.(maker);
    if (known !== undefined) return known;
    const { all = [], some = [] } = textsOf(name);
    return random.pick(all) ?? (random.chance(0.5) ? random.pick(some) : undefined) ?? words(maker);
  };
  const members = fields.flatMap((name) => {
    if (random.chance(oddness)) return random.chance(0.4) ? [] : [`"${name}":${odd(maker)}`];
    const member = `"${name}":${JSON.stringify(right(name))}`;
    return random.chance(oddness / 10) ? [`"${name}":${odd(maker)}`, member] : [member];
  });
  return random.chance(0.1) ? [`"${more}":${odd(maker)}`, ...members] : members;
};

/** What stands in a path for a name in braces: the identifier that it asks for, another one, or something odd. */
const segmentFor = ({ random, known }: Maker, path: string, name: string): string => {
  if (random.chance(0.08)) return random.pick(ODD_SEGMENTS) ?? '0';
  const wanted = name === 'id' ? `${path.split('/')[2]}ID` : name;
  // A certification is asked for by its case or by its task (D-21).
  return known(random.chance(0.7) ? (wanted as Identifier) : (random.pick(IDENTIFIERS) ?? 'TaskID'));
};

/** A request as the operation asks for it, or nearly so. */
const requestTo = (operation: DocumentedOperation, maker: Maker): Sent => {
  const { method, path, fields } = operation;
  const { random, session, nth } = maker;
  // Hashes and ended sessions cost the others much, so what brings them about mostly lacks a field.
  const costly = path.endsWith('/logout') ? 'id' : 'password';
  const byHeader = random.chance(0.2) && fields.includes('id');
  const isLeftOut = (field: string) => (field === costly && random.chance(0.97)) || (field === 'id' && byHeader);
  const sent = fields.filter((field) => !isLeftOut(field));
  const members = membersFor(sent, operation, maker);
  const body = random.chance(0.03) ? (random.pick(ODD_BODIES) ?? '') : `{${members.join(',')}}`;
  return {
    method,
    path: path.replace(/\{(\w+)\}/g, (_, name: string) => segmentFor(maker, path, name)),
    body: random.chance(0.01) ? Buffer.from(`${body}\x80\xff`, 'latin1') : Buffer.from(body),
    headers: {
      ...(byHeader && { Authorization: `Bearer ${session}` }),
      ...(random.chance(0.1) && { 'Idempotency-Key': random.pick([`k${random.below(50)}`, `${nth}`, 'a b']) }),
      ...(random.chance(0.05) && { 'Content-Type': random.pick(ODD_TYPES) }),
    },
  };
};
