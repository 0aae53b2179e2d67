import { expect, it } from 'vitest';
import { openPortal } from './support/portal.ts';

/** What is said where somebody begins, and there is nothing yet. */

const { before, member, signIn } = openPortal();

/** As somebody sees it who has just signed in. */
const begin = async (role: Parameters<typeof member>[0]) => {
  const { account, email } = await member(role);
  return { ...(await signIn(email)), account, email };
};

it('a parent adds a child first', async () => {
  const { account, open, page } = await begin('Par');
  // Whoever is new has lost no child.
  expect([page().path, page().text]).toEqual([
    '/children',
    expect.stringMatching(/Your first day here.*Was a child here before\?/),
  ]);
  expect(page().links).toEqual(expect.arrayContaining(['/children/new', '/join']));
  await before.childAdded({ account });
  expect((await open('/children')).text).not.toContain('Your first day here');
});

it('a doctor turns on the second factor and names assistants, and reads how parents find her', async () => {
  const { account, open, page, send } = await begin('Doc');
  expect(page().path).toBe('/decisions');
  expect(page().links).toEqual(expect.arrayContaining(['/account/factor', '/practice/assistants', '/account/phrases']));
  expect(page().text).toContain(`by your name, ${account.firstName} ${account.lastName}.`);
  expect(page().text).not.toContain('done');
  const { email } = await member('Ast');
  await open('/practice/assistants');
  expect((await send({ email })).text).toContain('The assistant works on all your cases from now on');
  expect((await open('/decisions')).text).toMatch(/registered here done/);
});

it('an assistant gives the doctor the address, until the doctor has added it', async () => {
  const { email, open, page } = await begin('Ast');
  expect(page().path).toBe('/tasks');
  expect(page().text).toContain(`the address with which you have registered, ${email}.`);
  const doctor = await begin('Doc');
  await doctor.open('/practice/assistants');
  await doctor.send({ email });
  expect((await open('/tasks')).text).not.toContain('Your first day here');
});
