import { Secret, TOTP } from 'otpauth';
import { beforeAll, describe, expect, it } from 'vitest';
import { openPortal, PASSWORD } from './support/portal.ts';

const portal = openPortal({ trustedProxies: 1 });
const { by, member, signIn, visitor } = portal;
beforeAll(async () => {
  await portal.operator().setPractice({ facts: { name: 'Practice Holm', telephone: '+31 15 212 00 00' } });
});

/** An account with a second factor, and what its app says. */
const guarded = async () => {
  const { account, email } = await member('Doc');
  const { secret } = await by({ account }).offerFactor({ password: PASSWORD });
  const otp = (steps: number) =>
    new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * 30_000 });
  const { recoveryCodes } = await by({ account }).confirmFactor({ otp: otp(0) });
  return { email, otp, recoveryCodes };
};

const begun = async (from: Readonly<Record<string, string>> = {}) => {
  const account = await guarded();
  const browser = visitor();
  await browser.open('/sign-in?next=%2Faccount%2Flogins', from);
  const asked = await browser.send({ email: account.email, password: PASSWORD });
  return { ...account, ...browser, asked };
};

/** Six digits as one writes them in Arabic, and with a space between. */
const inArabic = (digits: string): string =>
  digits.replaceAll(/\d/g, (digit) => String.fromCodePoint(0x660 + Number(digit))).replace(/^(...)/, '$1 ');

describe('who has a second factor', () => {
  it('enters six digits next, at an address of their own, and goes on', async () => {
    const { asked, otp, send } = await begun();
    expect([asked.status, asked.path, asked.problems]).toEqual([200, '/sign-in/code', []]);
    const field = /<input[^>]*name="sixDigits"[^>]*>/.exec(asked.html)?.[0] ?? '';
    expect(field).toMatch(/autocomplete="one-time-code".*inputmode="numeric"/);
    expect((await send()).problems).toEqual(['Enter the 6 digits that your app shows, or a recovery code']);
    expect((await send({ sixDigits: '12345' })).problems).toHaveLength(1);
    expect((await send({ sixDigits: inArabic(otp(1)) })).path).toBe('/account/logins');
  });

  it.each(['sixDigits', 'recoveryCode'])('may enter a recovery code instead (%s)', async (name) => {
    const { recoveryCodes, send } = await begun();
    expect((await send({ [name]: recoveryCodes[0] ?? '' })).path).toBe('/account/logins?done=recoveryCodeUsed');
  });

  it('is told beside the recovery code, which stays open, that this one was used already', async () => {
    const { email, recoveryCodes, send } = await begun();
    const [used = ''] = recoveryCodes;
    await send({ recoveryCode: used });
    const again = await signIn(email);
    const { html, problems } = await again.send({ recoveryCode: used });
    expect(problems).toEqual(['The code is wrong or was used already. Each works once: take another one.']);
    expect(html).toMatch(/<details[^>]* open/);
  });

  it('finds the page again after a reload and in another language, and nothing to send after Back', async () => {
    const { asked, chooseLanguage, open, otp, send } = await begun();
    expect((await open(asked.address)).form?.values).toHaveProperty('sixDigits', '');
    expect((await chooseLanguage('de')).heading).toBe('Geben Sie die 6 Ziffern ein');
    await send({ sixDigits: otp(1) });
    const { form, links } = await open(asked.address);
    expect([form, links]).toEqual([undefined, expect.arrayContaining(['/'])]);
  });

  it('has the password neither on the page nor in a cookie', async () => {
    const { asked, cookies, recoveryCodes, send } = await begun();
    const refused = await send({ sixDigits: '000000', recoveryCode: '' });
    for (const text of [asked.html, refused.html, ...cookies.values()]) expect(text).not.toContain(PASSWORD);
    expect(await send({ recoveryCode: recoveryCodes[1] ?? '' })).toMatchObject({ status: 200 });
  });

  it('is done once by two clicks, and goes on', async () => {
    const { asked, otp, send, open } = await begun();
    const sent = { ...asked.form?.values, sixDigits: otp(1) };
    const replies = await Promise.all([1, 2].map(() => send(sent, { path: '/sign-in/code' })));
    const refused = replies.find(({ status }) => status !== 200);
    expect(refused?.problems).toEqual([expect.stringContaining('by this page already')]);
    expect(refused?.links).toContain('/account/logins');
    expect((await open('/account/logins')).path).toBe('/account/logins');
  });

  it('clicks twice on the first page, and finishes by either reply', async () => {
    const { email, otp, recoveryCodes } = await guarded();
    const browser = visitor();
    const { form } = await browser.open('/sign-in');
    const sent = { ...form?.values, email, password: PASSWORD };
    const [one, other] = await Promise.all([1, 2].map(() => browser.send(sent, { path: '/sign-in' })));
    const finish = (values: typeof sent, code: string) =>
      visitor().send({ ...values, sixDigits: code }, { path: '/sign-in/code' });
    const finished = [
      await finish({ ...sent, ...one?.form?.values }, otp(1)),
      await finish({ ...sent, ...other?.form?.values }, recoveryCodes[0] ?? ''),
    ];
    expect(finished.map(({ path }) => path.split('?')[0])).toEqual(['/decisions', '/decisions']);
  });
});

