import { expect, test } from 'vitest';
import { HOUR, later } from '../../src/model/values.ts';
import { createSetup } from '../../testing/setup.ts';
import { openClinic, PASSWORD } from '../support/clinic.ts';
import { must } from '../support/outcomes.ts';
import { email, name, password } from '../support/values.ts';

test('invitations are listed with their state, oldest first, and never with a code', async () => {
  const clinic = await openClinic();
  const ports = { ...clinic, registration: 'invited' } as const;
  const start = clinic.clock.now();
  const issue = async (validFor: number) => must(await createSetup(ports).issueInvitation({ role: 'Doc', validFor }));
  const used = await issue(HOUR);
  clinic.clock.advance(1);
  const codes = [used, await issue(2), await issue(HOUR)];
  const person = {
    firstName: name('Nina'),
    lastName: name('New'),
    email: email('nina@example.org'),
    role: 'Doc',
  } as const;
  const facts = { ...person, password: password(PASSWORD), invitation: used };
  const { id } = must(await createSetup(ports).registerAccount(facts));
  clinic.clock.advance(2);

  const listed = must(await createSetup(ports).listInvitations({ from: start, limit: 10 }));
  expect(listed.map(({ state, usedBy }) => [state, usedBy])).toEqual([
    ['used', id],
    ['expired', undefined],
    ['open', undefined],
  ]);
  for (const code of codes) expect(Object.values(listed).flatMap((entry) => Object.values(entry))).not.toContain(code);
  expect(must(await createSetup(ports).listInvitations({ from: later(start, 1), limit: 1 }))).toEqual([listed[1]]);
});
