import { openClinic, PASSWORD } from '@health-case/composition/testing/clinic';
import { expectRefusal, member } from '@health-case/http/testing/replies';
import { describe, expect, it } from 'vitest';
import { variantB } from '../src/variant-b.ts';

// What variant B alone promises, besides what the model in apps/together proves.
const clinic = openClinic(variantB);
const { call, words } = clinic;

it('the login accepts the credentials as Authorization: Basic, and by QUERY (D-25)', async () => {
  const { email } = await clinic.arrive('Doc');
  const basic = (password: string) => ({
    Authorization: `Basic ${Buffer.from(`${email}:${password}`).toString('base64')}`,
  });
  const reply = await call(words.logIn, undefined, basic(PASSWORD));
  expect((await clinic.me(member(reply, 'id'))).content).toMatchObject({ email });
  expectRefusal(await call(words.logIn, undefined, basic('wrong-lantern-7')), 401, 'CREDENTIALS_WRONG');
  expect((await call('QUERY /api/Auth', { email, password: PASSWORD })).status).toBe(200);
});

describe('POST /api/Parent/child (D-11, D-17)', () => {
  const child = async () => ({ id: (await clinic.arrive('Par')).session, ...words.child() });

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
});
