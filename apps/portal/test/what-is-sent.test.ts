import { character } from '@health-case/domain/testing/characters';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openPortal } from './support/portal.ts';
import { itKeepsPrivate } from './support/privacy.ts';
import { cookieOf, createRaw, FORM } from './support/raw.ts';

const portal = openPortal();
const { member, url } = portal;
const raw = createRaw(url);

const NAMES = { firstName: 'Noor', lastName: 'Holm' };
const RUNS = { numRuns: 40 };

describe('what is sent', () => {
  it('is read up to 64 KiB', async () => {
    const { open, send } = await member('Par');
    await open('/account/name');
    const { status, heading } = await send({ firstName: 'x'.repeat(65 * 1024) });
    expect([status, heading]).toEqual([413, 'Too much text']);
    await open('/account/name');
    expect((await send({ firstName: 'x'.repeat(60 * 1024) })).status).toBe(400);
  });

  it.each(['application/json', 'multipart/form-data; boundary=x', 'text/plain', ''])(
    'as %j changes nothing',
    async (type) => {
      const mia = await member('Par');
      const values = (await mia.open('/account/name')).form?.values ?? {};
      const fields = { ...values, ...NAMES };
      const parts = Object.entries(fields).map(
        ([name, value]) => `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
      );
      const body = type.startsWith('multipart') ? `${parts.join('')}--x--\r\n` : JSON.stringify(fields);
      const headers = { ...FORM, 'Content-Type': type, Cookie: cookieOf(mia) };
      const sent = await raw('/account/name', { method: 'POST', headers, body });
      expect([sent.status, (await mia.open(String(sent.headers['location']))).status]).toEqual([303, 409]);
      expect((await mia.open('/account')).text).not.toContain('Noor');
    },
  );

  it('twice under one name counts as it was sent first', async () => {
    const mia = await member('Par');
    const values = (await mia.open('/account/name')).form?.values ?? {};
    const body = `${new URLSearchParams({ ...values, ...NAMES })}&firstName=Other&token=other&step=7`;
    const headers = { ...FORM, Cookie: cookieOf(mia) };
    expect((await raw('/account/name', { method: 'POST', headers, body })).status).toBe(303);
    expect((await mia.open('/account')).text).toContain('Noor Holm');
  });
});

describe('a text', () => {
  it.each([
    ['a NUL', 'No%00or'],
    ['half a character', 'No%ED%A0%80or%'],
    ['bytes that are no text', '%FF%FE%C0%80'],
    ['a line feed', 'No%0Aor'],
    ['101 characters', 'x'.repeat(101)],
    ['text that turns others around', 'Noor%E2%80%AE'],
  ])('as a name with %s is shown again or kept as it is, and breaks no page', async (_, name) => {
    const mia = await member('Par');
    const { firstName, ...values } = (await mia.open('/account/name')).form?.values ?? {};
    const headers = { ...FORM, Cookie: cookieOf(mia) };
    const body = `${new URLSearchParams(values)}&firstName=${name}`;
    const reply = await raw('/account/name', { method: 'POST', headers, body });
    expect([303, 400]).toContain(reply.status);
    expect((await mia.open('/account')).status).toBe(200);
  });

  it('as a name of 100 characters, with markup or from right to left is shown as it was typed', async () => {
    const { open, send } = await member('Par');
    for (const firstName of [
      '<b onclick="x">&amp;',
      'שלום עולם',
      'أمل',
      '"><script>alert(1)</script>',
      'x'.repeat(100),
    ]) {
      await open('/account/name');
      const { text, html } = await send({ firstName });
      expect(text).toContain(firstName);
      expect(html).not.toMatch(/<b |<script>/);
      expect((await open('/account/name')).form?.values['firstName']).toBe(firstName);
    }
  });

  it('under names that only the portal fills leads to the form, whatever is in it', async () => {
    const mia = await member('Par');
    const { open, send } = mia;
    const NO_VALUES = '-1 1e9 NaN __proto__ step- step-9 step--1 again language- language-xx'.split(' ');
    const OF_PORTAL = 'step go key next kept askedFactor reached __proto__ constructor childId'.split(' ');
    const junk = fc.oneof(fc.string({ unit: character }), fc.constantFrom(...NO_VALUES));
    const names = fc.constantFrom(...OF_PORTAL);
    await fc.assert(
      fc.asyncProperty(fc.dictionary(names, junk), async (fields) => {
        await open('/children/new');
        const { status, path } = await send({ firstName: '', ...fields });
        expect([200, 400, 409]).toContain(status);
        expect(path).toMatch(/^\/children/);
      }),
      RUNS,
    );
    expect((await open('/children')).text).toContain('no children');
  });
});

itKeepsPrivate(portal, 'Noor');
