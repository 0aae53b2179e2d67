import { type Clinic, PASSWORD, registration } from '@health-case/composition/testing/clinic';
import { exchange } from '@health-case/http/testing/client';
import { expectRefusal, member, named, SESSION_ID, UUID_V7 } from '@health-case/http/testing/replies';
import { expect, it } from 'vitest';
import { describeEachVariant } from '../support/each-variant.ts';

const FIELDS = ['firstName', 'lastName', 'email', 'password', 'role'];
const NEW = 'another-lantern-7';

describeEachVariant('registration (D-15)', (clinic) => {
  const { call, words } = clinic;

  it.each(['Doc', 'Ast', 'Par'] as const)('registers a %s with an ID of its own', async (role) => {
    const [facts, other] = [registration(role), registration(role)];
    for (const one of [facts, other]) expect((await call(words.register, one)).status).toBe(200);
    const [ID, otherID] = await Promise.all(
      [facts, other].map(async ({ email }) => member(await clinic.me(await clinic.logIn(email)), 'ID')),
    );
    expect(ID).toMatch(UUID_V7);
    expect(ID).not.toBe(otherID);
  });

  it('stores names trimmed and in NFC, and the address trimmed, in NFKC and lower case (D-06, D-07)', async () => {
    const facts = registration();
    const written = { firstName: '  Zoe\u0308 ', lastName: '\tDe Boer\n', email: ` Ｘ${facts.email.toUpperCase()} ` };
    await call(words.register, { ...facts, ...written });
    const stored = { firstName: 'Zoë', lastName: 'De Boer', email: `x${facts.email}`, role: 'Par' };
    expect((await clinic.me(await clinic.logIn(stored.email))).content).toMatchObject(stored);
  });

  it('ignores unknown members, and takes no role from __proto__ (D-04)', async () => {
    const { role, ...rest } = registration();
    const odd = (facts: object) => JSON.stringify(facts).replace('{', '{"__proto__":{"role":"Doc"},');
    expectRefusal(await call(words.register, odd(rest)), 400, 'FIELDS_INVALID');
    expect((await call(words.register, odd({ ...rest, role, constructor: 5, ID: 'mine', id: 7 }))).status).toBe(200);
    expect((await clinic.me(await clinic.logIn(rest.email))).content).toMatchObject({ role: 'Par' });
  });

  it.each([
    ['firstName', 'Mia\u0007Marie'],
    ['lastName', 'x'.repeat(101)],
    ['email', 'mia@'],
    ['password', 'vT9#mos'],
    ['role', 'doc'],
  ])('needs a valid %s, as a JSON string (D-04, D-06, D-07, D-08)', async (field, invalid) => {
    for (const value of [undefined, null, '', ' \t\n\u00a0', 12_345_678, true, ['Mia'], { Mia: 'Mia' }, invalid]) {
      const reply = await call(words.register, { ...registration(), [field]: value });
      expectRefusal(reply, 400, 'FIELDS_INVALID');
      expect(named(reply, FIELDS)).toEqual([field]);
    }
  });

  it('names all fields that are wrong together (D-02)', async () => {
    expect(named(await call(words.register), FIELDS)).toEqual(FIELDS);
    const reply = await call(words.register, { ...registration(), email: 'mia@', role: 7 });
    expect(named(reply, FIELDS)).toEqual(['email', 'role']);
  });

  it('refuses one of the most common passwords (D-08)', async () => {
    const facts = { ...registration(), password: 'PassWord' };
    expectRefusal(await call(words.register, facts), 400, 'PASSWORD_COMMON');
    expectRefusal(await call(words.logIn, facts), 401, 'CREDENTIALS_WRONG');
  });

  it('refuses an address that has an account, in any spelling, and changes nothing (D-07)', async () => {
    const first = registration('Par');
    await call(words.register, first);
    for (const email of [first.email, ` \t${first.email.toUpperCase()}\n`, first.email.replace('some', 'ｓｏｍｅ')]) {
      const second = { ...registration('Doc'), email, password: NEW };
      expectRefusal(await call(words.register, second), 409, 'EMAIL_TAKEN');
      expectRefusal(await call(words.logIn, second), 401, 'CREDENTIALS_WRONG');
    }
    expect((await clinic.me(await clinic.logIn(first.email))).content).toMatchObject({ role: 'Par' });
  });
});

/** All bytes of the reply to a login, without what names this reply alone. */
const bytesOf = async ({ port, words }: Clinic, request: object): Promise<string> => {
  const body = JSON.stringify(request);
  const head = `${words.logIn} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Length: ${body.length}`;
  const bytes = await exchange(port(), `${head}\r\n\r\n${body}`);
  return bytes.replace(/^(Request-Id|Date): .*$/gim, '$1: …');
};

