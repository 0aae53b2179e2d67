import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseAccountId, parseCaseId, parseCaseOrTaskId, parseChildId, parseTaskId } from '../../src/model/values.ts';
import { ok, refused } from '../../src/result.ts';

const notGivenOut = refused({ problem: 'is no identifier that this service gave out' });
const kinds = [
  { kind: 'account', parse: parseAccountId },
  { kind: 'child', parse: parseChildId },
  { kind: 'case', parse: parseCaseId },
  { kind: 'task', parse: parseTaskId },
  { kind: 'case or task', parse: parseCaseOrTaskId },
] as const;
const known = '0198a1b2-c3d4-7e5f-8a9b-0c1d2e3f4a5b';

describe.each(kinds)('the identifier of a $kind (D-10)', ({ parse }) => {
  test('is any UUIDv7 in lower case, as it was written', () => {
    fc.assert(
      fc.property(fc.uuid({ version: 7 }), (id) => {
        expect(parse(id)).toEqual(ok(id));
      }),
    );
  });

  test('is no UUID of another version', () => {
    fc.assert(
      fc.property(fc.uuid({ version: [1, 2, 3, 4, 5, 6, 8, 9, 10, 15] }), (id) => {
        expect(parse(id)).toEqual(notGivenOut);
      }),
    );
  });

  test.each([
    '',
    known.toUpperCase(),
    ` ${known}`,
    `${known}\n`,
    `${known}0`,
    known.slice(1),
    known.replaceAll('-', ''),
    `{${known}}`,
    `urn:uuid:${known}`,
    known.replace('b', 'g'),
    '1',
    '../etc/passwd',
    '00000000-0000-0000-0000-000000000000',
    'ffffffff-ffff-ffff-ffff-ffffffffffff',
  ])('is not %j', (text) => {
    expect(parse(text)).toEqual(notGivenOut);
  });

  test('has one of the four variants that RFC 9562 allows', () => {
    for (const variant of '0123456789abcdef') {
      const id = `0198a1b2-c3d4-7e5f-${variant}a9b-0c1d2e3f4a5b`;
      expect(parse(id)).toEqual('89ab'.includes(variant) ? ok(id) : notGivenOut);
    }
  });
});
