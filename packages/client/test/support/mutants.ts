import fc from 'fast-check';
import { base64Url, CLAIMS, FORGED, KEY } from './certificates.ts';

/** As the unit `binary`, without the table of all characters that fast-check makes for it in some seconds. */
export const character = fc
  .nat(0x10ffff)
  .filter((code) => code < 0xd800 || code > 0xdfff)
  .map((code) => String.fromCodePoint(code));

type Change = (text: string) => string;

const at = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
const letters = fc.oneof(
  fc.constantFrom(...'ABCwxyz0123456789-_.=+/# \n'),
  fc.string({ unit: character, minLength: 1, maxLength: 3 }),
);

/** Edits, cuts, repeats and swaps of characters, at any place. */
const edits: fc.Arbitrary<Change> = fc
  .tuple(fc.constantFrom('edit', 'insert', 'cut', 'repeat', 'swap'), at, at, letters)
  .map(([kind, first, second, letter]) => (text) => {
    const [from, to] = [first, second].map((part) => Math.floor(part * text.length)).sort((a, b) => a - b) as [
      number,
      number,
    ];
    const [before, between, after] = [text.slice(0, from), text.slice(from, to), text.slice(to)];
    switch (kind) {
      case 'edit':
        return before + letter + text.slice(from + 1);
      case 'insert':
        return before + letter + text.slice(from);
      case 'cut':
        return before + after;
      case 'repeat':
        return before + between + between + after;
      default:
        return before + after + between;
    }
  });

const headers = fc.oneof(
  fc.record({
    alg: fc.constantFrom('ES256', 'none', 'None', 'HS256', 'RS256', 'ES384', 'ES256K', '', 0, null),
    kid: fc.constantFrom(KEY.kid, FORGED.jwk.x ?? '', '', '__proto__', 0, null, [KEY.kid]),
    typ: fc.constantFrom(undefined, 'JWT', 'statuslist+jwt'),
    jwk: fc.constantFrom(undefined, FORGED.jwk),
    jku: fc.constantFrom(undefined, 'https://evil.example/jwks.json'),
    crit: fc.constantFrom(undefined, ['b64'], []),
  }),
  fc.object(),
);
const claims = fc
  .record(
    {
      exp: fc.nat(1e10),
      given_name: fc.string(),
      iss: fc.constantFrom(CLAIMS.iss, 'https://evil.example'),
      status: fc.constantFrom(CLAIMS.status, undefined, { status_list: { idx: 1, uri: 'https://evil.example/0' } }),
    },
    { requiredKeys: [] },
  )
  .map((changed) => ({ ...CLAIMS, ...changed }));
const signatures = fc.oneof(fc.uint8Array({ minLength: 64, maxLength: 64 }), fc.uint8Array({ maxLength: 80 }));

/** Another header, payload or signature, or the parts in another order. */
const replacements: fc.Arbitrary<Change> = fc
  .tuple(fc.constantFrom(0, 1, 2), fc.oneof(headers, claims, signatures), fc.boolean())
  .map(([nth, part, swaps]) => (text) => {
    const parts = text.split('.');
    const replaced = swaps ? parts[(nth + 1) % 3] : base64Url(part);
    return parts.with(nth % parts.length, replaced ?? '').join('.');
  });

/** Texts near a genuine certificate, in the form of a token or of digits. Some still hold it. */
export const mutants = (token: string, digits: string): fc.Arbitrary<string> => {
  const changed = (text: string, changes: fc.Arbitrary<Change>) =>
    fc.array(changes, { minLength: 1, maxLength: 3 }).map((all) => all.reduce((now, change) => change(now), text));
  const tokens = changed(token, fc.oneof(edits, replacements));
  return fc.oneof(tokens, changed(digits, edits), changed(`${CLAIMS.iss}/verify#${token}`, edits));
};
