import { randomUUID } from 'node:crypto';
import { get, type IncomingMessage } from 'node:http';
import { describe, expect, it } from 'vitest';
import { openPortal, PASSWORD } from './support/portal.ts';
import type { Page } from './support/visitor.ts';

const { copyOf, visitor, member, url } = openPortal();

describe('the navigation', () => {
  /** The places that it names, and which of them one is at. */
  const navigationOf = ({ html }: { readonly html: string }) => {
    const header = html.split('</header>')[0] ?? '';
    const here = [...header.matchAll(/href="([^"]*)" aria-current="(\w+)"/g)].map(([, href, how]) => `${href} ${how}`);
    return { isOfDoctors: header.includes('href="/practice/children"'), here };
  };

  it('is that of the role, and says where one is, whoever has come before', async () => {
    const [parent, doctor] = [await member('Par'), await member('Doc')];
    for (let time = 0; time < 2; time += 1) {
      expect(navigationOf(await parent.open('/cases'))).toEqual({ isOfDoctors: false, here: ['/cases page'] });
      expect(navigationOf(await doctor.open('/cases'))).toEqual({ isOfDoctors: true, here: ['/cases page'] });
      expect(navigationOf(await parent.open('/children/new'))).toEqual({
        isOfDoctors: false,
        here: ['/children true'],
      });
      expect(navigationOf(await visitor().open('/sign-in'))).toEqual({ isOfDoctors: false, here: ['/sign-in page'] });
    }
  });
});

describe('a visitor', () => {
  it('is told beside the field, and on top, what is wrong, and types nothing but the password twice', async () => {
    const { open, send } = visitor();
    await open('/register');
    await send({ role: 'Par' });
    await send({ firstName: '<b>Noa</b>', lastName: 'Jansen' });
    const refused = await send({ email: 'nowhere', newPassword: 'short' });
    expect(refused.status).toBe(400);
    expect(refused.title).toMatch(/^Error: /);
    expect(refused.problems).toEqual([
      'Enter an e-mail address in the correct form, such as name@example.org',
      'The password must have 8 to 128 characters',
    ]);
    expect(refused.form?.values).toMatchObject({ firstName: '<b>Noa</b>', email: 'nowhere', newPassword: '' });
    expect(refused.html).not.toContain('<b>Noa');
  });

  it('comes after registering to the page that was wanted first, as with a code on paper, unless it is of others', async () => {
    const registered = async (wanted: string) => {
      const { open, send } = visitor();
      const { links } = await open(wanted);
      await open(links.find((link) => link.includes('?next=') && link.startsWith('/register')) ?? '/register');
      await send({ role: 'Par' });
      await send({ firstName: 'Noa', lastName: 'Jansen' });
      return (await send({ email: `noa-${randomUUID()}@example.org`, newPassword: PASSWORD })).path;
    };
    expect(await registered('/join')).toBe('/join');
    expect(await registered(`/cases/${randomUUID()}`)).toBe('/children');
  });

  it('with a code for a child reads who signs in with it, and whoever works here that it takes another account', async () => {
    expect((await visitor().open('/join')).text).toContain('For your code, sign in as a parent');
    expect((await visitor().open('/account')).text).not.toContain('For your code');
    expect(await (await member('Doc')).open('/join')).toMatchObject({
      status: 403,
      text: expect.stringContaining('is a parent, too, needs two accounts'),
    });
  });

  it.each([
    ['Par', '/decisions', true],
    ['Par', '/manage', true],
    ['Ast', '/children', true],
    ['Ast', '/decisions', false],
    ['Doc', '/manage', false],
  ] as const)('for others tells %s at %s of another account, where one may help: %s', async (role, path, mayHelp) => {
    const { status, text } = await (await member(role)).open(path);
    expect([status, text.includes('If you have another account here')]).toEqual([403, mayHelp]);
  });

  it.each([
    ['xx, fr-CH;q=0.8, de;q=0.9', 'de'],
    ['en; q=0.5, de; q=0.9', 'de'],
    ['frr-DE, de;q=0.8', 'de'],
    ['de;q=0, *;q=0.1', 'en'],
    ['DE-1996', 'de'],
    ['*', 'en'],
  ])('reads in the language that the browser wants (%s)', async (wanted, language) => {
    const reply = await fetch(`${url()}/sign-in`, { headers: { 'Accept-Language': wanted } });
    expect(await reply.text()).toContain(`<html lang="${language}"`);
  });

  it('reads in the language that was chosen, whatever the browser wants', async () => {
    const { open } = visitor();
    await open('/language/nl');
    expect((await open('/sign-in')).heading).toBe('Aanmelden');
  });

  it('who goes back a step while registering finds what was typed, and gets mails in the language of the page', async () => {
    const { open, send } = visitor();
    await open('/language/fr');
    await open('/register');
    await send({ role: 'Par' });
    await send({ firstName: 'Zoé', lastName: 'Jansen' });
    expect((await send({ go: 'step-1', email: 'zoe@example.org' })).form?.values).toMatchObject({ firstName: 'Zoé' });
    expect((await send()).form?.values).toMatchObject({ email: 'zoe@example.org' });
    await send({ newPassword: PASSWORD });
    expect((await open('/account')).text).toContain('Français');
  });

  it('who chooses another language while signing in finds the address, and not the password', async () => {
    const mia = await member('Par');
    mia.cookies.clear();
    await mia.open('/cases?status=ongoing');
    const { heading, form } = await mia.chooseLanguage('nl', { email: mia.email, password: PASSWORD });
    expect([heading, form?.values['email'], form?.values['password']]).toEqual(['Aanmelden', mia.email, '']);
    expect((await mia.send({ password: PASSWORD })).path).toBe('/cases?status=ongoing');
  });
});

