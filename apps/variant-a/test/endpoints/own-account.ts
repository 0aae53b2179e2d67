import { describe, expect, it } from 'vitest';
import { refusesBadFields, refusesBadValues } from '../support/bad-fields.ts';
import type { Clinic } from '../support/clinic.ts';
import { expectBody, expectRefusal, SESSION_ID } from '../support/replies.ts';
import { PASSWORD, type Someone } from '../support/service.ts';

const CHANGE = 'POST /api/Auth/password';
const NEW = 'another-lantern-7';

export const ownAccountTests = (clinic: Clinic): void => {
  const isAlive = async (id: string): Promise<boolean> => {
    const reply = await clinic.call('GET /api/Auth/me', { id });
    expect([undefined, 'SESSION_INVALID']).toContain(reply.code);
    return reply.status === 200;
  };
  const change = ({ session }: Someone, facts: object = {}) =>
    clinic.call(CHANGE, { id: session, password: PASSWORD, newPassword: NEW, ...facts });

  describe('GET /api/Auth/me', () => {
    it.each(['Doc', 'Ast', 'Par'] as const)('tells a %s who they are, in this order', async (role) => {
      const { id: ID, session, email } = await clinic.arrive(role, { firstName: 'Noa', lastName: 'Vos' });
      const reply = await clinic.call('GET /api/Auth/me', { id: session });
      expectBody(reply, { ID, firstName: 'Noa', lastName: 'Vos', email, role });
    });
  });

  describe('POST /api/Auth/logout (D-09)', () => {
    it('ends the session, and no other one', async () => {
      const { session, email } = await clinic.arrive('Par');
      const [other, someoneElse] = await Promise.all([clinic.logIn(email), clinic.arrive('Par')]);
      expectBody(await clinic.call('POST /api/Auth/logout', { id: session }), null);
      expect(await isAlive(session)).toBe(false);
      expect(await isAlive(other)).toBe(true);
      expect(await isAlive(someoneElse.session)).toBe(true);
    });

    it('cannot be done twice', async () => {
      const { session } = await clinic.arrive('Doc');
      await clinic.call('POST /api/Auth/logout', { id: session });
      expectRefusal(await clinic.call('POST /api/Auth/logout', { id: session }), 401, 'SESSION_INVALID');
    });
  });

  describe(`${CHANGE} (D-08, D-09)`, () => {
    const endpoint = {
      endpoint: CHANGE,
      fields: ['password', 'newPassword'],
      valid: async () => ({ id: (await clinic.regular('Par')).session, password: PASSWORD, newPassword: NEW }),
    };
    refusesBadFields(clinic, endpoint);
    refusesBadValues(clinic, endpoint, [
      ['newPassword', '7 characters', 'vT9#mos'],
      ['newPassword', '129 characters', 'vT9#mossy'.repeat(15).slice(0, 129)],
    ]);

    it('gives the account another password', async () => {
      const person = await clinic.arrive('Doc');
      expectBody(await change(person), null);
      const { email } = person;
      expectRefusal(await clinic.call('POST /api/Auth/login', { email, password: PASSWORD }), 401, 'CREDENTIALS_WRONG');
      expect(await clinic.logIn(email, NEW)).toMatch(SESSION_ID);
    });

    it('ends all other sessions of the account, and nobody else’s', async () => {
      const [person, someoneElse] = await Promise.all([clinic.arrive('Par'), clinic.arrive('Par')]);
      const others = [await clinic.logIn(person.email), await clinic.logIn(person.email)];
      await change(person);
      expect(await isAlive(person.session)).toBe(true);
      for (const other of others) expect(await isAlive(other)).toBe(false);
      expect(await isAlive(someoneElse.session)).toBe(true);
    });

    it('refuses a wrong present password, and changes nothing', async () => {
      const person = await clinic.arrive('Par');
      const other = await clinic.logIn(person.email);
      const reply = await change(person, { password: 'wrong-lantern-7' });
      expectRefusal(reply, 401, 'PASSWORD_WRONG');
      expect(reply.content).toMatch(/password/);
      expect(await isAlive(other)).toBe(true);
      expect(await clinic.logIn(person.email, PASSWORD)).toMatch(SESSION_ID);
    });

    it('refuses one of the most common passwords, and changes nothing', async () => {
      const person = await clinic.arrive('Par');
      const reply = await change(person, { newPassword: 'Sunshine' });
      expectRefusal(reply, 400, 'PASSWORD_COMMON');
      expect(await clinic.logIn(person.email, PASSWORD)).toMatch(SESSION_ID);
    });
  });
};
