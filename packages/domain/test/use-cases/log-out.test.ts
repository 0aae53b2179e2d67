import { describe, expect, test } from 'vitest';
import { refuse } from '../../src/errors.ts';
import { ok } from '../../src/result.ts';
import { openClinic } from '../support/clinic.ts';
import { codeOf } from '../support/outcomes.ts';

describe('logging out (D-09)', () => {
  test('ends the session and no other', async () => {
    const { app, logIn, parent, doctor } = await openClinic();
    const [here, elsewhere, another] = [await logIn(parent), await logIn(parent), await logIn(doctor)];
    expect(await app.logOut({ session: here.session })).toEqual(ok(undefined));
    expect(await app.resumeSession(here.token)).toEqual(refuse('SESSION_INVALID'));
    expect(codeOf(await app.resumeSession(elsewhere.token))).toBe('OK');
    expect(codeOf(await app.resumeSession(another.token))).toBe('OK');
  });

  test('is no mistake when done twice', async () => {
    const { app, logIn, parent } = await openClinic();
    const { session } = await logIn(parent);
    await app.logOut({ session });
    expect(await app.logOut({ session })).toEqual(ok(undefined));
  });
});

describe('describing an account', () => {
  test('answers whoever is calling', async () => {
    const { app, logIn, assistant } = await openClinic();
    const { actor } = await logIn(assistant);
    expect(await app.describeAccount({ actor })).toEqual(ok(assistant));
  });
});