describeEachVariant('login (D-16)', (clinic) => {
  const { call, expectContent, words } = clinic;

  it.each(['Doc', 'Ast', 'Par'] as const)('answers a %s session, names and role, in this order', async (role) => {
    const { email } = await clinic.arrive(role, { firstName: 'Noa', lastName: 'Vos' });
    const reply = await call(words.logIn, { email, password: PASSWORD });
    const id = member(reply, 'id');
    expect(id).toMatch(SESSION_ID);
    expectContent(reply, { id, firstName: 'Noa', lastName: 'Vos', role });
  });

  it('gives each login its own session, and ends no other', async () => {
    const { email, session } = await clinic.arrive('Par');
    const sessions = [session, await clinic.logIn(email), await clinic.logIn(email)];
    expect(new Set(sessions).size).toBe(3);
    for (const id of sessions) expect((await clinic.me(id)).status).toBe(200);
  });

  it('accepts any spelling of the address (D-07), and of the password that NFKC makes the same (D-08)', async () => {
    const { email } = await clinic.arrive('Par', { password: 'Café-ﬁeld-2026' });
    const spelled = ` ${email.toUpperCase().replace('SOME', 'ｓｏｍｅ')}\n`;
    expect(await clinic.logIn(spelled, 'Cafe\u0301-field-2026')).toMatch(SESSION_ID);
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

  it.each(['email', 'password'])('needs %s, as a JSON string (D-04, D-06)', async (field) => {
    const { email } = await clinic.regular('Par');
    for (const value of [undefined, null, ' \t ', 7, ...(field === 'email' ? ['nobody'] : [])]) {
      const reply = await call(words.logIn, { email, password: PASSWORD, [field]: value });
      expectRefusal(reply, 400, 'FIELDS_INVALID');
      expect(named(reply, FIELDS)).toEqual([field]);
    }
  });

  it('refuses a wrong password and an unknown address with the same bytes', async () => {
    const { email } = await clinic.regular('Par');
    const wrongPassword = await bytesOf(clinic, { email, password: NEW });
    expect(wrongPassword).toMatch(/^HTTP\/1\.1 401 .*^Error-Code: CREDENTIALS_WRONG\r$/ims);
    expect(await bytesOf(clinic, { email: registration().email, password: PASSWORD })).toBe(wrongPassword);
  });
});

describeEachVariant('the own account (D-09)', (clinic) => {
  const { call, expectContent, me, words } = clinic;
  const logOut = (id: string) => call('POST /api/Auth/logout', { id });
  const change = (id: string, facts: object = {}) =>
    call('POST /api/Auth/password', { id, password: PASSWORD, newPassword: NEW, ...facts });

  it('is shown, in this order', async () => {
    const { id: ID, session, email } = await clinic.arrive('Ast', { firstName: 'Noa', lastName: 'Vos' });
    expectContent(await me(session), { ID, firstName: 'Noa', lastName: 'Vos', email, role: 'Ast' });
  });

  it('is left by logging out, which ends that session alone', async () => {
    const { email, session } = await clinic.arrive('Par');
    const other = await clinic.logIn(email);
    expectContent(await logOut(session), null);
    expectRefusal(await me(session), 401, 'SESSION_INVALID');
    expectRefusal(await logOut(session), 401, 'SESSION_INVALID');
    expect((await me(other)).status).toBe(200);
  });

  it('gets another password, which ends all other sessions of the account, and nobody else’s', async () => {
    const [{ email, session }, someoneElse] = await Promise.all([clinic.arrive('Par'), clinic.regular('Par')]);
    const others = [await clinic.logIn(email), await clinic.logIn(email)];
    expectContent(await change(session), null);
    for (const other of others) expectRefusal(await me(other), 401, 'SESSION_INVALID');
    for (const alive of [session, someoneElse.session, await clinic.logIn(email, NEW)]) {
      expect((await me(alive)).status).toBe(200);
    }
    expectRefusal(await call(words.logIn, { email, password: PASSWORD }), 401, 'CREDENTIALS_WRONG');
  });

  it('keeps its password and its sessions if the change is refused', async () => {
    const { email, session } = await clinic.arrive('Par');
    const other = await clinic.logIn(email);
    expectRefusal(await change(session, { password: 'wrong-lantern-7' }), 401, 'PASSWORD_WRONG');
    expectRefusal(await change(session, { newPassword: 'Sunshine' }), 400, 'PASSWORD_COMMON');
    const fields = ['password', 'newPassword'];
    expect(named(await change(session, { newPassword: 'short' }), fields)).toEqual(['newPassword']);
    expect(named(await change(session, { password: null, newPassword: 7 }), fields)).toEqual(fields);
    expect((await me(other)).status).toBe(200);
    expect((await me(await clinic.logIn(email))).status).toBe(200);
  });
});
