import { createDevice } from '@health-case/domain/contracts/passkeys/device';
import { describe, expect, it } from 'vitest';
import { addPasskey, PASSKEY_PAGE } from './support/clinic.ts';
import { openPortal, PASSWORD } from './support/portal.ts';
import { itKeepsPrivate } from './support/privacy.ts';
import type { Visitor } from './support/visitor.ts';

const portal = openPortal();
const { member, visitor } = portal;

const JUNK = ['', '{', '[]', 'null', '{"id":1}', '\0', 'x'.repeat(50_000)];

type Device = ReturnType<typeof createDevice>;

/** Asks to sign in by a passkey, with what stands on the page. Answers what the device is asked. */
const challenged = async ({ open, page, send }: Visitor): Promise<string> => {
  if (!/^\/sign-in(\?|$)/.test(page().form?.action ?? '')) await open('/sign-in');
  const { next = '', kept = '' } = page().form?.values ?? {};
  return (await send({ next, kept }, { path: '/sign-in/passkey' })).options;
};

const opened = async (): Promise<Visitor> => {
  const browser = visitor();
  await browser.open('/sign-in');
  return browser;
};

const signIn = async (
  device: Device,
  ...claims: Parameters<Device['get']> extends [string, ...infer More] ? More : []
) => {
  const browser = await opened();
  return browser.send({ response: device.get(await challenged(browser), ...claims) });
};

describe('a passkey', () => {
  it('signs in, and goes on with a form whose session has ended', async () => {
    const mia = await member('Par');
    const device = await addPasskey(mia);
    await mia.open('/children/new');
    await mia.send({ firstName: 'Noor', lastName: 'Holm' });
    mia.cookies.clear();
    expect((await mia.send({ 'birthDate-day': '3' })).heading).toBe('Sign in');
    const resumed = await mia.send({ response: device.get(await challenged(mia)) });
    expect([resumed.status, resumed.form?.action]).toEqual([200, '/children/new']);
    expect(resumed.form?.values).toMatchObject({ firstName: 'Noor', 'birthDate-day': '3' });
    await mia.send({ 'birthDate-day': '' });
    await mia.send();
    expect((await mia.send()).text).toContain('Noor Holm');
  });

  it('leaves what was typed before on the page that asks for it, in any language', async () => {
    const mia = await member('Par');
    await mia.open('/account/name');
    mia.cookies.clear();
    const { form } = await mia.send({ firstName: 'Noor', lastName: 'Holm' });
    const { next, kept } = form?.values ?? {};
    await challenged(mia);
    expect((await mia.chooseLanguage('de')).heading).toBe('Anmelden');
    await challenged(mia);
    await mia.send({ response: 'junk' });
    await mia.chooseLanguage('fr');
    await mia.chooseLanguage('en');
    expect(mia.page().form?.values).toMatchObject({ next, kept: 'yes' });
    expect([kept, next, mia.page().html.includes('Noor')]).toEqual([
      'yes',
      expect.stringMatching(/^\/account\/name\?form=/),
      false,
    ]);
  });

  it('that does not fit, or may have a copy, signs nobody in, which is told', async () => {
    const device = await addPasskey(await member('Par'));
    expect((await signIn(device, { counter: 7 })).path).toBe('/children');
    for (const [claims, told] of [
      [{ changeSignature: true }, 'The passkey did not fit'],
      [{ counter: 6 }, 'may have a copy of it'],
    ] as const) {
      const refused = await signIn(device, claims);
      expect([refused.status, refused.problems]).toEqual([401, [expect.stringContaining(told)]]);
    }
  });
});

describe('the answer of a device', () => {
  it('signs nobody in with junk for an answer', async () => {
    for (const response of JUNK) {
      const browser = await opened();
      await challenged(browser);
      expect([401, 429]).toContain((await browser.send({ response })).status);
      expect([...browser.cookies.keys()]).toEqual(['portal-forms']);
    }
  });

  it('is not asked for again by the way back: the device would replace the one that it has made', async () => {
    const mia = await member('Par');
    await mia.open('/account/passkeys/new');
    const asked = await mia.send({ passkeyName: 'Mine', password: PASSWORD });
    await mia.send({ response: createDevice(PASSKEY_PAGE).create(asked.options) });
    const { html, text } = await mia.open(`${asked.path}?form=${asked.form?.values['key']}`);
    expect([html.includes('data-passkey='), text]).toEqual([false, expect.stringContaining('Saved.')]);
  });

  it('is not added with junk, twice, or to the account of another tab', async () => {
    const [mia, noa] = [await member('Par'), await member('Par')];
    await mia.open('/account/passkeys/new');
    const { options, form } = await mia.send({ passkeyName: 'Mine', password: PASSWORD });
    const answer = { ...form?.values, response: createDevice(PASSKEY_PAGE).create(options) };
    const to = { path: '/account/passkeys/add' };
    const { token = '' } = (await noa.open('/account/name')).form?.values ?? {};
    expect((await noa.send({ ...answer, token }, to)).status).toBe(401);
    expect((await mia.send(answer, to)).path).toBe('/account/passkeys?done=saved');
    for (const response of [answer.response, ...JUNK])
      expect([401, 429]).toContain((await mia.send({ ...answer, response, passkeyName: 'Other' }, to)).status);
    expect((await mia.open('/account/passkeys')).text).not.toContain('Other');
    expect((await noa.open('/account/passkeys')).text).not.toContain('Mine');
  });
});

itKeepsPrivate(portal, 'Noor');
