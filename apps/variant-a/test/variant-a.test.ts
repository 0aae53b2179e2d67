import { openClinic } from '@health-case/composition/testing/clinic';
import { expectRefusal, member } from '@health-case/http/testing/replies';
import { describe, expect, it } from 'vitest';
import { variantA } from '../src/variant-a.ts';

// What variant A alone promises, besides what the model in apps/together proves.
const clinic = openClinic(variantA);
const { call, words } = clinic;

describe('POST /api/Auth/child (D-13, D-14, D-17)', () => {
  const DAY = 86_400_000;
  const dayFromNow = (milliseconds: number): string => new Date(Date.now() + milliseconds).toISOString().slice(0, 10);
  const add = async (facts: object = {}, parent = clinic.arrive('Par')) =>
    call(words.addChild, { id: (await parent).session, ...words.child(), ...facts });

  it.each(['1900-01-01', '2020-02-29', dayFromNow(0), dayFromNow(14 * 3_600_000)])(
    'takes the birth date %s, if it has begun anywhere on Earth',
    async (birthDate) => {
      expect((await add({ birthDate })).status).toBe(200);
    },
  );

  it('refuses a birth date in the future', async () => {
    for (const birthDate of [dayFromNow(2 * DAY), '9999-12-31']) {
      expectRefusal(await add({ birthDate }), 400, 'BIRTH_DATE_IN_FUTURE');
    }
  });

  it('refuses a number that the parent has added, in any spelling, and of many at once all but one', async () => {
    const parent = clinic.arrive('Par');
    const spellings = ['ab-12.34', 'AB 12/34', 'ab1234', ' Ab12 34 '];
    const replies = await Promise.all(spellings.map((socSecNum) => add({ socSecNum }, parent)));
    expect(replies.map(({ code }) => code ?? 'OK').sort()).toEqual([...Array(3).fill('CHILD_KNOWN'), 'OK']);
    expectRefusal(await add({ socSecNum: 'ab-12.34', firstName: 'Emil' }, parent), 409, 'CHILD_KNOWN');
    expect((await add({ socSecNum: 'ab-12.34' })).status).toBe(200);
  });
});

it('the certification belongs to the task in the path, the one that TaskID names, or the last closed one (D-21)', async () => {
  const [doctor, parent] = await Promise.all([clinic.arrive('Doc'), clinic.arrive('Par')]);
  const caseId = await clinic.openCase(parent, await clinic.addChild(parent), doctor);
  const [first, last] = [await clinic.closedTask(doctor, caseId), await clinic.closedTask(doctor, caseId)];
  const certIdOf = async (id: string, facts: object = {}) =>
    member(await call(`POST /api/Case/${id}/certreq`, { id: doctor.session, ...facts }), 'certID');
  const [ofFirst, ofLast] = [await certIdOf(first), await certIdOf(last)];
  expect(ofFirst).not.toBe(ofLast);
  expect(await certIdOf(caseId, { TaskID: first })).toBe(ofFirst);
  expect(await certIdOf(first, { TaskID: first })).toBe(ofFirst);
  for (const TaskID of [undefined, null, '', ' ', last]) expect(await certIdOf(caseId, { TaskID })).toBe(ofLast);
});
