import { openClinic, PASSWORD, registration } from '@health-case/composition/testing/clinic';
import { expectRefusal, member, named, UUID_V7 } from '@health-case/http/testing/replies';
import { describe, expect, it } from 'vitest';
import { variantB } from '../src/variant-b.ts';

// The promises of variant B alone; those of both variants are tested in apps/together.
const clinic = openClinic(variantB);
const { call, expectContent, words } = clinic;

it('registering answers null (D-15)', async () => {
  expectContent(await call(words.register, registration()), null);
});

it('the login accepts the credentials as Authorization: Basic, and by QUERY (D-25)', async () => {
  const { email } = await clinic.regular('Doc');
  const basic = (password: string) => ({
    Authorization: `Basic ${Buffer.from(`${email}:${password}`).toString('base64')}`,
  });
  const reply = await call(words.logIn, undefined, basic(PASSWORD));
  expect((await clinic.me(member(reply, 'id'))).content).toMatchObject({ email });
  expectRefusal(await call(words.logIn, undefined, basic('wrong-lantern-7')), 401, 'CREDENTIALS_WRONG');
  expect((await call('QUERY /api/Auth', { email, password: PASSWORD })).status).toBe(200);
});

describe('POST /api/Parent/child (D-11, D-17)', () => {
  const FIELDS = ['firstName', 'lastName'];
  const child = async () => ({ id: (await clinic.regular('Par')).session, ...words.child() });

  it('adds a child once for each call, as names are no identity', async () => {
    const replies = [await call(words.addChild, await child()), await call(words.addChild, await child())];
    const ids = replies.map((reply) => member(reply, 'ChildID'));
    expect(new Set(ids).size).toBe(2);
    for (const [index, reply] of replies.entries()) expectContent(reply, { ChildID: ids[index] });
    expect(ids[0]).toMatch(UUID_V7);
  });

  it.each([
    ['as variant A takes them', { birthDate: '2019-02-28', socSecNum: '756.1234.5678.97' }],
    ['in a wrong form', { birthDate: '2019-02-30', socSecNum: '#' }],
    ['in the future', { birthDate: '9999-12-31', socSecNum: null }],
    ['of a wrong type', { birthDate: 20_190_228, socSecNum: ['756'] }],
  ])('ignores birthDate and socSecNum %s', async (_, unknown) => {
    for (let count = 0; count < 2; count += 1) {
      expect((await call(words.addChild, { ...(await child()), ...unknown })).status).toBe(200);
    }
  });

  it.each(FIELDS)('needs %s, as a JSON string (D-04, D-06)', async (field) => {
    for (const value of [undefined, null, '', ' \n ', 7, { Mia: 'Mia' }, 'x'.repeat(101), 'Mi\u0000a']) {
      const reply = await call(words.addChild, { ...(await child()), [field]: value });
      expectRefusal(reply, 400, 'FIELDS_INVALID');
      expect(named(reply, FIELDS)).toEqual([field]);
    }
  });
});
