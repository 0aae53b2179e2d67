import { describe, expect, it } from 'vitest';
import { FORMS, PAGES } from '../src/pages/all.ts';
import { openPortal, PASSWORD } from './support/portal.ts';
import { itKeepsPrivate } from './support/privacy.ts';
import { cookieOf, createRaw } from './support/raw.ts';

const portal = openPortal();
const { member, visitor, url } = portal;
const raw = createRaw(url);

describe('an address', () => {
  const withJunk = new Map(
    [...PAGES, ...FORMS].filter(({ path }) => path.includes(':')).map((one) => [one.path, one.who]),
  );

  it.each(['x', '%00', '%', '%ff', '..%2f..', "'--", '0'.repeat(5000), '<script>'])(
    'with %j for an id has no page',
    async (junk) => {
      const [parent, doctor] = [await member('Par'), await member('Doc')];
      const statuses = [...withJunk].map(async ([path, who]) => {
        const at = path.replaceAll(/:\w+/g, junk);
        const reader = typeof who === 'string' || who.includes('Par') ? parent : doctor;
        const { status, text } = await raw(at, { headers: { Cookie: cookieOf(reader) } });
        return status < 500 && !text.includes('<script>') ? [] : `${status} ${at}`;
      });
      expect((await Promise.all(statuses)).flat()).toEqual([]);
    },
  );

  it('for changing passwords is where managers look for it', async () => {
    const { status, headers } = await raw('/.well-known/change-password');
    expect([status, headers['location']]).toEqual([302, '/account/password']);
  });

  it('may be asked about by HEAD alone, and by no other method', async () => {
    const head = await raw('/sign-in', { method: 'HEAD' });
    expect([head.status, head.text, head.headers['cache-control']]).toEqual([200, '', 'no-store']);
    for (const method of ['PUT', 'DELETE', 'PATCH', 'OPTIONS'])
      expect((await raw('/sign-in', { method })).status).toBe(404);
  });

  it.each([
    '//evil.example',
    '/\\evil.example',
    'https://evil.example',
    '/%2f/evil',
    'javascript:alert(1)',
    '/sign-in?next=/',
    '/\t/evil.example',
  ])('elsewhere, such as %j, is not gone to after signing in', async (next) => {
    const { email } = await member('Par');
    for (const kept of ['', 'firstName=x']) {
      const { open, send } = visitor();
      await open(`/sign-in?next=${encodeURIComponent(next)}`);
      const { path } = await send({ email, password: PASSWORD, next, kept });
      expect(path).toBe(kept === '' ? '/children' : '/children?done=typedDropped');
      expect((await open('/')).path).toBe('/children');
    }
  });

  it.each(['//evil.example/', '/\\evil.example/'])('%j is not gone back to after choosing a language', async (from) => {
    const { status, headers } = await raw('/language/de', { headers: { Referer: `${url()}${from}` } });
    expect([status, headers['location']]).toEqual([303, '/']);
  });
});

it('cookies with junk, or of another service, are those of nobody', async () => {
  const junk = ['', '%', '%E0%A4%A', 'A'.repeat(43), 'A'.repeat(5000), '"quoted"', 'a;b', '__proto__'];
  for (const value of junk) {
    for (const name of '__Host-session __Host-language portal-session portal-language session __proto__'.split(' ')) {
      const { status, headers } = await raw('/account', { headers: { Cookie: `${name}=${value}` } });
      expect([status, headers['location']]).toEqual([303, '/sign-in?next=%2Faccount']);
      expect((await raw('/sign-in', { headers: { Cookie: `${name}=${value}` } })).status).toBe(200);
    }
  }
});

it('an address without a page leads whoever has signed in back to their own pages', async () => {
  const { open } = await member('Par');
  const { status, links } = await open('/nothing-here');
  expect([status, links.includes('/children')]).toEqual([404, true]);
});

it('no page says that something was done if it was not', async () => {
  const { open } = await member('Par');
  expect((await open('/cases/unknown?done=saved')).text).not.toContain('Saved');
});

itKeepsPrivate(portal, 'Noor');
