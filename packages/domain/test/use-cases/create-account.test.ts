import { describe, expect, test } from 'vitest';
import { refuse } from '../../src/errors.ts';
import { createSetup } from '../../testing/setup.ts';
import { openClinic, PASSWORD } from '../support/clinic.ts';
import { codeOf, must } from '../support/outcomes.ts';
import { attempt, email, name, password } from '../support/values.ts';

const facts = {
  firstName: name('Nina'),
  lastName: name('New'),
  email: email('nina@example.org'),
  password: password(PASSWORD),
  role: 'Doc',
} as const;

describe('creating an account for somebody', () => {
  test.each(['open', 'invited'] as const)('takes no invitation, with registration %s', async (registration) => {
    const clinic = await openClinic();
    const account = must(await createSetup({ ...clinic, registration }).createAccount(facts));
    expect(account).toMatchObject({ email: facts.email, role: 'Doc' });
    const login = await clinic.app.logIn({ email: facts.email, password: attempt(PASSWORD) });
    expect(codeOf(login)).toBe('OK');
  });

  test('is refused for an address that is taken, and for a common password', async () => {
    const clinic = await openClinic();
    const create = clinic.app.createAccount;
    expect(await create({ ...facts, email: clinic.doctor.email })).toEqual(refuse('EMAIL_TAKEN'));
    expect(await create({ ...facts, password: password('sunshine') })).toEqual(refuse('PASSWORD_COMMON'));
  });
});
