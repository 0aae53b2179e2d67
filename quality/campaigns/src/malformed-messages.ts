import { createApi, person } from '@health-case/harness/client';
import { newSqlite, numberIn } from '@health-case/harness/databases';
import type { Harness } from '@health-case/harness/harness';
import { anySeed, createRandom, inParallel, type Random } from '@health-case/harness/load';
import { type Instance, startApp } from '@health-case/harness/processes';
import { converse, type RawReply, type Received, repliesIn } from '@health-case/harness/sockets';
import { envelopeFault } from '@health-case/http/testing/client';
import { declare } from './campaign.ts';

/**
 * What a message must come to. Malformed: an error and the end of the connection, or the end alone. Closing: any one
 * reply and the end of the connection. Unusual: a reply, after which the connection goes on, so that refusing
 * everything is no answer.
 */
type Expected = 'malformed' | 'closing' | 'unusual';

type Part = (random: Random) => string;
const any =
  (...texts: readonly string[]): Part =>
  (random) =>
    random.pick(texts) ?? '';
/** So many times, and fewer than `below` more. */
const times =
  (least: number, below: number): Part =>
  (random) =>
    'x'.repeat(least + random.below(below));

const MORE = ['Accept: */*', 'User-Agent: hostile', 'X-Forwarded-For: 192.0.2.1', 'Cookie: a=b', 'TE: trailers'];
const END = '0¶¶';
const CHUNKED = 'Transfer-Encoding: chunked';

/** What a name in braces stands for. A text is bytes, one for each character (Latin-1). */
const PARTS: Readonly<Record<string, Part>> = {
  path: any('/healthz', '/readyz', '/api/Auth/me', '/api/Doc', '/api/Case', '/nowhere', '/', '/api/Auth/logout'),
  method: any('GET', 'QUERY', 'POST', 'DELETE', 'PUT', 'PATCH', 'OPTIONS', 'PROPFIND', 'TRACE'),
  withBody: any('GET', 'POST', 'QUERY'),
  /** Headers that do not matter. */
  more: (random) => MORE.flatMap((header) => (random.chance(0.2) ? [`${header}\r\n`] : [])).join(''),
  x: times(1, 9),
  xs: times(1, 400),
  'xs over 16 KiB': times(16_384, 40_000),
  bytes: (random) => Array.from({ length: 200 }, () => String.fromCharCode(random.below(256))).join(''),
  'no first byte': any('\x00', '\x16', '\x1b', '\x7f', '\x80', '\xff', '{', '('),
  host: any('a b', 'a@b', 'a/b', '[::1', 'a:99999', 'a, b', '%zz', 'a\\b', 'http://a'),
  'other host': any('Host: localhost', 'host: other', 'HOST:'),
  digit: any(...'012345678'),
  length: any(...['+2', '-2', '0x2', '2,2', '2, 3', '2;', '2.0', '1e1', '2 2', '', ' ', 'two', '9'.repeat(23), '2_0']),
  coding: any('xchunked', 'chunked, identity', 'chunked;q=1', 'chunked, chunked', '\x0bchunked', 'gzip', '"chunked"'),
  'other coding': any('chunked', 'identity', 'x'),
  size: any('xyz', '-1', '0x2', '2 ', ' 2', '\t2', '2h', 'f'.repeat(17), '+2', '', '2\n{}\r\n0\r\n\r\n'),
  chunked: any('chunked', 'Chunked', 'CHUNKED'),
  end: any('0\r\n\r\n', '000\r\n\r\n', '0;a=b\r\n\r\n', '0\r\nX: y\r\n\r\n'),
};

const after = (line: string, header: string): string =>
  `${line}¶{more}Host: localhost¶${header && `${header}¶`}{more}¶`;
const withHeader = (header: string): string => after('{method} {path} HTTP/1.1', header);
const get = (target: string, header = ''): string => after(`GET ${target} HTTP/1.1`, header);
const framed = (header: string, body: string): string => after('{withBody} {path} HTTP/1.1', header) + body;
const inChunks = (body: string): string => framed(CHUNKED, body);

