import { ActorErased, Unavailable } from '@health-case/domain/errors';
import { describe, expect, it, vi } from 'vitest';
import { openPortal, PASSWORD } from './support/portal.ts';
import { itKeepsPrivate } from './support/privacy.ts';
import type { Page } from './support/visitor.ts';

const portal = openPortal();
const { member, application } = portal;

/** In no name of a form. */
const TYPED = /Noor|756\.1234|"2019"/;
const NAMES = { firstName: 'Noor', lastName: 'Holm' };

describe('an account that ends within a form', () => {
  it.each([
    ['eraseAccount', 401, ''],
    ['disableAccount', 403, 'yes'],
  ] as const)(
    'by %s is asked to sign in, and cannot; what was typed goes with the account',
    async (useCase, status, left) => {
      const mia = await member('Par');
      await mia.open('/children/new');
      await portal.operator()[useCase]({ email: mia.email });
      const asked = await mia.send(NAMES);
      const { next, kept } = asked.form?.values ?? {};
      expect([asked.heading, kept, asked.html.includes('Noor')]).toEqual(['Sign in', left, false]);
      const refused = await mia.send({ email: mia.email, password: PASSWORD });
      expect([refused.status, refused.heading]).toEqual([status, 'Sign in']);
      expect(refused.form?.values).toMatchObject({ next, kept });
      expect(refused.html).not.toContain('Noor');
    },
  );

  it('keeps what was typed in whichever language is chosen before signing in, and then', async () => {
    const { open, send, chooseLanguage, cookies, email } = await member('Par');
    await open('/children/new');
    await send(NAMES);
    cookies.clear();
    expect((await chooseLanguage('de', { 'birthDate-day': '3' })).heading).toBe('Anmelden');
    expect((await chooseLanguage('nl')).heading).toBe('Aanmelden');
    expect((await send({ email, password: PASSWORD })).heading).toBe('Geboortedatum (optioneel)');
    const { heading, form } = await chooseLanguage('en');
    expect(heading).toBe('Date of birth (optional)');
    expect(form?.values).toMatchObject({ ...NAMES, 'birthDate-day': '3' });
  });

  it('just while the form is being done, is asked to sign in, too', async () => {
    const mia = await member('Par');
    const erased = () => Promise.reject(new ActorErased());
    await mia.open('/account/name');
    vi.spyOn(application(), 'changeProfile').mockImplementationOnce(erased);
    const asked = await mia.send(NAMES);
    expect(asked.heading).toBe('Sign in');
    expect([...mia.cookies.keys()]).toEqual([]);
    const noa = await member('Par');
    vi.spyOn(application(), 'describeAccount').mockImplementationOnce(erased);
    expect((await noa.open('/account')).path).toBe('/sign-in?next=%2Faccount');
  });
});

/** A form that somebody has filled in, whose session has ended meanwhile; and the page that asks to sign in. */
const interrupted = async () => {
  const mia = await member('Par');
  await mia.open('/children/new');
  await mia.send(NAMES);
  await mia.send({ 'birthDate-day': '3', 'birthDate-month': '2', 'birthDate-year': '2019' });
  mia.cookies.delete('portal-session');
  const asked = await mia.send({ socSecNum: '756.1234.5678.97' });
  return { mia, asked, next: asked.form?.values['next'] ?? '' };
};

describe('what was typed before a session ended', () => {
  it('stands in no page in the clear, and comes back for the account that typed it', async () => {
    const { mia, asked } = await interrupted();
    expect([asked.heading, asked.form?.values['kept']]).toEqual(['Sign in', 'yes']);
    expect(asked.address + asked.html).not.toMatch(TYPED);
    const wrong = await mia.send({ email: mia.email, password: 'not that one' });
    expect(wrong.html).not.toMatch(TYPED);
    const back = await mia.send({ email: mia.email, password: PASSWORD });
    expect(back.form?.values).toMatchObject({ ...NAMES, socSecNum: '756.1234.5678.97' });
  });

  it('is dropped where another account signs in, which is told so and sees nothing of it', async () => {
    const { mia } = await interrupted();
    const noa = await member('Par');
    const replies = portal.replies.length;
    const page = await mia.send({ email: noa.email, password: PASSWORD });
    expect([page.path, page.text]).toEqual(['/children?done=typedDropped', expect.stringContaining('was not kept')]);
    expect(
      portal.replies
        .slice(replies)
        .map(({ html }) => html)
        .join(),
    ).not.toMatch(TYPED);
    expect((await mia.open('/account')).text).toContain(noa.email);
  });

  it('is in no other form, and is dropped if it is not known who has typed it', async () => {
    const { mia, next } = await interrupted();
    const signIn = { email: mia.email, password: PASSWORD, kept: 'yes' };
    for (const other of ['/account/name', next.replace(/form=.{8}/, 'form=00000000')]) {
      const page = await mia.send({ ...signIn, next: other }, { path: '/sign-in' });
      expect([page.path, page.html.includes('Noor')]).toEqual(['/children?done=typedDropped', false]);
    }
    const elsewhere = await mia.send(
      { ...signIn, next: next.replace('/children/new', '/account/name') },
      { path: '/sign-in' },
    );
    expect([elsewhere.path, elsewhere.html.includes('Noor')]).toEqual(['/account/name', false]);
    expect((await mia.open(next)).form?.values).toMatchObject(NAMES);
    await mia.open('/account/name');
    mia.cookies.delete('portal-session');
    const asked = await mia.send({ ...NAMES, owner: '' });
    expect([asked.heading, asked.form?.values['kept'], asked.form?.values['next']]).toEqual([
      'Sign in',
      '',
      '/account/name',
    ]);
  });
});

