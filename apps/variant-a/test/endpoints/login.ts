import { exchange } from '@health-case/http/testing/client';
import { describe, expect, it } from 'vitest';
import { refusesBadFields } from '../support/bad-fields.ts';
import type { Clinic } from '../support/clinic.ts';
import { expectBody, expectRefusal, member, SESSION_ID } from '../support/replies.ts';
import { freshEmail, PASSWORD, registration } from '../support/service.ts';

const LOGIN = 'POST /api/Auth/login';

export const loginTests = (clinic: Clinic): void => {
  const registered = async (facts: object = {}) => {
    const all = { ...registration(), ...facts };
    await clinic.call('POST /api/Auth/register', all);
    return all;
  };

  /** Everything that comes back over the wire, but for what names this reply alone. */
  const bytesOf = async (request: object): Promise<string> => {
    const body = JSON.stringify(request);
    const head = `POST /api/Auth/login HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Length: ${body.length}`;
    const bytes = await exchange(clinic.port(), `${head}\r\n\r\n${body}`);
    return bytes.replace(/^(Request-Id|Date): .*$/gim, '$1: …');
  };

  describe(`${LOGIN} (D-16)`, () => {
    it.each(['Doc', 'Ast', 'Par'] as const)('lets a %s in: session, names and role, in this order', async (role) => {
      const { email, password } = await registered({ role, firstName: 'Noa', lastName: 'Vos' });
      const reply = await clinic.call(LOGIN, { email, password });
      expect(member(reply, 'id')).toMatch(SESSION_ID);
      expectBody(reply, { id: member(reply, 'id'), firstName: 'Noa', lastName: 'Vos', role });
    });

    it('gives each login a session of its own, and leaves the others alive', async () => {
      const { email } = await registered();
      const sessions = [await clinic.logIn(email), await clinic.logIn(email)];
      expect(new Set(sessions).size).toBe(2);
      for (const id of sessions) expect((await clinic.call('GET /api/Auth/me', { id })).status).toBe(200);
    });

    it('knows an address in any writing of it (D-07)', async () => {
      const { email, password } = await registered();
      for (const written of [email.toUpperCase(), `  ${email}\n`, email.replace('some', 'ｓｏｍｅ')]) {
        expect((await clinic.call(LOGIN, { email: written, password })).status).toBe(200);
      }
    });

    refusesBadFields(clinic, {
      endpoint: LOGIN,
      fields: ['email', 'password'],
      valid: async () => ({ email: (await clinic.regular('Par')).email, password: PASSWORD }),
    });

    it('refuses an address that is none, and names the field', async () => {
      const reply = await clinic.call(LOGIN, { email: 'nobody', password: PASSWORD });
      expectRefusal(reply, 400, 'FIELDS_INVALID');
      expect(reply.content).toMatch(/\bemail\b/);
    });
  });

  describe('wrong credentials (D-16)', () => {
    it('are refused', async () => {
      const { email } = await registered();
      const reply = await clinic.call(LOGIN, { email, password: 'wrong-lantern-7' });
      expectRefusal(reply, 401, 'CREDENTIALS_WRONG');
      expect(reply.content).toMatch(/e-mail.*password/);
    });

    it('are one reply, byte for byte, whether the password is wrong or the address is unknown', async () => {
      const { email } = await registered();
      const wrongPassword = await bytesOf({ email, password: 'wrong-lantern-7' });
      const unknownAddress = await bytesOf({ email: freshEmail(), password: PASSWORD });
      expect(wrongPassword).toMatch(/^HTTP\/1\.1 401 /);
      expect(wrongPassword).toMatch(/^Error-Code: CREDENTIALS_WRONG\r$/im);
      expect(unknownAddress).toBe(wrongPassword);
    });

    it('are not told from a password that could never be set: younger rules lock nobody out', async () => {
      const { email } = await registered();
      expectRefusal(await clinic.call(LOGIN, { email, password: 'short' }), 401, 'CREDENTIALS_WRONG');
    });
  });

  describe('the password of a login (D-08)', () => {
    it('may be written in any form that NFKC makes the same', async () => {
      const { email } = await registered({ password: 'Café-ﬁeld-2026' });
      expect(await clinic.logIn(email, 'Cafe\u0301-field-2026')).toMatch(SESSION_ID);
    });

    it.each([
      ['its case', 'VT9#mossy-lantern '],
      ['the white space at its end', 'vT9#mossy-lantern'],
      ['white space before it', ' vT9#mossy-lantern '],
    ])('is another one without the same %s', async (_, password) => {
      const { email } = await registered({ password: 'vT9#mossy-lantern ' });
      expectRefusal(await clinic.call(LOGIN, { email, password }), 401, 'CREDENTIALS_WRONG');
    });

    it('counts to its last character: one that differs after 100 characters is another', async () => {
      const start = 'é'.repeat(100);
      const { email } = await registered({ password: `${start}1` });
      expectRefusal(await clinic.call(LOGIN, { email, password: `${start}2` }), 401, 'CREDENTIALS_WRONG');
      expect(await clinic.logIn(email, `${start}1`)).toMatch(SESSION_ID);
    });

    it('counts beyond a zero character', async () => {
      const { email } = await registered({ password: 'abcd\u0000efgh1' });
      expectRefusal(await clinic.call(LOGIN, { email, password: 'abcd\u0000efgh2' }), 401, 'CREDENTIALS_WRONG');
    });
  });
};
