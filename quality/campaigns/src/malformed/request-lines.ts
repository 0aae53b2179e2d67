import { fill, head, inside, type Kind, kind, method, one, path } from './message.ts';

/** What no header name, method or target may hold: all controls, and what is not ASCII. */
const CONTROLS = Array.from({ length: 32 }, (_, code) => String.fromCharCode(code))
  .join('')
  .replace(/[\t\r\n]/g, '');
export const FORBIDDEN = `${CONTROLS}\x7f`;

/** The first line of a request, and what is none. */
export const requestLines: readonly Kind[] = [
  kind('malformed', 'words', (random) => `${fill(random, 20)} ${fill(random, 20)}\r\n\r\n`),
  kind('malformed', 'bytes', (random) => {
    const bytes = Array.from({ length: 1 + random.below(200) }, () => String.fromCharCode(random.below(256)));
    return `${one(random, `${FORBIDDEN}\x80\xff{}()`)}${bytes.join('')}\r\n\r\n`;
  }),
  kind('malformed', 'a TLS handshake', (random) => `\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03${fill(random, 400)}`),
  kind('malformed', 'HTTP/2', () => 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'),
  kind('malformed', 'an unknown method', (random) => head(random, `FROB${fill(random, 9).toUpperCase()} / HTTP/1.1`)),
  kind('malformed', 'a method in lower case', (random) =>
    head(random, `${method(random).toLowerCase()} ${path(random)} HTTP/1.1`),
  ),
  kind('malformed', 'another version', (random) => {
    const version = random.pick([
      'HTTP/1.2',
      'HTTP/3.0',
      'HTTP/2.0',
      'HTTP/11',
      'HTTP/1',
      'http/1.1',
      'HTTPS/1.1',
      'ICE/1.0',
    ]);
    return head(random, `GET ${path(random)} ${version}`);
  }),
  kind('malformed', 'no version', (random) => head(random, `GET ${path(random)}`)),
  kind('malformed', 'a space in the target', (random) =>
    head(random, `GET ${path(random)} ${fill(random, 5)} HTTP/1.1`),
  ),
  kind('malformed', 'a control in the target', (random) =>
    head(random, `GET ${inside(random, `${path(random)}x`, one(random, FORBIDDEN))} HTTP/1.1`),
  ),
  kind('malformed', 'a byte beyond ASCII in the target', (random) =>
    head(random, `GET ${inside(random, `${path(random)}x`, one(random, '\x80\xa0\xc3\xff'))} HTTP/1.1`),
  ),
  kind('malformed', 'a target without a slash', (random) => head(random, `GET ${fill(random, 9)} HTTP/1.1`)),
  kind('malformed', 'a target that is too long', (random) =>
    head(random, `GET /${'x'.repeat(16_384 + random.below(40_000))} HTTP/1.1`),
  ),
  kind('malformed', 'a bare line feed after the request line', (random) =>
    head(random, `GET ${path(random)} HTTP/1.1`).replace('\r\n', '\n'),
  ),
  kind('malformed', 'a bare carriage return after the request line', (random) =>
    head(random, `GET ${path(random)} HTTP/1.1`).replace('\r\n', '\r'),
  ),
  kind('malformed', 'CONNECT', (random) => head(random, `CONNECT ${fill(random, 9)}:443 HTTP/1.1`)),
  kind('malformed', 'OPTIONS *', (random) => head(random, 'OPTIONS * HTTP/1.1')),
];
