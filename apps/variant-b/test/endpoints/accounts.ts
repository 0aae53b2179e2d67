import { exchange } from '@health-case/http/testing/client';
import { describe, expect, it } from 'vitest';
import { type Clinic, PASSWORD, registration } from '../support/clinic.ts';
import { expectRefusal, expectResponse, member, named } from '../support/replies.ts';

const REGISTER = 'POST /api/Auth';
const LOGIN = 'GET /api/Auth';
const FIELDS = ['firstName', 'lastName', 'email', 'password', 'role'];

const registrationTests = (clinic: Clinic): void => {
  describe(`${REGISTER} (D-15)`, () => {
    it.each(['Doc', 'Ast', 'Par'] as const)('registers a %s, and answers null', async (role) => {
      const facts = registration(role);
      expectResponse(await clinic.call(REGISTER, facts), null);
      const me = await clinic.call('GET /api/Auth/me', { id: await clinic.logIn(facts.email) });
      expect(me.content).toMatchObject({ role, email: facts.email });
    });

    it('keeps the address in lower case and trimmed, the names trimmed (D-06, D-07)', async () => {
      const facts = { ...registration(), firstName: ' Noa ', lastName: '\tVos\n' };
      await clinic.call(REGISTER, { ...facts, email: ` ${facts.email.toUpperCase()} ` });
      const me = await clinic.call('GET /api/Auth/me', { id: await clinic.logIn(facts.email) });
      expect(me.content).toMatchObject({ firstName: 'Noa', lastName: 'Vos', email: facts.email });
    });

    it.each(FIELDS)('needs %s, as a JSON string (D-04, D-06)', async (field) => {
      const facts = registration();
      for (const value of [undefined, null, '', ' \n ', 12_345_678, ['Mia']]) {
        const reply = await clinic.call(REGISTER, { ...facts, [field]: value });
        expectRefusal(reply, 400, 'FIELDS_INVALID');
        expect(named(reply, FIELDS)).toEqual([field]);
      }
    });

    it.each([
      ['firstName', '101 characters', 'x'.repeat(101)],
      ['lastName', 'a control character', 'Jan\u0007sen'],
      ['email', 'no host', 'mia@'],
      ['password', '7 characters', 'vT9#mos'],
      ['role', 'no role', 'Admin'],
    ])('refuses %s: %s (D-06, D-07, D-08)', async (field, _, value) => {
      const reply = await clinic.call(REGISTER, { ...registration(), [field]: value });
      expectRefusal(reply, 400, 'FIELDS_INVALID');
      expect(named(reply, FIELDS)).toEqual([field]);
    });

    it('names all fields that are wrong together (D-02)', async () => {
      expect(named(await clinic.call(REGISTER), FIELDS)).toEqual(FIELDS);
      const reply = await clinic.call(REGISTER, { ...registration(), email: 'mia@', role: 7 });
      expect(named(reply, FIELDS)).toEqual(['email', 'role']);
    });

    it('refuses one of the most common passwords (D-08)', async () => {
      const reply = await clinic.call(REGISTER, { ...registration(), password: 'Iloveyou' });
      expectRefusal(reply, 400, 'PASSWORD_COMMON');
    });

    it('refuses an address that has an account, however it is written (D-07)', async () => {
      const facts = registration('Par');
      await clinic.call(REGISTER, facts);
      for (const email of [facts.email, ` ${facts.email.toUpperCase()}`, facts.email.replace('some', 'ｓｏｍｅ')]) {
        expectRefusal(await clinic.call(REGISTER, { ...registration('Doc'), email }), 409, 'EMAIL_TAKEN');
      }
    });
  });
};

