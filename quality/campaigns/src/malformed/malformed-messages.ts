import { campaign } from '../campaign.ts';
import { createClient } from '../ground/client.ts';
import { inParallel } from '../ground/crowd.ts';
import { newSqlite } from '../ground/database.ts';
import type { Ground } from '../ground/ground.ts';
import { type Instance, startApp } from '../ground/processes.ts';
import { createRandom, type Random } from '../ground/random.ts';
import { converse, type Received } from '../ground/raw.ts';
import { envelopeFault, type RawReply, repliesIn } from '../ground/replies-in.ts';
import { arrive, callsOf, person } from '../ground/words.ts';
import { framings } from './framing.ts';
import { headers } from './headers.ts';
import type { Kind } from './message.ts';
import { requestLines } from './request-lines.ts';
import { unusual } from './unusual.ts';

type Size = { readonly messages: number };
type Known = { readonly email: string; readonly id: string };

const KINDS: readonly Kind[] = [...requestLines, ...headers, ...framings, ...unusual];
const AT_ONCE = 64;
/** Milliseconds: all that can be told from the bytes is told at once. */
const PATIENCE = 10_000;

/** Messages that are none, each between two good requests: the one before it is answered rightly, the one after it not at all. */
export const malformedMessages = campaign<Size>(
  'malformed-messages',
  { quick: { messages: 4 * KINDS.length }, full: { messages: 100_000 } },
  async ({ messages }, ground) => {
    const database = newSqlite(ground);
    const instances = await startApp(ground, 'together', { ...database.environment, SESSION_IDLE_MINUTES: '240' });
    const call = callsOf(createClient(ground));
    const known: Known[] = [];
    for (const email of ['one@example.org', 'other@example.org', 'third@example.org']) {
      known.push({ email, id: await arrive(call, instances[0] as Instance, person(email)) });
    }
    const seed = Math.floor(Math.random() * 2 ** 31);
    const counts = { reply: 0, closed: 0 };
    await inParallel(messages, AT_ONCE, (nth) =>
      tryOne({ ground, instances, known, counts }, createRandom(seed + nth), nth),
    );
    const carriedOut = (await database.query('SELECT count(*) AS count FROM "Child"'))[0]?.['count'];
    if (carriedOut !== 0) ground.wrong(`${carriedOut} requests behind a message that closes were carried out.`);
    const output = instances[0]?.output() ?? '';
    if (/"level":[56]0|rejection/i.test(output)) ground.wrong(`The service complained: ${output.slice(-500)}`);
    return {
      size: `${messages} messages of ${KINDS.length} kinds, seed ${seed}`,
      figures: { 'answered by an envelope': counts.reply, 'closed without one': counts.closed },
    };
  },
);

type Scene = {
  readonly ground: Ground;
  readonly instances: readonly Instance[];
  readonly known: readonly Known[];
  readonly counts: { reply: number; closed: number };
};

const tryOne = async ({ ground, instances, known, counts }: Scene, random: Random, nth: number): Promise<void> => {
  const to = instances[nth % instances.length] as Instance;
  const [who, other] = [known[nth % known.length], known[(nth + 1) % known.length]] as [Known, Known];
  const { name, expected, make } = KINDS[nth % KINDS.length] as Kind;
  const goesOn = expected === 'unusual';
  const sent = `${whoAmI(who, random)}${make(random)}${goesOn ? whoAmI(other, random, 'Connection: close\r\n') : addChild(who)}`;
  const received = await converse(to.port, cut(Buffer.from(sent, 'latin1'), random), PATIENCE);
  const fault = faultIn(received, to, expected, { who, other });
  const { replies } = repliesIn(received.bytes);
  counts[replies.length > 1 ? 'reply' : 'closed'] += 1;
  if (fault !== undefined)
    ground.wrong(`${name} (${nth}): ${fault}. Sent ${shown(sent)} Received ${shown(received.bytes.toString())}`);
};

const shown = (bytes: string): string => JSON.stringify(bytes.length > 700 ? `${bytes.slice(0, 700)} …` : bytes);

const framed = (line: string, body: string, headers = ''): string =>
  `${line} HTTP/1.1\r\nHost: localhost\r\n${headers}Content-Length: ${body.length}\r\n\r\n${body}`;

const whoAmI = ({ id }: Known, random: Random, more = ''): string =>
  random.chance(0.5)
    ? framed('GET /api/Auth/me', JSON.stringify({ id }), more)
    : `GET /api/Auth/me HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${id}\r\n${more}\r\n`;

const addChild = ({ id }: Known): string => {
  const child = { id, firstName: 'Mia', lastName: 'Jansen', birthDate: '2019-02-28', socSecNum: '756.1' };
  return ['POST /api/Auth/child', 'POST /api/Parent/child'].map((line) => framed(line, JSON.stringify(child))).join('');
};

/** In up to four pieces, as the network may do it. */
const cut = (bytes: Buffer, random: Random): readonly Buffer[] => {
  const places = Array.from({ length: random.below(4) }, () => random.below(bytes.length)).toSorted((a, b) => a - b);
  return [0, ...places].map((from, nth) => bytes.subarray(from, places[nth] ?? bytes.length));
};

/** What is wrong with what came back, if anything is. */
const faultIn = (
  { bytes, end }: Received,
  { variant }: Instance,
  expected: Kind['expected'],
  { who, other }: { readonly who: Known; readonly other: Known },
): string | undefined => {
  const { replies, left } = repliesIn(bytes);
  if (end === 'left open') return 'The connection was left open';
  if (left !== '') return 'A reply was not whole';
  const content = variant === 'A' ? 'body' : 'response';
  const odd = replies.map((reply) => envelopeFault(reply, content)).find((fault) => fault !== undefined);
  if (odd !== undefined) return `A reply was not ${odd}`;
  if (replies.some(({ status }) => status >= 500)) return 'The service failed';
  if (!isFor(replies[0], who)) return 'The good request before it was not answered rightly';
  return JUDGE[expected](replies, other);
};

const isFor = (reply: RawReply | undefined, { email }: Known): boolean =>
  reply?.status === 200 && reply.text.includes(`"email":"${email}"`);

type Judge = (replies: readonly RawReply[], other: Known) => string | undefined;

const JUDGE: Readonly<Record<Kind['expected'], Judge>> = {
  unusual: (replies, other) =>
    isFor(replies[2], other) && replies.length === 3 ? undefined : 'It was not taken for what it is',
  closing: ({ length }) => (length === 2 ? undefined : 'It was not answered once'),
  malformed: ({ length, 1: second }) => {
    if (length > 2) return 'What came after it was answered';
    return second?.status === 200 ? 'It was taken for a good request' : undefined;
  },
};
