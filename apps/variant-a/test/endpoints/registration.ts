import { describe, expect, it } from 'vitest';
import { type BadValue, refusesBadFields, refusesBadValues } from '../support/bad-fields.ts';
import type { Clinic } from '../support/clinic.ts';
import { expectBody, expectRefusal, member, UUID_V7 } from '../support/replies.ts';
import { freshEmail, PASSWORD, registration } from '../support/service.ts';

const REGISTER = 'POST /api/Auth/register';
const FIELDS = ['firstName', 'lastName', 'email', 'password', 'role'];

/** As long as an address may be: 64 before the @, labels of at most 63, so many characters in all. */
const addressOf = (length: number): string =>
  `${freshEmail().replace(/\W/g, '.').padEnd(64, 'x')}@${'a'.repeat(63)}.${'b'.repeat(63)}.${'c'.repeat(length - 193)}`;

const BAD_VALUES: readonly BadValue[] = [
  ['firstName', '101 characters', 'x'.repeat(101)],
  ['firstName', 'a control character', 'Mia\u0007Marie'],
  ['lastName', '101 characters', 'x'.repeat(101)],
  ['lastName', 'a line break', 'Jan\nsen'],
  ['email', 'no host', 'mia@'],
  ['email', 'no @', 'mia.example.org'],
  ['email', 'white space within', 'mia jansen@example.org'],
  ['email', '255 characters', addressOf(255)],
  ['email', 'a character that cannot be seen', 'mia\u034f@example.org'],
  ['password', '7 characters', 'vT9#mos'],
  ['password', '4 characters of two UTF-16 units each', '🦊🐢🦉🐙'],
  ['password', '129 characters', 'vT9#mossy'.repeat(15).slice(0, 129)],
  ['role', 'no role', 'Admin'],
  ['role', 'a role in the wrong case', 'doc'],
];

export const registrationTests = (clinic: Clinic): void => {
  const valid = async () => registration();
  const ownAccount = async (email: string, password = PASSWORD) =>
    clinic.call('GET /api/Auth/me', { id: await clinic.logIn(email, password) });

  describe(`${REGISTER} (D-15)`, () => {
    it.each(['Doc', 'Ast', 'Par'] as const)('registers a %s, and answers role and ID in this order', async (role) => {
      const reply = await clinic.call(REGISTER, registration(role));
      const ID = member(reply, 'ID');
      expect(ID).toMatch(UUID_V7);
      expectBody(reply, { role, ID });
    });

    it('gives every account an ID of its own', async () => {
      const replies = [await clinic.call(REGISTER, registration()), await clinic.call(REGISTER, registration())];
      expect(new Set(replies.map((reply) => member(reply, 'ID'))).size).toBe(2);
    });

    it('ignores members that it does not know, whatever their names and types (D-04)', async () => {
      const extra = JSON.stringify({ ...registration(), constructor: 5, ID: 'mine', id: 7 });
      const reply = await clinic.call(REGISTER, extra.replace('{', '{"__proto__":{"role":"Doc"},'));
      expectBody(reply, { role: 'Par', ID: member(reply, 'ID') });
      expect(member(reply, 'ID')).toMatch(UUID_V7);
    });

    it('does not take a role from __proto__ (D-04)', async () => {
      const { role: _, ...rest } = registration();
      const reply = await clinic.call(REGISTER, JSON.stringify(rest).replace('{', '{"__proto__":{"role":"Doc"},'));
      expectRefusal(reply, 400, 'FIELDS_INVALID');
    });
  });

  describe('the fields of a registration (D-06, D-07, D-08)', () => {
    refusesBadFields(clinic, { endpoint: REGISTER, fields: FIELDS, valid });
    refusesBadValues(clinic, { endpoint: REGISTER, fields: FIELDS, valid }, BAD_VALUES);

    it('keeps names trimmed and in NFC, and the address trimmed, in NFKC and lower case', async () => {
      const email = freshEmail();
      const written = { firstName: '  Zoe\u0308 ', lastName: '\tDe Boer\n', email: ` Ｘ${email.toUpperCase()} ` };
      const reply = await clinic.call(REGISTER, { ...registration(), ...written });
      const me = await ownAccount(`x${email}`);
      const kept = { firstName: 'Zoë', lastName: 'De Boer', email: `x${email}` };
      expectBody(me, { ID: member(reply, 'ID'), ...kept, role: 'Par' });
    });

    it('takes names of 100 characters that are 200 UTF-16 units', async () => {
      const facts = { ...registration(), firstName: '𠮷'.repeat(100), lastName: ` ${'y'.repeat(100)} ` };
      expect((await clinic.call(REGISTER, facts)).status).toBe(200);
      expect(member(await ownAccount(facts.email), 'firstName')).toBe('𠮷'.repeat(100));
    });

    it('takes an address of 254 characters', async () => {
      const email = addressOf(254);
      expect(email).toHaveLength(254);
      expect((await clinic.call(REGISTER, { ...registration(), email })).status).toBe(200);
    });

    it.each([
      ['8 characters', 'vT9#moss'],
      ['128 characters', 'vT9#mossy'.repeat(15).slice(0, 128)],
      ['128 characters of two UTF-16 units each', `${'🦊'.repeat(127)}🐢`],
      ['any characters', ' \u0000\u0007"\\🦊 é '],
    ])('takes a password of %s', async (_, password) => {
      const facts = { ...registration(), password };
      expect((await clinic.call(REGISTER, facts)).status).toBe(200);
      expect(member(await ownAccount(facts.email, password), 'email')).toBe(facts.email);
    });
  });

  describe('a common password (D-08)', () => {
    it.each(['password', 'PassWord', 'ｐａｓｓｗｏｒｄ', '1234567890'])('is refused: %s', async (password) => {
      const facts = { ...registration(), password };
      const reply = await clinic.call(REGISTER, facts);
      expectRefusal(reply, 400, 'PASSWORD_COMMON');
      expect(reply.content).toMatch(/password/);
      expectRefusal(await clinic.call('POST /api/Auth/login', facts), 401, 'CREDENTIALS_WRONG');
    });
  });

  describe('an address that has an account (D-07)', () => {
    it.each([
      ['as it is', (email: string) => email],
      ['in another case', (email: string) => email.toUpperCase()],
      ['with white space around it', (email: string) => ` \t${email}\n`],
      ['in full-width letters', (email: string) => email.replace('someone', 'ｓｏｍｅｏｎｅ')],
    ])('is refused for a second one: %s', async (_, write) => {
      const first = registration('Par');
      await clinic.call(REGISTER, first);
      const second = { ...registration('Doc'), email: write(first.email), password: 'another-lantern-7' };
      const reply = await clinic.call(REGISTER, second);
      expectRefusal(reply, 409, 'EMAIL_TAKEN');
      expect(reply.content).toMatch(/e-mail/);
      expect(member(await ownAccount(first.email), 'role')).toBe('Par');
      expectRefusal(await clinic.call('POST /api/Auth/login', second), 401, 'CREDENTIALS_WRONG');
    });
  });
};