const loginTests = (clinic: Clinic): void => {
  /** Everything that comes back over the wire, but for what names this reply alone. */
  const bytesOf = async (request: object): Promise<string> => {
    const body = JSON.stringify(request);
    const head = `GET /api/Auth HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Length: ${body.length}`;
    const bytes = await exchange(clinic.port(), `${head}\r\n\r\n${body}`);
    return bytes.replace(/^(Request-Id|Date): .*$/gim, '$1: …');
  };

  describe(`${LOGIN} (D-16)`, () => {
    it.each([LOGIN, LOGIN.replace('GET', 'QUERY')])(
      'lets a doctor in by the JSON body of %s: session, names and role, in this order',
      async (endpoint) => {
        const { email } = await clinic.arrive('Doc', { firstName: 'Noa', lastName: 'Vos' });
        const reply = await clinic.call(endpoint, { email, password: PASSWORD });
        expect(member(reply, 'id')).toMatch(/^[A-Za-z0-9_-]{43}$/);
        expectResponse(reply, { id: member(reply, 'id'), firstName: 'Noa', lastName: 'Vos', role: 'Doc' });
      },
    );

    it('takes the credentials as Authorization: Basic (D-25)', async () => {
      const { email } = await clinic.regular('Doc');
      const basic = (password: string) => ({
        Authorization: `Basic ${Buffer.from(`${email}:${password}`).toString('base64')}`,
      });
      const reply = await clinic.call(LOGIN, undefined, basic(PASSWORD));
      expect((await clinic.call('GET /api/Auth/me', { id: member(reply, 'id') })).content).toMatchObject({ email });
      expectRefusal(await clinic.call(LOGIN, undefined, basic('wrong-lantern-7')), 401, 'CREDENTIALS_WRONG');
    });

    it('knows an address in any writing of it (D-07)', async () => {
      const { email } = await clinic.regular('Par');
      expect((await clinic.call(LOGIN, { email: ` ${email.toUpperCase()}`, password: PASSWORD })).status).toBe(200);
    });

    it.each(['email', 'password'])('needs %s, as a JSON string (D-04, D-06)', async (field) => {
      const { email } = await clinic.regular('Par');
      for (const value of [undefined, null, ' \t ', 7]) {
        const reply = await clinic.call(LOGIN, { email, password: PASSWORD, [field]: value });
        expectRefusal(reply, 400, 'FIELDS_INVALID');
        expect(named(reply, FIELDS)).toEqual([field]);
      }
    });

    it('takes nothing from the URL, and without a body names both fields', async () => {
      const { email } = await clinic.regular('Par');
      const query = new URLSearchParams({ email, password: PASSWORD });
      for (const endpoint of [LOGIN, `${LOGIN}?${query}`]) {
        const reply = await clinic.call(endpoint);
        expectRefusal(reply, 400, 'FIELDS_INVALID');
        expect(named(reply, FIELDS)).toEqual(['email', 'password']);
      }
    });

    it('refuses a wrong password and an unknown address by one reply, byte for byte', async () => {
      const { email } = await clinic.regular('Par');
      const wrongPassword = await bytesOf({ email, password: 'wrong-lantern-7' });
      const unknownAddress = await bytesOf({ email: registration().email, password: PASSWORD });
      expect(wrongPassword).toMatch(/^HTTP\/1\.1 401 /);
      expect(wrongPassword).toMatch(/^Error-Code: CREDENTIALS_WRONG\r$/im);
      expect(unknownAddress).toBe(wrongPassword);
    });
  });
};

const ownAccountTests = (clinic: Clinic): void => {
  const me = (id: string) => clinic.call('GET /api/Auth/me', { id });

  describe('the own account (D-09)', () => {
    it('is told, in this order', async () => {
      const { id: ID, session, email } = await clinic.regular('Ast');
      expectResponse(await me(session), { ID, firstName: 'Mia', lastName: 'Jansen', email, role: 'Ast' });
    });

    it('is left by logging out, in that session alone', async () => {
      const { email, session } = await clinic.arrive('Par');
      const other = await clinic.logIn(email);
      expectResponse(await clinic.call('POST /api/Auth/logout', { id: session }), null);
      expectRefusal(await me(session), 401, 'SESSION_INVALID');
      expectRefusal(await clinic.call('POST /api/Auth/logout', { id: session }), 401, 'SESSION_INVALID');
      expect((await me(other)).status).toBe(200);
    });

    it('gets another password, which ends its other sessions', async () => {
      const { email, session } = await clinic.arrive('Par');
      const other = await clinic.logIn(email);
      const change = { id: session, password: PASSWORD, newPassword: 'another-lantern-7' };
      expectResponse(await clinic.call('POST /api/Auth/password', change), null);
      expectRefusal(await me(other), 401, 'SESSION_INVALID');
      expect((await me(session)).status).toBe(200);
      expectRefusal(await clinic.call(LOGIN, { email, password: PASSWORD }), 401, 'CREDENTIALS_WRONG');
      expect((await me(await clinic.logIn(email, 'another-lantern-7'))).status).toBe(200);
    });

    it('keeps its password where the change is refused', async () => {
      const { email, session: id } = await clinic.arrive('Par');
      const change = (facts: object) =>
        clinic.call('POST /api/Auth/password', { id, password: PASSWORD, newPassword: 'another-lantern-7', ...facts });
      expectRefusal(await change({ password: 'wrong-lantern-7' }), 401, 'PASSWORD_WRONG');
      expectRefusal(await change({ newPassword: 'iloveyou' }), 400, 'PASSWORD_COMMON');
      const fields = ['password', 'newPassword'];
      expect(named(await change({ newPassword: 'short' }), fields)).toEqual(['newPassword']);
      expect(named(await change({ password: null, newPassword: 7 }), fields)).toEqual(fields);
      expect((await me(await clinic.logIn(email))).status).toBe(200);
    });
  });
};

export const accountTests = (clinic: Clinic): void => {
  registrationTests(clinic);
  loginTests(clinic);
  ownAccountTests(clinic);
};
