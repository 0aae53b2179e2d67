import { expect, it } from 'vitest';
import { openPortal, PASSWORD } from './support/portal.ts';

const { member, visitor, url } = openPortal();

it('gives a session to browsers alone: not to scripts, other hosts, connections in the clear or forms of other sites', async () => {
  const { email } = await member('Par');
  const { open } = visitor();
  const { form } = await open('/sign-in');
  const reply = await fetch(`${url()}/sign-in`, {
    method: 'POST',
    body: new URLSearchParams({ ...form?.values, email, password: PASSWORD }),
    headers: { 'Sec-Fetch-Site': 'same-origin' },
    redirect: 'manual',
  });
  const [value = '', ...attributes] = (reply.headers.getSetCookie()[0] ?? '').split('; ');
  expect(value).toMatch(/^__Host-session=[\w-]+$/);
  // Without an age, it ends with the browser.
  expect(attributes.sort()).toEqual(['HttpOnly', 'Path=/', 'SameSite=Lax', 'Secure']);
});
