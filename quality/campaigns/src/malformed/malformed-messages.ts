import { createApi, person } from '@health-case/harness/client';
import { newSqlite, numberIn } from '@health-case/harness/databases';
import type { Harness } from '@health-case/harness/harness';
import { anySeed, createRandom, inParallel, type Random } from '@health-case/harness/load';
import { type Instance, startApp } from '@health-case/harness/processes';
import { converse, envelopeFault, type RawReply, type Received, repliesIn } from '@health-case/harness/sockets';
import { declare } from '../campaign.ts';
import { type Expected, KINDS, type Kind } from './kinds.ts';

type Known = { readonly email: string; readonly id: string };

export const malformedMessages = declare({
  name: 'malformed-messages',
  promise:
    'Of a malformed message between two good requests, the one before is answered rightly, the message by an envelope or ' +
    'the end of the connection, and the one after is neither answered nor carried out.',
  quick: { messages: 4 * KINDS.length },
  full: { messages: 100_000 },
  run: async ({ messages }, harness) => {
    const database = newSqlite(harness);
    const instances = await startApp(harness, 'together', database.environment);
    const api = createApi(harness);
    const known: Known[] = [];
    for (const email of ['one@example.org', 'other@example.org', 'third@example.org']) {
      known.push({ email, id: await api.join(instances[0], person(email)) });
    }
    const seed = anySeed();
    const replied = await inParallel(messages, 64, (nth) =>
      tryOne({ harness, instances, known }, createRandom(seed + nth), nth),
    );
    const carriedOut = await numberIn(database, 'SELECT count(*) FROM "Child"');
    if (carriedOut !== 0) harness.fail(`${carriedOut} requests behind a malformed message were carried out.`);
    const output = instances[0].output();
    if (/"level":[56]0|rejection/i.test(output)) harness.fail(`The service logged: ${output.slice(-500)}`);
    return {
      size: `${messages} messages of ${KINDS.length} kinds, seed ${seed}`,
      figures: { 'answered by an envelope': replied.filter((isReplied) => isReplied).length },
    };
  },
});

type Scene = { readonly harness: Harness; readonly instances: readonly Instance[]; readonly known: readonly Known[] };

const tryOne = async ({ harness, instances, known }: Scene, random: Random, nth: number): Promise<boolean> => {
  const { port } = instances[nth % instances.length] as Instance;
  const [who, other] = [known[nth % known.length], known[(nth + 1) % known.length]] as [Known, Known];
  const { name, expected, make } = KINDS[nth % KINDS.length] as Kind;
  const after = expected === 'unusual' ? whoAmI(other, random, 'Connection: close\r\n') : addChild(who);
  const sent = `${whoAmI(who, random)}${make(random)}${after}`;
  // All that can be told from the bytes is told at once.
  const received = await converse(port, cut(Buffer.from(sent, 'latin1'), random), 10_000);
  const fault = faultIn(received, expected, who, other);
  const [shownSent, shownBack] = [sent, received.bytes.toString()].map((bytes) => JSON.stringify(bytes.slice(0, 700)));
  if (fault !== undefined) harness.fail(`${name} (${nth}): ${fault}. Sent ${shownSent} Received ${shownBack}`);
  return repliesIn(received.bytes).replies.length > 1;
};

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

/** In up to four pieces, as a network may cut them. */
const cut = (bytes: Buffer, random: Random): readonly Buffer[] => {
  const places = Array.from({ length: random.below(4) }, () => random.below(bytes.length)).toSorted((a, b) => a - b);
  return [0, ...places].map((from, nth) => bytes.subarray(from, places[nth] ?? bytes.length));
};

/** What is wrong with what came back, if anything is. */
const faultIn = ({ bytes, leftOpen }: Received, expected: Expected, who: Known, other: Known): string | undefined => {
  const { replies, left } = repliesIn(bytes);
  if (leftOpen) return 'The connection was left open';
  if (left !== '') return 'A reply was not whole';
  const fault = replies.map(envelopeFault).find((found) => found !== undefined);
  if (fault !== undefined) return `A reply had ${fault}`;
  if (replies.some(({ status }) => status >= 500)) return 'The service failed';
  if (!isFor(replies[0], who)) return 'The good request before it was not answered rightly';
  const [count, message] = [replies.length, replies[1]];
  if (expected === 'unusual') return count === 3 && isFor(replies[2], other) ? undefined : 'It was not understood';
  if (expected === 'closing') return count === 2 ? undefined : 'It was not answered once';
  if (count > 2) return 'What came after it was answered';
  return message?.status === 200 ? 'It was taken for a good request' : undefined;
};

const isFor = (reply: RawReply | undefined, { email }: Known): boolean =>
  reply?.status === 200 && reply.text.includes(`"email":"${email}"`);
