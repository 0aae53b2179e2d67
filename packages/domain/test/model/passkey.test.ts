import { expect, it, test } from 'vitest';
import { type Passkey, parsePasskeyId, useAt } from '../../src/model/passkey.ts';
import { parsePasskeyName } from '../../src/model/values.ts';
import { at } from '../support/values.ts';

const NOW = at('2026-06-15T12:00:00.000Z');
const passkey = { id: 'id', counter: 0, lastUsedAt: undefined } as unknown as Passkey;

/** Stored, said, and whether it is a use (WebAuthn, 7.2 step 22). */
const COUNTERS = [
  [0, 0, true],
  [0, 1, true],
  [0, 2 ** 32 - 1, true],
  [1, 2, true],
  [1, 1, false],
  [2, 1, false],
  [1, 0, false],
  [2 ** 32 - 1, 0, false],
] as const;

it.each(COUNTERS)('a passkey that was at %i and says %i was used: %s', (stored, said, isUse) => {
  const used = useAt({ ...passkey, counter: stored }, said, NOW);
  expect(used).toEqual(isUse ? { ...passkey, counter: said, lastUsedAt: NOW } : undefined);
});

test('an id of a passkey has 1 to 1023 bytes in base64url', () => {
  for (const id of ['A', 'a-_9', 'A'.repeat(1364)]) expect(parsePasskeyId(id)).toEqual({ ok: true, value: id });
  for (const text of ['', 'A'.repeat(1365), 'a+b', 'a/b', 'a=', ' a', 'é']) expect(parsePasskeyId(text).ok).toBe(false);
});

test('a passkey is named as a person is', () => {
  expect(parsePasskeyName('  Phone  ')).toEqual({ ok: true, value: 'Phone' });
  expect(parsePasskeyName('x'.repeat(100)).ok).toBe(true);
  for (const text of ['', ' ', 'x'.repeat(101), 'a\nb']) expect(parsePasskeyName(text).ok).toBe(false);
});
