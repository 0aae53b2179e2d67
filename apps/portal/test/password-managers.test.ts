import { expect, it } from 'vitest';
import { FORMS } from '../src/pages/all.ts';
import { addressOf, openClinic } from './support/clinic.ts';
import { openPortal } from './support/portal.ts';

/** What a password manager keeps beside a password, and does not take for a user name. */

const portal = openPortal();
const SECRET = ['password', 'newPassword', 'otp', 'sixDigits', 'code'];

it('a page that asks for a password says of whose account, and which text is a code of one time', async () => {
  const { people, ids } = await openClinic(portal);
  const [asking, nameless, codes] = [new Set<string>(), new Set<string>(), new Set<string>()];
  for (const member of [people.parent, portal.visitor()]) {
    for (const { path } of FORMS.filter(({ fields }) => SECRET.some((name) => name in fields))) {
      const { html } = await member.open(addressOf(path, ids));
      const fields = (html.match(/<input[^>]*>/g) ?? []).join('\n');
      if (!/ type="password"/.test(fields)) continue;
      asking.add(path);
      if (!/ autocomplete="username"/.test(fields)) nameless.add(path);
      for (const [field] of fields.matchAll(/.* name="(?:code|otp)".*/g))
        codes.add(/ autocomplete="([^"]*)"/.exec(field)?.[1] ?? '');
    }
  }
  expect([...asking]).toEqual(expect.arrayContaining(['/account/password', '/account/email', '/sign-in', '/reset']));
  // Who resets a password has typed the address on another page, perhaps in another browser.
  expect([...nameless]).toEqual(['/reset']);
  expect([...codes]).toEqual(['one-time-code']);
});
