import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseRole, ROLES } from '../../src/model/account.ts';
import { ok, refused } from '../../src/result.ts';

const noRole = refused({ problem: 'must be one of Doc, Ast, Par' });

describe('a role', () => {
  test('is doctor, assistant or parent, and nothing else', () => {
    expect(ROLES).toEqual(['Doc', 'Ast', 'Par']);
  });

  test.each(['Doc', 'Ast', 'Par'])('is %s, also with white space around it', (role) => {
    expect(parseRole(role)).toEqual(ok(role));
    expect(parseRole(` ${role}\n`)).toEqual(ok(role));
  });

  test.each(['', ' ', 'doc', 'DOC', 'Doctor', 'Do', 'Admin', 'Doc,Ast', 'D oc', '__proto__', '0'])(
    'is not %j',
    (text) => {
      expect(parseRole(text)).toEqual(noRole);
    },
  );

  test('is no other text', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        fc.pre(!['Doc', 'Ast', 'Par'].includes(text.trim()));
        expect(parseRole(text)).toEqual(noRole);
      }),
    );
  });
});
