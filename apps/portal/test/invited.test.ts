import { createOperatorApplication } from '@health-case/domain/application';
import { describe, expect, it } from 'vitest';
import { openPortal, PASSWORD } from './support/portal.ts';

const { ports, visitor } = openPortal({ registration: 'invited' });

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
    const { issueInvitation } = createOperatorApplication(ports());
    const issued = await issueInvitation({ role: 'Doc', validFor: 60_000, requestId: 'the operator' });
    const { send } = await registerAs('Doc');
    await send({ ...names, invitation: 'wrong' });
    const refused = await send(login());
    expect(refused.problems).toEqual([INVALID]);
    expect(refused.form?.values).toMatchObject(names);
    await send({ invitation: issued.ok ? issued.value : '' });
    expect((await send(login())).path).toBe('/decisions');
  });

  it('a parent is asked for none', async () => {
    const { send } = await registerAs('Par');
    await send(names);
    expect((await send(login())).path).toBe('/children');
  });
});