/** Messages by their names: ¶ is the end of a line. */
const TEMPLATES: Readonly<Record<Expected, Readonly<Record<string, string>>>> = {
  /**
   * Above all those that two readers could read differently (RFC 9112, 6.3, 11.2). http/test/malformed.test.ts has more
   * lines and headers that are none.
   */
  malformed: {
    words: '{xs} {xs}¶¶',
    bytes: '{no first byte}{bytes}¶¶',
    'a bare line feed after the request line': 'GET {path} HTTP/1.1\nHost: localhost¶{more}¶',
    'a bare carriage return after the request line': 'GET {path} HTTP/1.1\rHost: localhost¶{more}¶',
    CONNECT: after('CONNECT {x}:443 HTTP/1.1', ''),
    'OPTIONS *': after('OPTIONS * HTTP/1.1', ''),

    'two Hosts': withHeader('{other host}'),
    'a Host that is none': '{method} {path} HTTP/1.1¶Host: {host}¶¶',
    'a folded framing': `POST {path} HTTP/1.1¶Host: a¶Transfer-Encoding:¶ chunked¶¶${END}`,
    'a bare line feed among the headers': withHeader('X: y\nZ: {x}'),
    'bare line feeds after the headers': 'GET /healthz HTTP/1.1¶Host: a¶X: {x}\n\n',
    'headers that are too large': withHeader('X: {xs over 16 KiB}'),
    'an expectation that cannot be met': withHeader('Expect: {x}'),

    'both lengths (CL.TE)': framed(`Content-Length: {digit}¶${CHUNKED}`, END),
    'both lengths (TE.CL)': framed(`${CHUNKED}¶Content-Length: 4`, `2¶{}¶${END}`),
    'two lengths': framed('Content-Length: 2¶{more}Content-Length: {digit}', '{}'),
    'a length that is none': framed('Content-Length: {length}', '{}'),
    'a coding that is none': framed('Transfer-Encoding: {coding}', END),
    'two codings': framed(`${CHUNKED}¶transfer-encoding: {other coding}`, END),
    'a coding of HTTP/1.0': after('POST {path} HTTP/1.0', `Connection: keep-alive¶${CHUNKED}`) + END,
    'a chunk size that is none': inChunks(`{size}¶{}¶${END}`),
    'a chunk that is longer than it says': inChunks(`2¶{}{x}¶${END}`),
    'a chunk that ends in a bare line feed': inChunks(`2¶{}\n${END}`),
    'a chunk extension that is too long': inChunks(`2;a={xs over 16 KiB}x¶{}¶${END}`),
    'a body that is too large': framed('Content-Length: 70000', 'x'.repeat(70_000)),
    'chunks that are too large together': inChunks(`7d0¶${'x'.repeat(2000)}¶`.repeat(40) + END),
  },
  closing: {
    'an upgrade that nobody offers': get('{path}', 'Connection: Upgrade¶Upgrade: websocket'),
    'a request that is to be the last': withHeader('Connection: close'),
    'a request of HTTP/1.0': after('GET {path} HTTP/1.0', ''),
  },
  /** What few clients send and every server must understand, or may. */
  unusual: {
    'empty lines before it': `¶¶${withHeader('')}`,
    'an absolute target': get('http://localhost{path}'),
    'white space around a value': withHeader('X:\t  {x} \t '),
    'bytes beyond ASCII in a value': withHeader('X: \xe4\xff{x}'),
    'a body of GET': `${get('/api/Doc', 'Content-Length: 2')}{}`,
    'a body that is no object': `${after('POST {path} HTTP/1.1', 'Content-Length: 9')}xGET / HT`,
    'chunks with extensions and trailers': `${get('/api/Doc', 'Transfer-Encoding: {chunked}')}2;a="b"¶{}¶{end}`,
    'an expectation that can be met': `${get('/api/Doc', 'Expect: 100-continue¶Content-Length: 2')}{}`,
  },
};

type Kind = { readonly name: string; readonly expected: Expected; readonly make: (random: Random) => string };

const KINDS: readonly Kind[] = Object.entries(TEMPLATES).flatMap(([expected, templates]) =>
  Object.entries(templates).map(([name, template]) => ({
    name,
    expected: expected as Expected,
    make: (random) =>
      template.replaceAll('¶', '\r\n').replaceAll(/\{([\w ]+)\}/g, (_, part: string) => (PARTS[part] as Part)(random)),
  })),
);

type Known = { readonly email: string; readonly id: string };

export const malformedMessages = declare({
  name: 'malformed-messages',
  promise:
    'Of a malformed message between two good requests, the first is answered, the message refused, the last not carried out.',
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

const requestOf = (line: string, body: string, headers = ''): string =>
  `${line} HTTP/1.1\r\nHost: localhost\r\n${headers}Content-Length: ${body.length}\r\n\r\n${body}`;

const whoAmI = ({ id }: Known, random: Random, more = ''): string =>
  random.chance(0.5)
    ? requestOf('GET /api/Auth/me', JSON.stringify({ id }), more)
    : `GET /api/Auth/me HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${id}\r\n${more}\r\n`;

const addChild = ({ id }: Known): string => {
  const child = { id, firstName: 'Mia', lastName: 'Jansen', birthDate: '2019-02-28', socSecNum: '756.1' };
  const body = JSON.stringify(child);
  return requestOf('POST /api/Auth/child', body) + requestOf('POST /api/Parent/child', body);
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
  const fault = replies.map((reply) => envelopeFault(reply)).find((found) => found !== undefined);
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
