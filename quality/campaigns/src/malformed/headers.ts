import { fill, head, inside, type Kind, kind, method, one, path, request } from './message.ts';
import { FORBIDDEN } from './request-lines.ts';

const start = 'GET /healthz HTTP/1.1\r\n';

/** Headers that are none, that may not be there, or that are missing. */
export const headers: readonly Kind[] = [
  kind('malformed', 'no Host', (random) => `${method(random)} ${path(random)} HTTP/1.1\r\nAccept: */*\r\n\r\n`),
  kind('malformed', 'two Hosts', (random) =>
    request(random, random.pick(['Host: localhost', 'host: other', 'HOST:']) ?? ''),
  ),
  kind('malformed', 'a Host that is none', (random) => {
    const host = random.pick(['a b', 'a@b', 'a/b', '[::1', 'a:99999', 'a, b', '%zz', 'a\\b', 'http://a']);
    return `${method(random)} ${path(random)} HTTP/1.1\r\nHost: ${host}\r\n\r\n`;
  }),
  kind('malformed', 'a space before the colon', (random) =>
    request(random, `${fill(random, 9)}${one(random, ' \t')}: y`),
  ),
  kind('malformed', 'a header without a colon', (random) => request(random, fill(random, 30))),
  kind('malformed', 'a header without a name', (random) => request(random, `: ${fill(random, 9)}`)),
  kind('malformed', 'a name that is none', (random) =>
    request(random, `${inside(random, 'Name', one(random, `${FORBIDDEN}(),/;<=>?@[\\]{}"\x80\xff`))}: y`),
  ),
  kind('malformed', 'a control in a value', (random) =>
    request(random, `X: ${inside(random, 'value', one(random, FORBIDDEN))}`),
  ),
  kind('malformed', 'a folded header', (random) => request(random, `X: y\r\n${one(random, ' \t')}${fill(random, 9)}`)),
  kind(
    'malformed',
    'a folded framing',
    (random) =>
      `POST ${path(random)} HTTP/1.1\r\nHost: a\r\nTransfer-Encoding:\r\n${one(random, ' \t')}chunked\r\n\r\n0\r\n\r\n`,
  ),
  kind('malformed', 'a first header that is folded', () => `${start} Host: localhost\r\n\r\n`),
  kind('malformed', 'a bare line feed among the headers', (random) => request(random, `X: y\nZ: ${fill(random, 9)}`)),
  kind('malformed', 'a bare carriage return among the headers', (random) =>
    request(random, `X: y\rZ: ${fill(random, 9)}`),
  ),
  kind('malformed', 'bare line feeds after the headers', (random) => `${start}Host: a\r\nX: ${fill(random, 9)}\n\n`),
  kind('malformed', 'headers that are too large', (random) =>
    request(random, `X: ${'x'.repeat(16_384 + random.below(30_000))}`),
  ),
  kind('malformed', 'too many headers', (random) =>
    request(random, ...Array.from({ length: 1800 + random.below(3000) }, (_, nth) => `X-${nth}: y`)),
  ),
  kind('malformed', 'an expectation that cannot be met', (random) => request(random, `Expect: ${fill(random, 9)}`)),
  kind('closing', 'an upgrade that nobody offers', (random) => {
    const protocol = random.pick(['websocket', 'h2c', 'TLS/1.0', fill(random, 9)]);
    return head(random, `GET ${path(random)} HTTP/1.1`, 'Connection: Upgrade', `Upgrade: ${protocol}`);
  }),
  kind('closing', 'a request that is to be the last', (random) => request(random, 'Connection: close')),
  kind('closing', 'a request of HTTP/1.0', (random) => head(random, `GET ${path(random)} HTTP/1.0`)),
];