describe('while the store does not answer', () => {
  const outage = () => Promise.reject(new Unavailable('store', 'No store.', { retryAfterSeconds: 7 }));

  it.each(['addChild', 'resumeSession'] as const)(
    'and %s fails, a form is kept, with a button that sends it again: it is done once then',
    async (useCase) => {
      const { open, send } = await member('Par');
      await open('/children/new');
      await send(NAMES);
      await send();
      await send({ socSecNum: '12345678' });
      vi.spyOn(application(), useCase).mockImplementationOnce(outage);
      const refused = await send();
      expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '7']);
      expect(refused.text).toContain('Noor');
      const { action = '', values } = refused.form ?? {};
      const done = await send();
      expect(done.path).toMatch(/\?done=childAdded$/);
      expect((await send(values, { path: action })).path).toBe(done.path);
      expect((await open('/children')).text.match(/Certificates of Noor Holm/g)).toHaveLength(1);
    },
  );

  it('the form is shown again in another language, and is not sent by choosing it', async () => {
    const { open, chooseLanguage, send } = await member('Par');
    await open('/account/name');
    vi.spyOn(application(), 'changeProfile').mockImplementationOnce(outage);
    expect((await send(NAMES)).status).toBe(503);
    const german = await chooseLanguage('de');
    expect([german.status, german.form?.values]).toEqual([200, expect.objectContaining(NAMES)]);
    vi.spyOn(application(), 'resumeSession').mockImplementationOnce(outage);
    const french = await chooseLanguage('fr');
    expect([french.status, french.html]).toEqual([503, expect.stringContaining('<html lang="fr"')]);
    expect(french.text).toContain('Noor');
    expect((await open('/account')).text).not.toContain('Noor');
  });

  it('a form of another session is not sent by that button', async () => {
    const [mia, noa] = [await member('Par'), await member('Par')];
    const { values } = (await mia.open('/account/name')).form ?? {};
    vi.spyOn(application(), 'resumeSession').mockImplementationOnce(outage);
    await noa.send({ ...values, ...NAMES }, { path: '/account/name' });
    const { values: kept } = noa.page().form ?? {};
    expect((await noa.chooseLanguage('de')).status).toBe(409);
    expect((await noa.send(kept, { path: '/account/name' })).status).toBe(409);
  });

  it('a page says so', async () => {
    const { open } = await member('Par');
    vi.spyOn(application(), 'listOwnChildren').mockImplementationOnce(outage);
    const page = await open('/children');
    expect([page.status, page.headers.get('retry-after'), page.form]).toEqual([503, '7', undefined]);
  });

  const throttled = { ok: false, refusal: { code: 'THROTTLED', retryAfterSeconds: 9 } } as never;
  const waitOf = ({ status, headers }: Page) => [status, headers.get('retry-after')];

  it('tells programs how long to wait after too many tries, also by a page in place of a form and by a form that is kept', async () => {
    const { open, send } = await member('Par');
    vi.spyOn(application(), 'listPasskeys').mockResolvedValueOnce(throttled);
    expect(waitOf(await open('/account/passkeys/new'))).toEqual([429, '9']);
    await open('/account/name');
    vi.spyOn(application(), 'resumeSession').mockResolvedValueOnce(throttled);
    expect(waitOf(await send(NAMES))).toEqual([429, '9']);
  });

  it('what cannot be foreseen is told without its reason', async () => {
    const { open } = await member('Par');
    vi.spyOn(application(), 'listOwnChildren').mockRejectedValueOnce(new Error('the table child of Noor'));
    const page = await open('/children');
    expect(page.status).toBe(500);
    expect(page.html).not.toContain('Noor');
  });
});

itKeepsPrivate(portal, 'Noor');
