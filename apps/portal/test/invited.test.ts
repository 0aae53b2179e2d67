import type { EmailAddress } from '@health-case/domain/model/email';
import { ok } from '@health-case/domain/result';
import { describe, expect, it } from 'vitest';
import { openPortal, PASSWORD } from './support/portal.ts';

const { codeOf, operator, ports, visitor } = openPortal({ registration: 'invited' });

const MISSING = 'Enter the invitation code. Whoever runs this service gives it to you.';
const INVALID = 'The invitation code is wrong, used or too old. Ask for a new one.';

const names = { firstName: 'Noor', lastName: 'Jansen' };
let people = 0;
const login = () => {
  people += 1;
  return { email: `noor-${people}@example.org`, newPassword: PASSWORD };
};
const registerAs = async (role: 'Par' | 'Ast' | 'Doc') => {
  const browser = visitor();
  await browser.open('/register');
  await browser.send({ role });
  return browser;
};

describe('where registration takes an invitation', () => {
  it.each(['Ast', 'Doc'] as const)(
    '%s: the code is asked for before address and password, and told who gives one',
    async (role) => {
      const { send } = await registerAs(role);
      for (const invitation of ['', ' ']) {
        const { problems, status } = await send({ ...names, invitation });
        expect([status, problems]).toEqual([400, [MISSING]]);
      }
    },
  );

  it('a wrong code is asked for again, and the rest is not', async () => {
    const invitation = await operator().issueInvitation({ role: 'Doc', validFor: 60_000 });
    const { send } = await registerAs('Doc');
    await send({ ...names, invitation: 'wrong' });
    const refused = await send(login());
    expect(refused.problems).toEqual([INVALID]);
    expect(refused.form?.values).toMatchObject(names);
    await send({ invitation });
    expect((await send(login())).path).toBe('/decisions');
  });

  it('a parent is asked for none', async () => {
    const { send } = await registerAs('Par');
    await send(names);
    expect((await send(login())).path).toBe('/children');
  });
});

describe('who is invited by mail (D-40)', () => {
  it('registers by the link of the mail, with role, address and code, and need prove nothing', async () => {
    const invitation = await operator().issueInvitation({ role: 'Doc', validFor: 60_000 });
    const manager = await registerAs('Doc');
    await manager.send({ ...names, invitation });
    const own = login();
    await manager.send(own);
    await ports().storage.write(async ({ accounts }) => {
      const known = await accounts.credentialsByEmail(own.email as EmailAddress);
      return ok(known && (await accounts.setManager(known.account.id, true)));
    });
    const email = 'ida@example.org';
    await manager.open('/manage/invitations');
    expect((await manager.send({ email, role: 'Ast' })).text).toContain('valid for seven days');
    const code = await codeOf(email);
    expect((await manager.open('/manage/invitations')).text).toContain(`${email}Assistant`);

    const browser = visitor();
    await browser.open('/invited');
    expect((await browser.send({ code: 'f'.repeat(32) })).status).toBe(401);
    expect((await browser.send({ code })).form?.values).toMatchObject({ invitation: code });
    expect((await browser.send(names)).form?.values).toMatchObject({ email });
    expect((await browser.send({ newPassword: PASSWORD })).path).toBe('/tasks');
    expect((await browser.open('/account')).text).not.toContain('not yet confirmed');
    expect((await manager.open('/manage/invitations')).text).toContain('No invitation is open.');
    const { text, links } = await manager.open('/manage/staff');
    expect(text).toContain(email);
    const taken = expect.stringMatching(/^Somebody who works here has this address already/);
    await manager.open('/manage/invitations');
    expect((await manager.send({ email, role: 'Ast' })).problems).toEqual([taken]);
    await manager.open(`${links.findLast((link) => link.startsWith('/manage/staff/'))}/address`);
    expect((await manager.send({ email })).problems).toEqual([taken]);
    const again = visitor();
    await again.open('/invited');
    expect((await again.send({ code })).status).toBe(401);
  });
});
