import type { Random } from '@health-case/harness/load';

/**
 * What a message must come to. Malformed: an error and the end of the connection, or the end alone. Closing: any one reply and
 * the end of the connection. Unusual: a reply, after which the connection goes on, so that refusing everything is no answer.
 */
export type Expected = 'malformed' | 'closing' | 'unusual';

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
   * Above all those that two readers could read differently (RFC 9112, 6.3, 11.2). http/test/malformed.test.ts has more lines and
   * headers that are none.
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

export type Kind = { readonly name: string; readonly expected: Expected; readonly make: (random: Random) => string };

export const KINDS: readonly Kind[] = Object.entries(TEMPLATES).flatMap(([expected, templates]) =>
  Object.entries(templates).map(([name, template]) => ({
    name,
    expected: expected as Expected,
    make: (random) =>
      template.replaceAll('¶', '\r\n').replaceAll(/\{([\w ]+)\}/g, (_, part: string) => (PARTS[part] as Part)(random)),
  })),
);
