import type { Random } from '../ground/random.ts';
import { fill, head, type Kind, kind, one, path } from './message.ts';

const framed = (random: Random, headers: readonly string[], body: string): string =>
  head(random, `${random.pick(['GET', 'POST', 'QUERY'])} ${path(random)} HTTP/1.1`, ...headers) + body;
const chunked = (random: Random, body: string): string => framed(random, ['Transfer-Encoding: chunked'], body);

const LENGTHS = [
  '+2',
  '-2',
  '0x2',
  '2,2',
  '2, 3',
  '2;',
  '2.0',
  '1e1',
  '2 2',
  '',
  ' ',
  'two',
  '99999999999999999999999',
  '2_0',
];
const CODINGS = [
  'xchunked',
  'chunked, identity',
  'chunked;q=1',
  'chunked, chunked',
  '\x0bchunked',
  'identity',
  'gzip',
  'chunked,',
  '"chunked"',
];
const SIZES = ['xyz', '-1', '0x2', '2 ', ' 2', '\t2', '2h', 'fffffffffffffffff', '+2', '', '2\n{}\r\n0\r\n\r\n'];

/** Bodies whose length is said wrongly, twice, or so that two readers could differ (RFC 9112, 6.3 and 11.2). */
export const framings: readonly Kind[] = [
  kind('malformed', 'both lengths (CL.TE)', (random) =>
    framed(random, [`Content-Length: ${random.below(9)}`, 'Transfer-Encoding: chunked'], '0\r\n\r\n'),
  ),
  kind('malformed', 'both lengths (TE.CL)', (random) =>
    framed(random, ['Transfer-Encoding: chunked', 'Content-Length: 4'], '2\r\n{}\r\n0\r\n\r\n'),
  ),
  kind('malformed', 'two lengths', (random) =>
    framed(random, ['Content-Length: 2', `Content-Length: ${random.below(4)}`], '{}'),
  ),
  kind('malformed', 'a length that is none', (random) =>
    framed(random, [`Content-Length: ${random.pick(LENGTHS)}`], '{}'),
  ),
  kind('malformed', 'a coding that is none', (random) =>
    framed(random, [`Transfer-Encoding: ${random.pick(CODINGS)}`], '0\r\n\r\n'),
  ),
  kind('malformed', 'two codings', (random) =>
    framed(
      random,
      ['Transfer-Encoding: chunked', `transfer-encoding: ${random.pick(['chunked', 'identity', 'x'])}`],
      '0\r\n\r\n',
    ),
  ),
  kind(
    'malformed',
    'a coding of HTTP/1.0',
    (random) =>
      head(random, `POST ${path(random)} HTTP/1.0`, 'Connection: keep-alive', 'Transfer-Encoding: chunked') +
      '0\r\n\r\n',
  ),
  kind('malformed', 'a chunk size that is none', (random) =>
    chunked(random, `${random.pick(SIZES)}\r\n{}\r\n0\r\n\r\n`),
  ),
  kind('malformed', 'a chunk that is longer than it says', (random) =>
    chunked(random, `2\r\n{}${fill(random, 9)}\r\n0\r\n\r\n`),
  ),
  kind('malformed', 'a chunk that ends in a bare line feed', (random) => chunked(random, '2\r\n{}\n0\r\n\r\n')),
  kind('malformed', 'a control in a chunk extension', (random) =>
    chunked(random, `2;a="${one(random, '\n\r\x00\x01')}"\r\n{}\r\n0\r\n\r\n`),
  ),
  kind('malformed', 'a chunk extension that is too long', (random) =>
    chunked(random, `2;a=${'x'.repeat(17_000 + random.below(9000))}\r\n{}\r\n0\r\n\r\n`),
  ),
  kind('malformed', 'a trailer that is none', (random) => chunked(random, `0\r\n${fill(random, 9)} y\r\n\r\n`)),
  kind('malformed', 'a body that is too large', (random) => {
    const body = 'x'.repeat(65_537 + random.below(5000));
    return framed(random, [`Content-Length: ${body.length}`], body);
  }),
  kind('malformed', 'chunks that are too large together', (random) => {
    const chunk = 'x'.repeat(2000 + random.below(2000));
    return chunked(random, `${`${chunk.length.toString(16)}\r\n${chunk}\r\n`.repeat(40)}0\r\n\r\n`);
  }),
];
