import { fill, head, type Kind, kind, path, request } from './message.ts';

const chunk = (text: string): string => `${text.length.toString(16)}\r\n${text}\r\n`;

/** What few clients send and every server must understand, or may; so the campaign sees that refusing all is no answer. */
export const unusual: readonly Kind[] = [
  kind('unusual', 'empty lines before it', (random) => `\r\n\r\n${request(random)}`),
  kind('unusual', 'an absolute target', (random) => head(random, `GET http://localhost${path(random)} HTTP/1.1`)),
  kind('unusual', 'a query', (random) => head(random, `GET ${path(random)}?${fill(random, 200)}=%zz HTTP/1.1`)),
  kind('unusual', 'escapes that are none', (random) => head(random, `GET /api/Doc/%${fill(random, 3)}%ff HTTP/1.1`)),
  kind('unusual', 'a header in lower case', (random) => `GET ${path(random)} HTTP/1.1\r\nhost:localhost\r\n\r\n`),
  kind('unusual', 'white space around a value', (random) => request(random, `X:\t  ${fill(random, 9)} \t `)),
  kind('unusual', 'a header without a value', (random) => request(random, 'X:')),
  kind('unusual', 'bytes beyond ASCII in a value', (random) => request(random, `X: \xe4\xff${fill(random, 9)}`)),
  kind('unusual', 'many headers', (random) =>
    request(random, ...Array.from({ length: random.below(500) }, (_, nth) => `X-${nth}: y`)),
  ),
  kind('unusual', 'a body of GET', (random) => `${head(random, 'GET /api/Doc HTTP/1.1', 'Content-Length: 2')}{}`),
  kind(
    'unusual',
    'a body that is no object',
    (random) => `${head(random, `POST ${path(random)} HTTP/1.1`, 'Content-Length: 9')}${fill(random, 1)}GET / HT`,
  ),
  kind('unusual', 'chunks with extensions and trailers', (random) => {
    const chunks = Array.from({ length: 1 + random.below(20) }, () => chunk(fill(random, 40)));
    const coding = random.pick(['chunked', 'Chunked', 'CHUNKED']);
    const end = random.pick(['0\r\n\r\n', '000\r\n\r\n', '0;a=b\r\n\r\n', `0\r\nX: ${fill(random, 9)}\r\n\r\n`]);
    return `${head(random, 'GET /api/Doc HTTP/1.1', `Transfer-Encoding: ${coding}`)}2;a="b"\r\n{}\r\n${chunks.join('')}${end}`;
  }),
  kind(
    'unusual',
    'an expectation that can be met',
    (random) => `${head(random, 'GET /api/Doc HTTP/1.1', 'Expect: 100-continue', 'Content-Length: 2')}{}`,
  ),
  kind('unusual', 'two bearer tokens', (random) =>
    request(random, 'Authorization: Bearer a', 'Authorization: Bearer b'),
  ),
];