describe('a member', () => {
  it('signs out, and the session is over for every browser that has it', async () => {
    const mia = await member('Par');
    const stolen = copyOf(mia);
    await mia.open('/sign-out');
    expect((await mia.send()).path).toBe('/sign-in?done=signedOut');
    expect((await stolen.open('/account')).path).toBe('/sign-in?next=%2Faccount');
  });

  it.each(['the same account', 'another account'])(
    'who signs in again, as %s, leaves no session behind',
    async (who) => {
      const [mia, noa] = [await member('Par'), await member('Par')];
      const former = copyOf(mia);
      await mia.open('/sign-in');
      const email = who === 'the same account' ? mia.email : noa.email;
      await mia.send({ email, password: 'not that one' });
      expect((await former.open('/account')).path).toBe('/account');
      await mia.send({ email, password: PASSWORD });
      expect((await mia.open('/account')).text).toContain(email);
      expect((await former.open('/account')).path).toBe('/sign-in?next=%2Faccount');
    },
  );

  it('who registers another account has left the first one', async () => {
    const mia = await member('Par');
    const former = copyOf(mia);
    await mia.open('/register');
    await mia.send({ role: 'Par' });
    await mia.send({ firstName: 'Noa', lastName: 'Holm' });
    expect((await mia.send({ email: 'noa@example.net', newPassword: PASSWORD })).status).toBe(200);
    expect((await mia.open('/account')).text).toContain('noa@example.net');
    expect((await former.open('/account')).path).toBe('/sign-in?next=%2Faccount');
  });

  it('whose session has ended is signed out by the form of before', async () => {
    const mia = await member('Par');
    const { form } = await mia.open('/sign-out');
    await mia.send();
    expect((await mia.send(form?.values, { path: '/sign-out' })).path).toBe('/sign-in?done=signedOut');
  });

  it('comes back to the page, and to the part of a list, that was asked for while signed out', async () => {
    const mia = await member('Par');
    mia.cookies.clear();
    const signIn = await mia.open('/cases?status=ongoing&done=saved');
    expect(signIn.path).toBe('/sign-in?next=%2Fcases%3Fstatus%3Dongoing');
    expect((await mia.send({ email: mia.email, password: PASSWORD })).path).toBe('/cases?status=ongoing');
  });
});

describe('every page', () => {
  it.each(['10.0.0.5:3002', 'clinic.example.org', 'localhost.example.org'])(
    'is refused at the address %j: what is typed there would travel in the clear',
    async (host) => {
      const reply = await new Promise<IncomingMessage>((resolve, reject) => {
        get(`${url()}/sign-in`, { headers: { Host: host }, agent: false }, resolve).on('error', reject);
      });
      expect(reply.statusCode).toBe(403);
      reply.destroy();
    },
  );
});

it('a monitor is told that the portal works, and that its store does', async () => {
  const statuses = ['/healthz', '/readyz'].map(async (path) => (await fetch(`${url()}${path}`)).status);
  expect(await Promise.all(statuses)).toEqual([204, 204]);
});

it('whoever has tried too often is told how long to wait, in every language and as programs are', async () => {
  const mia = await member('Par');
  const { open, send, chooseLanguage, page } = visitor();
  await open('/sign-in');
  while (page().status !== 429) await send({ email: mia.email, password: 'wrong' });
  const waitOf = ({ text }: Page) => /in (\d+) seconds?\./.exec(text)?.[1];
  expect(waitOf(page())).toBe(page().headers.get('retry-after'));
  expect(page().problems).toEqual([expect.stringMatching(/^That was too often within a short time\. Try again in \d/)]);
  for (const [language, told] of [
    ['de', /in \d+ Sekunden? noch einmal/],
    ['fr', /dans \d+ secondes?\./],
    ['nl', /over \d+ seconden? opnieuw/],
  ] as const) {
    await chooseLanguage(language);
    const password = 'wrong';
    do await send({ email: mia.email, password });
    while (page().status !== 429);
    expect(page().problems).toEqual([expect.stringMatching(told)]);
  }
});