describe('the ticket between the two pages', () => {
  it('is good from the same address alone', async () => {
    const from = { 'X-Forwarded-For': '203.0.113.7' };
    const { asked, otp, send } = await begun();
    const values = { ...asked.form?.values, sixDigits: otp(1) };
    const headers = { 'Sec-Fetch-Site': 'same-origin', ...from };
    expect((await send(values, { path: '/sign-in/code', headers })).problems).toHaveLength(1);
    expect((await send(values, { path: '/sign-in/code' })).path).toBe('/account/logins');
  });
});

it('who has lost the phone and all codes reads whom to call (D-39)', async () => {
  expect((await begun()).asked.text).toContain('+31 15 212 00 00');
});

describe('who trusts the device', () => {
  const WINDOWS = { 'User-Agent': 'Mozilla/5.0 (Windows NT 10.0; rv:140.0) Gecko/20100101 Firefox/140.0' };
  const headers = { 'Sec-Fetch-Site': 'same-origin', ...WINDOWS };
  const signInAgain = async ({ email, cookies, open, send }: Awaited<ReturnType<typeof begun>>) => {
    for (const name of cookies.keys()) if (name !== 'portal-trusted') cookies.delete(name);
    await open('/sign-in');
    return (await send({ email, password: PASSWORD })).path;
  };

  it('is asked for the password alone there, until the list of logins ends it', async () => {
    const one = await begun();
    await one.send({ sixDigits: one.otp(1), go: 'trust' }, { headers });
    expect(await signInAgain(one)).toBe('/decisions');
    const { text, links } = await one.open('/account/logins');
    expect([text, text]).toEqual([
      expect.stringContaining('Trusted devices'),
      expect.stringContaining('Firefox (Windows), this one'),
    ]);
    await one.open(links.find((link) => link.startsWith('/account/logins/trusted/')) ?? '');
    expect((await one.send()).path).toBe('/account/logins?done=saved');
    expect(await signInAgain(one)).toBe('/sign-in/code');
  });

  it('leaves others who trust it trusted, as two do who work at one desk', async () => {
    const [one, other] = [await begun(), await begun()];
    await one.send({ sixDigits: one.otp(1), go: 'trust' });
    for (const [name, value] of one.cookies) if (name === 'portal-trusted') other.cookies.set(name, value);
    await other.send({ sixDigits: other.otp(1), go: 'trust' });
    const desk = { cookies: other.cookies, open: other.open, send: other.send };
    expect([await signInAgain({ ...one, ...desk }), await signInAgain(other)]).toEqual(['/decisions', '/decisions']);
  });

  it('does not by pressing the other button', async () => {
    const one = await begun();
    await one.send({ sixDigits: one.otp(1) });
    expect([...one.cookies.keys()]).not.toContain('portal-trusted');
  });
});

it('a login is called by browser and system, as its browser tells them', async () => {
  const { email } = await member('Par');
  const browser = visitor();
  await browser.open('/sign-in');
  const told = { 'User-Agent': '<b>Firefox/140.0</b> (iPhone)', 'Sec-Fetch-Site': 'same-origin' };
  await browser.send({ email, password: PASSWORD }, { headers: told });
  const { text } = await browser.open('/account/logins');
  expect(text).toContain('Firefox (iPhone), this one');
  expect(text).toContain('Unknown');
});
