import type { Password } from '@health-case/domain/model/password';
import { dictionary } from '@zxcvbn-ts/language-common';
import { expect, it } from 'vitest';
import { createLeakedPasswords } from '../src/leaked-passwords.ts';

it('refuses the 1,000 most common passwords that are long enough to be set, and thousands more (D-08)', async () => {
  const leaked = createLeakedPasswords();
  const longEnough = dictionary['passwords-common'].filter((password) => password.length >= 8);
  expect(longEnough.length).toBeGreaterThan(10_000);
  const found = await Promise.all(longEnough.map((password) => leaked.includes(password as Password)));
  expect(found.every(Boolean)).toBe(true);
});
