import type { Random } from '@health-case/harness/load';

/**
 * What a message must come to. Malformed: an error and the end of the connection, or the end alone. Closing: any one reply and
 * the end of the connection. Unusual: a reply, after which the connection goes on, so that refusing everything is no answer.
 */
export type Expected = 'malformed' | 'closing' | 'unusual';

/** Makes the parts of one message at random. A text is bytes, one for each character (Latin-1). */
type Maker = ReturnType<typeof createMaker>;

const PATHS = ['/healthz', '/readyz', '/api/Auth/me', '/api/Doc', '/api/Case', '/nowhere', '/', '/api/Auth/logout'];
const METHODS = ['GET', 'QUERY', 'POST', 'DELETE', 'PUT', 'PATCH', 'OPTIONS', 'PROPFIND', 'TRACE'];
const HEADERS = ['Accept: */*', 'User-Agent: hostile', 'X-Forwarded-For: 192.0.2.1', 'Cookie: a=b', 'TE: trailers'];
const CHUNKED = 'Transfer-Encoding: chunked';
const END = '0\r\n\r\n';

const createMaker = (random: Random) => {
  const pick = (...texts: readonly string[]): string => random.pick(texts) ?? '';
  const [path, method] = [() => pick(...PATHS), () => pick(...METHODS)];
  /** A request line, and its headers among some that do not matter, in any order. */
  const head = (line: string, ...headers: readonly string[]): string => {
    const all = ['Host: localhost', ...HEADERS.filter(() => random.chance(0.2)), ...headers];
    return `${line}\r\n${all.toSorted(() => random.below(3) - 1).join('\r\n')}\r\n\r\n`;
  };
  const request = (...headers: readonly string[]): string => head(`${method()} ${path()} HTTP/1.1`, ...headers);
  const framed = (headers: readonly string[], body: string): string =>
    head(`${pick('GET', 'POST', 'QUERY')} ${path()} HTTP/1.1`, ...headers) + body;
  return {
    ...{ random, pick, path, method, head, request, framed },
    chunked: (body: string): string => framed([CHUNKED], body),
    get: (target: string): string => head(`GET ${target} HTTP/1.1`),
    xs: (most: number): string => 'x'.repeat(1 + random.below(most)),
    one: (characters: string): string => characters[random.below(characters.length)] ?? '',
    /** Puts a piece into a text, not before its beginning and not after its end. */
    inside: (text: string, piece: string): string => {
      const at = 1 + random.below(text.length - 1);
      return text.slice(0, at) + piece + text.slice(at);
    },
  };
};

/** What no name of a header, method or target may hold. */
const CONTROLS = `\x00\x01\x02\x07\x08\x0b\x0c\x0e\x1b\x1f\x7f`;
const LENGTHS = ['+2', '-2', '0x2', '2,2', '2, 3', '2;', '2.0', '1e1', '2 2', '', ' ', 'two', '9'.repeat(23), '2_0'];
const CODINGS = [
  'xchunked',
  'chunked, identity',
  'chunked;q=1',
  'chunked, chunked',
  '\x0bchunked',
  'gzip',
  '"chunked"',
];
const SIZES = ['xyz', '-1', '0x2', '2 ', ' 2', '\t2', '2h', 'f'.repeat(17), '+2', '', `2\n{}\r\n${END}`];
const HOSTS = ['a b', 'a@b', 'a/b', '[::1', 'a:99999', 'a, b', '%zz', 'a\\b', 'http://a'];
const VERSIONS = ['HTTP/1.2', 'HTTP/3.0', 'HTTP/2.0', 'HTTP/11', 'HTTP/1', 'http/1.1', 'HTTPS/1.1', 'ICE/1.0'];

type Kinds = Readonly<Record<string, (maker: Maker) => string>>;

