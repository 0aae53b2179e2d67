import { createOperatorApplication } from '@health-case/domain/application';
import { ActorErased, Unavailable } from '@health-case/domain/errors';
import type { EmailAddress } from '@health-case/domain/model/email';
import { describe, expect, it, vi } from 'vitest';
import { openPortal, PASSWORD } from './support/portal.ts';
import { privacyFaults } from './support/privacy.ts';

const portal = openPortal();
const { member, application } = portal;

const NAMES = { firstName: 'Noor', lastName: 'Holm' };

describe('an account that ends within a form', () => {
  it.each([
    ['eraseAccount', 401],
    ['disableAccount', 403],
  ] as const)('by %s is asked to sign in, keeps what was typed, and cannot sign in', async (useCase, status) => {
    const mia = await member('Par');
    await mia.open('/children/new');
    const email = mia.email as EmailAddress;
    const ended = await createOperatorApplication(portal.ports())[useCase]({ requestId: 'test', email });
    expect(ended.ok).toBe(true);
    const asked = await mia.send(NAMES);
    expect([asked.status, asked.heading]).toEqual([401, 'Sign in']);
    expect(asked.form?.values['kept']).toContain('firstName=Noor');
    const refused = await mia.send({ email: mia.email, password: PASSWORD });
    expect([refused.status, refused.heading]).toEqual([status, 'Sign in']);
    expect(refused.form?.values['kept']).toContain('firstName=Noor');
  });

  it('keeps what was typed in whichever language is chosen before signing in, and then', async () => {
    const { open, send, chooseLanguage, cookies, email } = await member('Par');
    await open('/children/new');
    await send(NAMES);
    cookies.clear();
    expect((await chooseLanguage('de', { 'birthDate-day': '3' })).heading).toBe('Anmelden');
    expect((await chooseLanguage('nl')).heading).toBe('Aanmelden');
    expect((await send({ email, password: PASSWORD })).heading).toBe('Geboortedatum (niet verplicht)');
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
    expect([asked.status, asked.heading]).toEqual([401, 'Sign in']);
    expect([...mia.cookies.keys()]).toEqual([]);
    const noa = await member('Par');
    vi.spyOn(application(), 'describeAccount').mockImplementationOnce(erased);
    expect((await noa.open('/account')).path).toBe('/sign-in?next=%2Faccount');
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
      expect((await open('/children')).text.match(/Noor Holm/g)).toHaveLength(1);
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

  it('what cannot be foreseen is told without its reason', async () => {
    const { open } = await member('Par');
    vi.spyOn(application(), 'listOwnChildren').mockRejectedValueOnce(new Error('the table child of Noor'));
    const page = await open('/children');
    expect(page.status).toBe(500);
    expect(page.html).not.toContain('Noor');
  });
});

it('every reply to all of this is kept by no browser, and tells nothing to its history', () => {
  expect(portal.replies.length).toBeGreaterThan(0);
  expect(portal.replies.flatMap((reply) => privacyFaults(reply, ['Noor']))).toEqual([]);
});
