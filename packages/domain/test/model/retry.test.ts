import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseIdempotencyKey } from '../../src/model/request-options.ts';
import { ok, refused } from '../../src/result.ts';

const notAKey = refused({ problem: 'must be 1 to 255 visible ASCII characters' });
const visible = fc.integer({ min: 0x21, max: 0x7e }).map((code) => String.fromCodePoint(code));

describe('an idempotency key (D-24)', () => {
  test('is any 1 to 255 visible ASCII characters, as they were written', () => {
    fc.assert(
      fc.property(fc.string({ unit: visible, minLength: 1, maxLength: 255, size: 'max' }), (text) => {
        expect(parseIdempotencyKey(text)).toEqual(ok(text));
      }),
    );
    expect(parseIdempotencyKey('!'.repeat(255)).ok).toBe(true);
  });

  test.each(['', 'x'.repeat(256), ' key', 'key ', 'two words', 'key\n', '\u007fkey', 'clé', '鍵'])(
    'is not %j',
    (text) => {
      expect(parseIdempotencyKey(text)).toEqual(notAKey);
    },
  );
});
