import type { Random } from '../ground/random.ts';
import { framings } from '../malformed/framing.ts';
import { headers } from '../malformed/headers.ts';

/** Ways to say "chunked" that one reader may take for it and another not. */
const CODINGS = [
  'Transfer-Encoding: chunked',
  'Transfer-Encoding : chunked',
  'Transfer-Encoding:\tchunked',
  'Transfer-Encoding: xchunked',
  'Transfer-Encoding: identity, chunked',
  'Transfer-Encoding: identity\r\nTransfer-Encoding: chunked',
  'Transfer-Encoding:\r\n chunked',
  'X: y\nTransfer-Encoding: chunked',
  'X: y\rTransfer-Encoding: chunked',
  'Transfer-Encoding: "chunked"',
  'Transfer-Encoding: chunked\x0b',
  'Transfer_Encoding: chunked',
  'X: y',
] as const;

const LINES = ['GET /api/Doc', 'POST /api/Auth/logout', 'QUERY /healthz', 'GET /nowhere'] as const;

/**
 * A message inside which two readers who differ about its end find another request, which the one in front has not seen:
 * its reply would go to whoever asks next on the same connection.
 */
export const smuggled = (random: Random, hidden: string): string => {
  if (random.chance(0.3)) return (random.pick([...framings, ...headers])?.make(random) ?? '') + hidden;
  const coding = random.pick(CODINGS) ?? 'X: y';
  const inChunks = `0\r\n\r\n${hidden}`;
  // To a reader of lengths, the hidden request is a body; to a reader of chunks, what comes after it; or the other way round.
  const asBody = `${hidden.length.toString(16)}\r\n${hidden}\r\n0\r\n\r\n`;
  const [length, body] = random.chance(0.5) ? [inChunks.length, inChunks] : [asBody.indexOf('\n') + 1, asBody];
  const framing = [`Content-Length: ${length}`, coding].toSorted(() => random.below(3) - 1);
  const version = random.chance(0.1) ? 'HTTP/1.0\r\nConnection: keep-alive' : 'HTTP/1.1';
  return `${random.pick(LINES)} ${version}\r\nHost: localhost\r\n${framing.join('\r\n')}\r\n\r\n${body}`;
};
