import { describe, expect, it } from 'vitest';
import { openPortal, PASSWORD } from './support/portal.ts';
import { createRaw, FORM } from './support/raw.ts';

const PUBLIC_URL = 'https://portal.example.org';
const BOUND = ['HttpOnly', 'Path=/', 'SameSite=Lax', 'Secure'];
const IN_CLEAR = ['HttpOnly', 'Path=/', 'SameSite=Lax'];

const openWith = (more: Parameters<typeof openPortal>[0] = {}) => {
  const portal = openPortal(more);
  const raw = createRaw(portal.url);
  let accounts = 0;
  const register = async () => {
    accounts += 1;
    const email = `mia-${accounts}@example.org`;
    const names = { firstName: 'Mia', lastName: 'Holm', role: 'Par', through: 'A', address: '192.0.2.1' };
    const input = { requestId: 'test', ...names, email, password: PASSWORD };
    await portal.application().registerAccount(input as never);
    return email;
  };
  /** The cookies of a login, each as its name and its attributes. The form of a stranger has no token. */
  const signIn = async (headers: Record<string, string>) => {
    const body = new URLSearchParams({ email: await register(), password: PASSWORD, step: '0' }).toString();
    return cookiesOf(await raw('/sign-in', { method: 'POST', headers: { ...FORM, ...headers }, body }));
  };
  return { ...portal, raw, signIn };
};

type Reply = Awaited<ReturnType<ReturnType<typeof createRaw>>>;

const cookiesOf = ({ headers }: Reply) =>
  [headers['set-cookie'] ?? []].flat().map((cookie) => {
    const [pair = '', ...attributes] = cookie.split('; ');
    const [name = '', value = ''] = pair.split('=');
    return { name, value, attributes: attributes.sort() };
  });

describe('gives a session to browsers alone: not to scripts, other hosts or forms of other sites', () => {
  const behindTls = openWith({ publicUrl: PUBLIC_URL });
  const ofMachine = openWith();

  it('nor to connections in the clear, where there is TLS', async () => {
    const { host } = new URL(PUBLIC_URL);
    // Without an age, it ends with the browser.
    const expected = [{ name: '__Host-session', value: expect.stringMatching(/^[\w-]+$/), attributes: BOUND }];
    expect(await behindTls.signIn({ Host: host })).toEqual(expected);
    expect(await behindTls.signIn({ Host: 'localhost' })).toEqual(expected);
    const [{ value = '' } = {}] = await behindTls.signIn({ Host: host });
    const statusOf = async (Cookie: string) =>
      (await behindTls.raw('/account', { headers: { Host: host, Cookie } })).status;
    expect(await statusOf(`__Host-session=${value}`)).toBe(200);
    expect(await statusOf(`portal-session=${value}`)).toBe(303);
  });

  it('bound to no TLS on one machine, where WebKit would keep none; but through a proxy that names this machine', async () => {
    const expected = [{ name: 'portal-session', value: expect.stringMatching(/^[\w-]+$/), attributes: IN_CLEAR }];
    const [host] = [new URL(ofMachine.url()).host];
    for (const headers of [{}, { Host: '127.0.0.1' }, { Host: host, Origin: `http://${host}` }]) {
      expect(await ofMachine.signIn(headers as Record<string, string>)).toEqual(expected);
    }
    const proxied = await ofMachine.signIn({ Host: host, Origin: PUBLIC_URL });
    expect(proxied.map(({ name, attributes }) => [name, attributes])).toEqual([['__Host-session', BOUND]]);
  });

  it('and on one machine drops the cookies from before, which would count instead', async () => {
    const [{ value = '' } = {}] = await ofMachine.signIn({});
    const Cookie = `__Host-session=old; __Host-language=fr; portal-session=${value}`;
    const before = await ofMachine.raw('/account', { headers: { Cookie } });
    expect(before.status).toBe(303);
    expect(cookiesOf(before).map(({ name, value: left }) => [name, left])).toEqual([
      ['portal-session', ''],
      ['__Host-session', ''],
    ]);
    const chosen = cookiesOf(await ofMachine.raw('/language/nl', { headers: { Cookie } }));
    expect(chosen.map(({ name, value: left }) => [name, left])).toEqual([
      ['portal-language', 'nl'],
      ['__Host-language', ''],
    ]);
  });
});
