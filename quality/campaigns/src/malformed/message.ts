import type { Random } from '../ground/random.ts';

/**
 * What a message is to be answered: one that is malformed by an error that closes the connection, or by its closing alone;
 * one that closes by any reply and the closing; one that is only unusual by a reply, after which the connection goes on.
 */
export type Expectation = 'malformed' | 'closing' | 'unusual';

/** A way to be hostile; the text is bytes, one for each character (Latin-1). */
export type Kind = {
  readonly name: string;
  readonly expected: Expectation;
  readonly make: (random: Random) => string;
};

export const kind = (expected: Expectation, name: string, make: Kind['make']): Kind => ({ name, expected, make });

const PATHS = ['/healthz', '/readyz', '/api/Auth/me', '/api/Doc', '/api/Case', '/nowhere', '/', '/api/Auth/logout'];
const METHODS = ['GET', 'QUERY', 'POST', 'DELETE', 'PUT', 'PATCH', 'OPTIONS', 'PROPFIND', 'TRACE'];
const HEADERS = [
  'Accept: */*',
  'User-Agent: hostile',
  'X-Forwarded-For: 192.0.2.1',
  'Cookie: a=b',
  'TE: trailers',
  'Via: 1.1 a',
];

export const path = (random: Random): string => random.pick(PATHS) ?? '/';
export const method = (random: Random): string => random.pick(METHODS) ?? 'GET';
export const fill = (random: Random, most: number): string => 'x'.repeat(1 + random.below(most));

/** A request line, the headers that it needs and some that it does not, among them those given, in any order. */
export const head = (random: Random, line: string, ...headers: readonly string[]): string => {
  const others = HEADERS.filter(() => random.chance(0.2));
  const all = ['Host: localhost', ...others, ...headers].toSorted(() => random.below(3) - 1);
  return `${line}\r\n${all.join('\r\n')}\r\n\r\n`;
};

export const request = (random: Random, ...headers: readonly string[]): string =>
  head(random, `${method(random)} ${path(random)} HTTP/1.1`, ...headers);

/** One of the characters, each of which is wrong where it is put. */
export const one = (random: Random, characters: string): string => characters[random.below(characters.length)] ?? '';

/** Somewhere inside a text, not before its beginning and not after its end. */
export const inside = (random: Random, text: string, piece: string): string => {
  const at = 1 + random.below(text.length - 1);
  return text.slice(0, at) + piece + text.slice(at);
};