/** Request lines and headers that are none, and bodies whose length two readers could read differently (RFC 9112, 6.3, 11.2). */
const MALFORMED: Kinds = {
  words: ({ xs }) => `${xs(20)} ${xs(20)}\r\n\r\n`,
  bytes: ({ one, random }) =>
    `${one(`${CONTROLS}\x80\xff{}()`)}${String.fromCharCode(...Array.from({ length: 200 }, () => random.below(256)))}\r\n\r\n`,
  'a TLS handshake': ({ xs }) => `\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03${xs(400)}`,
  'HTTP/2': () => 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
  'an unknown method': ({ head, xs }) => head(`FROB${xs(9).toUpperCase()} / HTTP/1.1`),
  'a method in lower case': ({ head, method, path }) => head(`${method().toLowerCase()} ${path()} HTTP/1.1`),
  'another version': ({ head, path, pick }) => head(`GET ${path()} ${pick(...VERSIONS)}`),
  'no version': ({ head, path }) => head(`GET ${path()}`),
  'a space in the target': ({ get, path, xs }) => get(`${path()} ${xs(5)}`),
  'a control in the target': ({ get, inside, path, one }) => get(inside(`${path()}x`, one(CONTROLS))),
  'a byte beyond ASCII in the target': ({ get, inside, path, one }) =>
    get(inside(`${path()}x`, one('\x80\xa0\xc3\xff'))),
  'a target without a slash': ({ get, xs }) => get(xs(9)),
  'a target that is too long': ({ get, random }) => get(`/${'x'.repeat(16_384 + random.below(40_000))}`),
  'a bare line feed after the request line': ({ get, path }) => get(path()).replace('\r\n', '\n'),
  'a bare carriage return after the request line': ({ get, path }) => get(path()).replace('\r\n', '\r'),
  CONNECT: ({ head, xs }) => head(`CONNECT ${xs(9)}:443 HTTP/1.1`),
  'OPTIONS *': ({ head }) => head('OPTIONS * HTTP/1.1'),

  'no Host': ({ method, path }) => `${method()} ${path()} HTTP/1.1\r\nAccept: */*\r\n\r\n`,
  'two Hosts': ({ request, pick }) => request(pick('Host: localhost', 'host: other', 'HOST:')),
  'a Host that is none': ({ method, path, pick }) =>
    `${method()} ${path()} HTTP/1.1\r\nHost: ${pick(...HOSTS)}\r\n\r\n`,
  'a space before the colon': ({ request, xs, one }) => request(`${xs(9)}${one(' \t')}: y`),
  'a header without a colon': ({ request, xs }) => request(xs(30)),
  'a header without a name': ({ request, xs }) => request(`: ${xs(9)}`),
  'a name that is none': ({ request, inside, one }) =>
    request(`${inside('Name', one(`${CONTROLS}(),/;<=>?@[\\]{}"\x80\xff`))}: y`),
  'a control in a value': ({ request, inside, one }) => request(`X: ${inside('value', one(CONTROLS))}`),
  'a folded header': ({ request, one, xs }) => request(`X: y\r\n${one(' \t')}${xs(9)}`),
  'a folded framing': ({ path, one }) =>
    `POST ${path()} HTTP/1.1\r\nHost: a\r\nTransfer-Encoding:\r\n${one(' \t')}chunked\r\n\r\n${END}`,
  'a bare line feed among the headers': ({ request, xs }) => request(`X: y\nZ: ${xs(9)}`),
  'a bare carriage return among the headers': ({ request, xs }) => request(`X: y\rZ: ${xs(9)}`),
  'bare line feeds after the headers': ({ xs }) => `GET /healthz HTTP/1.1\r\nHost: a\r\nX: ${xs(9)}\n\n`,
  'headers that are too large': ({ request, random }) => request(`X: ${'x'.repeat(16_384 + random.below(30_000))}`),
  'too many headers': ({ request, random }) =>
    request(...Array.from({ length: 1800 + random.below(3000) }, (_, nth) => `X-${nth}: y`)),
  'an expectation that cannot be met': ({ request, xs }) => request(`Expect: ${xs(9)}`),

  'both lengths (CL.TE)': ({ framed, random }) => framed([`Content-Length: ${random.below(9)}`, CHUNKED], END),
  'both lengths (TE.CL)': ({ framed }) => framed([CHUNKED, 'Content-Length: 4'], `2\r\n{}\r\n${END}`),
  'two lengths': ({ framed, random }) => framed(['Content-Length: 2', `Content-Length: ${random.below(4)}`], '{}'),
  'a length that is none': ({ framed, pick }) => framed([`Content-Length: ${pick(...LENGTHS)}`], '{}'),
  'a coding that is none': ({ framed, pick }) => framed([`Transfer-Encoding: ${pick(...CODINGS)}`], END),
  'two codings': ({ framed, pick }) => framed([CHUNKED, `transfer-encoding: ${pick('chunked', 'identity', 'x')}`], END),
  'a coding of HTTP/1.0': ({ head, path }) => head(`POST ${path()} HTTP/1.0`, 'Connection: keep-alive', CHUNKED) + END,
  'a chunk size that is none': ({ chunked, pick }) => chunked(`${pick(...SIZES)}\r\n{}\r\n${END}`),
  'a chunk that is longer than it says': ({ chunked, xs }) => chunked(`2\r\n{}${xs(9)}\r\n${END}`),
  'a chunk that ends in a bare line feed': ({ chunked }) => chunked(`2\r\n{}\n${END}`),
  'a control in a chunk extension': ({ chunked, one }) => chunked(`2;a="${one('\n\r\x00\x01')}"\r\n{}\r\n${END}`),
  'a chunk extension that is too long': ({ chunked, random }) =>
    chunked(`2;a=${'x'.repeat(17_000 + random.below(9000))}\r\n{}\r\n${END}`),
  'a trailer that is none': ({ chunked, xs }) => chunked(`0\r\n${xs(9)} y\r\n\r\n`),
  'a body that is too large': ({ framed, random }) => {
    const body = 'x'.repeat(65_537 + random.below(5000));
    return framed([`Content-Length: ${body.length}`], body);
  },
  'chunks that are too large together': ({ chunked }) => chunked(`7d0\r\n${'x'.repeat(2000)}\r\n`.repeat(40) + END),
};

const CLOSING: Kinds = {
  'an upgrade that nobody offers': ({ head, path, pick, xs }) =>
    head(`GET ${path()} HTTP/1.1`, 'Connection: Upgrade', `Upgrade: ${pick('websocket', 'h2c', 'TLS/1.0', xs(9))}`),
  'a request that is to be the last': ({ request }) => request('Connection: close'),
  'a request of HTTP/1.0': ({ head, path }) => head(`GET ${path()} HTTP/1.0`),
};

/** What few clients send and every server must understand, or may. */
const UNUSUAL: Kinds = {
  'empty lines before it': ({ request }) => `\r\n\r\n${request()}`,
  'an absolute target': ({ get, path }) => get(`http://localhost${path()}`),
  'a query': ({ get, path, xs }) => get(`${path()}?${xs(200)}=%zz`),
  'escapes that are none': ({ get, xs }) => get(`/api/Doc/%${xs(3)}%ff`),
  'a header in lower case': ({ path }) => `GET ${path()} HTTP/1.1\r\nhost:localhost\r\n\r\n`,
  'white space around a value': ({ request, xs }) => request(`X:\t  ${xs(9)} \t `),
  'a header without a value': ({ request }) => request('X:'),
  'bytes beyond ASCII in a value': ({ request, xs }) => request(`X: \xe4\xff${xs(9)}`),
  'many headers': ({ request, random }) =>
    request(...Array.from({ length: random.below(500) }, (_, nth) => `X-${nth}: y`)),
  'a body of GET': ({ head }) => `${head('GET /api/Doc HTTP/1.1', 'Content-Length: 2')}{}`,
  'a body that is no object': ({ head, path }) => `${head(`POST ${path()} HTTP/1.1`, 'Content-Length: 9')}xGET / HT`,
  'chunks with extensions and trailers': ({ head, pick, xs }) =>
    head('GET /api/Doc HTTP/1.1', `Transfer-Encoding: ${pick('chunked', 'Chunked', 'CHUNKED')}`) +
    `2;a="b"\r\n{}\r\n${pick(END, '000\r\n\r\n', '0;a=b\r\n\r\n', `0\r\nX: ${xs(9)}\r\n\r\n`)}`,
  'an expectation that can be met': ({ head }) =>
    `${head('GET /api/Doc HTTP/1.1', 'Expect: 100-continue', 'Content-Length: 2')}{}`,
  'two bearer tokens': ({ request }) => request('Authorization: Bearer a', 'Authorization: Bearer b'),
};

export type Kind = { readonly name: string; readonly expected: Expected; readonly make: (random: Random) => string };

export const KINDS: readonly Kind[] = Object.entries({
  malformed: MALFORMED,
  closing: CLOSING,
  unusual: UNUSUAL,
}).flatMap(([expected, kinds]) =>
  Object.entries(kinds).map(([name, make]) => ({
    name,
    expected: expected as Expected,
    make: (random: Random) => make(createMaker(random)),
  })),
);
