import { describe, expect, it } from 'vitest';
import { exchange } from '../testing/client.ts';
import { startEcho } from './support/echo.ts';

const HOST = 'Host: localhost\r\n';
const GET = `GET /who HTTP/1.1\r\n${HOST}`;
const POST = 'POST /echo HTTP/1.0\r\nConnection: keep-alive\r\n';
const END = '\r\n0\r\n\r\n';

describe('what a parser in front may take for something else', () => {
  it.each([
    ['two Hosts', `${GET}Host: other\r\n\r\n`],
    ['two Hosts, the first without a name', `GET /who HTTP/1.1\r\nHost:\r\n${HOST}\r\n`],
    ['two Hosts beside a target that names one', `GET http://localhost/who HTTP/1.1\r\n${HOST}Host: other\r\n\r\n`],
    ['no version, and a Host', `GET /who\r\n${HOST}\r\n`],
    ['a coding before chunked', `${GET}Transfer-Encoding: gzip, chunked\r\n${END}`],
    ['a coding that is none before chunked', `${GET}Transfer-Encoding: identity, chunked\r\n${END}`],
    ['chunked twice', `${GET}Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n${END}`],
    ['another coding in a second header', `${GET}Transfer-Encoding: identity\r\nTransfer-Encoding: chunked\r\n${END}`],
    ['chunks of HTTP/1.0', `${POST}Transfer-Encoding: chunked\r\n${END}`],
  ])('is refused, and nothing behind it is served (RFC 9112, 3.2 and 6.1): %s', async (_, bytes) => {
    const { port } = await startEcho();
    const received = await exchange(port, `${bytes}${GET}\r\n`);
    expect(received).toMatch(
      /^HTTP\/1\.1 400 .*Error-Code: MALFORMED_HTTP\r\n.*\{"version":"1","status":"ERR","body":"[^"]+"\}$/s,
    );
    expect(received.match(/HTTP\/1\.1 \d/g)).toHaveLength(1);
  });

  it.each(['chunked', 'Chunked', 'CHUNKED'])('is not a coding in capitals: %s', async (coding) => {
    const { port } = await startEcho();
    const last = `${GET}Connection: close\r\n\r\n`;
    const received = await exchange(port, `${GET}Transfer-Encoding: ${coding}\r\n${END}${last}`);
    expect(received.match(/SESSION_MISSING/g)).toHaveLength(2);
  });
});
