import fc from 'fast-check';
import { describe, test } from 'vitest';
import { parseIdempotencyKey } from '../../src/model/idempotency.ts';
import { accepts, acceptsAll, refuses } from '../support/parsing.ts';

describe('an idempotency key (D-24)', () => {
  const visible = fc.integer({ min: 0x21, max: 0x7e }).map((code) => String.fromCodePoint(code));

  test('is any 1 to 255 visible ASCII characters, as written', () =>
    acceptsAll(parseIdempotencyKey, fc.string({ unit: visible, minLength: 1, maxLength: 255, size: 'max' })));

  accepts(parseIdempotencyKey, ['!'.repeat(255)]);
  refuses(parseIdempotencyKey, 'must be 1 to 255 visible ASCII characters', [
    ...['', 'x'.repeat(256), ' key', 'key ', 'two words', 'key\n', '\u007fkey', 'clé', '鍵'],
  ]);
});
