import { type Clinic, openClinic, PASSWORD, registration } from '@health-case/composition/testing/clinic';
import { exchange } from '@health-case/http/testing/client';
import { expectRefusal } from '@health-case/http/testing/replies';
import { variantA } from '@health-case/variant-a/variant-a';
import { variantB } from '@health-case/variant-b/variant-b';
import { describe, expect, it } from 'vitest';

const CLINICS = [variantA, variantB].map(openClinic);

const NEW = 'another-lantern-7';

/** What each call answers to each role and to wrong fields, the tests of the model prove. */
describe.each(CLINICS)('variant $name: registration (D-15)', (clinic) => {
  const { call, words } = clinic;

  it('ignores unknown members, and takes no role from __proto__ (D-04)', async () => {
    const { role, ...rest } = registration();
    const odd = (facts: object) => JSON.stringify(facts).replace('{', '{"__proto__":{"role":"Doc"},');
    expectRefusal(await call(words.register, odd(rest)), 400, 'FIELDS_INVALID');
    expect((await call(words.register, odd({ ...rest, role, constructor: 5, ID: 'mine', id: 7 }))).status).toBe(200);
    expect((await clinic.me(await clinic.logIn(rest.email))).content).toMatchObject({ role: 'Par' });
  });
});

/** All bytes of the reply to a login, without what names this reply alone. */
const bytesOf = async ({ port, words }: Clinic, request: object): Promise<string> => {
  const body = JSON.stringify(request);
  const head = `${words.logIn} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Length: ${body.length}`;
  const bytes = await exchange(port(), `${head}\r\n\r\n${body}`);
  return bytes.replace(/^(Request-Id|Date): .*$/gim, '$1: …');
};

describe.each(CLINICS)('variant $name: login (D-16)', (clinic) => {
  const { call, words } = clinic;

  it('gives each login its own session, and ends no other', async () => {
    const { email, session } = await clinic.arrive('Par');
    const sessions = [session, await clinic.logIn(email), await clinic.logIn(email)];
    expect(new Set(sessions).size).toBe(3);
    for (const id of sessions) expect((await clinic.me(id)).status).toBe(200);
  });

  it('accepts any spelling of the address (D-07), and of the password that NFKC makes the same (D-08)', async () => {
    const { email } = await clinic.arrive('Par', { password: 'Café-ﬁeld-2026' });
    const spelled = ` ${email.toUpperCase().replace('SOME', 'ｓｏｍｅ')}\n`;
    expect(await clinic.logIn(spelled, 'Cafe\u0301-field-2026')).toMatch(/./);
  });

  it.each([
    ['the case', 'VT9#mossy-lantern '],
    ['the white space', 'vT9#mossy-lantern'],
    ['a character beyond bcrypt’s 72 bytes', `${'é'.repeat(100)}2`, `${'é'.repeat(100)}1`],
    ['a character after U+0000', 'abcd\u0000efgh2', 'abcd\u0000efgh1'],
    ['a length that no rule allows', 'short'],
  ])('refuses a password that differs in %s (D-08)', async (_, tried, password = 'vT9#mossy-lantern ') => {
    const { email } = await clinic.arrive('Par', { password });
    expectRefusal(await call(words.logIn, { email, password: tried }), 401, 'CREDENTIALS_WRONG');
  });

  it('refuses a wrong password and an unknown address with the same bytes', async () => {
    const { email } = await clinic.arrive('Par');
    const wrongPassword = await bytesOf(clinic, { email, password: NEW });
    expect(wrongPassword).toMatch(/^HTTP\/1\.1 401 .*^Error-Code: CREDENTIALS_WRONG\r$/ims);
    expect(await bytesOf(clinic, { email: registration().email, password: PASSWORD })).toBe(wrongPassword);
  });
});

describe.each(CLINICS)('variant $name: the own account (D-09)', (clinic) => {
  const { call, me, words } = clinic;
  const logOut = (id: string) => call('POST /api/Auth/logout', { id });
  const change = (id: string) => call('POST /api/Auth/password', { id, password: PASSWORD, newPassword: NEW });

  it('is left by logging out, which ends that session alone', async () => {
    const { email, session } = await clinic.arrive('Par');
    const other = await clinic.logIn(email);
    expect((await logOut(session)).status).toBe(200);
    expectRefusal(await me(session), 401, 'SESSION_INVALID');
    expectRefusal(await logOut(session), 401, 'SESSION_INVALID');
    expect((await me(other)).status).toBe(200);
  });

  it('gets another password, which ends all other sessions of the account, and nobody else’s', async () => {
    const [{ email, session }, someoneElse] = await Promise.all([clinic.arrive('Par'), clinic.arrive('Par')]);
    const others = [await clinic.logIn(email), await clinic.logIn(email)];
    expect((await change(session)).status).toBe(200);
    for (const other of others) expectRefusal(await me(other), 401, 'SESSION_INVALID');
    for (const alive of [session, someoneElse.session, await clinic.logIn(email, NEW)]) {
      expect((await me(alive)).status).toBe(200);
    }
    expectRefusal(await call(words.logIn, { email, password: PASSWORD }), 401, 'CREDENTIALS_WRONG');
  });
});
