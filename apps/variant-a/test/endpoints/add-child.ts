import { describe, expect, it } from 'vitest';
import { type BadValue, refusesBadFields, refusesBadValues } from '../support/bad-fields.ts';
import type { Clinic } from '../support/clinic.ts';
import { expectBody, expectRefusal, member, UUID_V7 } from '../support/replies.ts';
import { fullChild } from '../support/service.ts';

const ADD = 'POST /api/Auth/child';
const FIELDS = ['firstName', 'lastName', 'birthDate', 'socSecNum'];
const DAY = 86_400_000;

const dayFromNow = (milliseconds: number): string => new Date(Date.now() + milliseconds).toISOString().slice(0, 10);

const BAD_VALUES: readonly BadValue[] = [
  ['firstName', '101 characters', 'x'.repeat(101)],
  ['lastName', 'a control character', 'Jan\u0000sen'],
  ['birthDate', 'a day that does not exist', '2019-02-29'],
  ['birthDate', 'a month that does not exist', '2019-13-01'],
  ['birthDate', 'one digit for a month', '2019-2-08'],
  ['birthDate', 'another order', '28-02-2019'],
  ['birthDate', 'a time besides', '2019-02-28T00:00:00Z'],
  ['birthDate', 'before 1900', '1899-12-31'],
  ['socSecNum', '3 characters', '756'],
  ['socSecNum', '33 characters', '7'.repeat(33)],
  ['socSecNum', 'a character of another kind', '756_1234'],
];

const additionTests = (clinic: Clinic): void => {
  const { openCase } = clinic;

  describe(`${ADD} (D-17)`, () => {
    it('answers the ChildID, another one for each child', async () => {
      const { session } = await clinic.arrive('Par');
      const replies = [
        await clinic.call(ADD, { id: session, ...fullChild() }),
        await clinic.call(ADD, { id: session, ...fullChild() }),
      ];
      const ids = replies.map((reply) => member(reply, 'ChildID'));
      for (const [index, ChildID] of ids.entries()) {
        expect(ChildID).toMatch(UUID_V7);
        expectBody(replies[index] ?? expect.fail(), { ChildID });
      }
      expect(new Set(ids).size).toBe(2);
    });

    it('adds the child to the account of the session, whoever else is named', async () => {
      const [parent, other, doctor] = await Promise.all([
        clinic.arrive('Par'),
        clinic.arrive('Par'),
        clinic.arrive('Doc'),
      ]);
      const childId = await clinic.addChild(parent, { ParentID: other.id, parentId: other.id });
      await openCase(parent, childId, doctor);
      const listedFor = async (id: string) => (await clinic.call(`GET /api/Doc/${doctor.id}/children`, { id })).content;
      expect(await listedFor(parent.session)).toMatchObject([{ id: childId }]);
      expect(await listedFor(other.session)).toEqual([]);
    });

    it('keeps names trimmed and in NFC (D-06)', async () => {
      const [parent, doctor] = await Promise.all([clinic.arrive('Par'), clinic.arrive('Doc')]);
      const id = await clinic.addChild(parent, { firstName: ' Zoe\u0308\n', lastName: '\tDe Boer ' });
      await openCase(parent, id, doctor);
      const list = await clinic.call(`GET /api/Doc/${doctor.id}/children`, { id: parent.session });
      expectBody(list, [{ firstName: 'Zoë', lastName: 'De Boer', id }]);
    });

    it.each(['Doc', 'Ast'] as const)('is not for a %s (D-23)', async (role) => {
      const { session } = await clinic.regular(role);
      expectRefusal(await clinic.call(ADD, { id: session, ...fullChild() }), 403, 'ROLE_NOT_ALLOWED');
    });
  });
};

const fieldTests = (clinic: Clinic): void => {
  const valid = async () => ({ id: (await clinic.regular('Par')).session, ...fullChild() });

  describe('the fields of a child (D-06, D-13, D-14)', () => {
    refusesBadFields(clinic, { endpoint: ADD, fields: FIELDS, valid });
    refusesBadValues(clinic, { endpoint: ADD, fields: FIELDS, valid }, BAD_VALUES);

    it.each([
      ['the first day', '1900-01-01'],
      ['a leap day', '2020-02-29'],
      ['today', dayFromNow(0)],
      ['what is today where the day begins first', dayFromNow(14 * 3_600_000)],
    ])('takes a birth date that is %s (D-13)', async (_, birthDate) => {
      expect((await clinic.call(ADD, { ...(await valid()), birthDate })).status).toBe(200);
    });

    it('refuses a birth date in the future (D-13)', async () => {
      for (const birthDate of [dayFromNow(2 * DAY), '9999-12-31']) {
        const reply = await clinic.call(ADD, { ...(await valid()), birthDate });
        expectRefusal(reply, 400, 'BIRTH_DATE_IN_FUTURE');
        expect(reply.content).toMatch(/\bbirthDate\b/);
      }
    });

    it.each([
      ['4 characters', '75 6'],
      ['32 characters', '7'.repeat(32)],
      ['characters of every kind', 'Äb 12-3.4/5'],
    ])('takes a number of %s (D-14)', async (_, socSecNum) => {
      expect((await clinic.call(ADD, { ...(await valid()), socSecNum })).status).toBe(200);
    });
  });
};

const knownNumberTests = (clinic: Clinic): void => {
  describe('a number that is known (D-14)', () => {
    it('is refused for a second child of the parent, however it is written', async () => {
      const { session } = await clinic.arrive('Par');
      const first = { ...fullChild(), id: session, socSecNum: 'ab-12.34' };
      expect((await clinic.call(ADD, first)).status).toBe(200);
      for (const socSecNum of ['ab-12.34', 'AB 12/34', 'ab1234', ' Ab12 34 ']) {
        const reply = await clinic.call(ADD, { ...fullChild(), id: session, firstName: 'Emil', socSecNum });
        expectRefusal(reply, 409, 'CHILD_KNOWN');
        expect(reply.content).toMatch(/\bsocSecNum\b/);
      }
    });

    it('may be added by another parent', async () => {
      const { socSecNum } = fullChild();
      for (const parent of [await clinic.regular('Par'), await clinic.arrive('Par')]) {
        const reply = await clinic.call(ADD, { ...fullChild(), id: parent.session, socSecNum });
        expect(reply.status).toBe(200);
      }
    });

    it('is added once of many at once', async () => {
      const { session } = await clinic.regular('Par');
      const child = { ...fullChild(), id: session };
      const replies = await Promise.all(Array.from({ length: 10 }, () => clinic.call(ADD, child)));
      expect(replies.map(({ code }) => code ?? 'OK').sort()).toEqual([...Array(9).fill('CHILD_KNOWN'), 'OK']);
    });
  });
};

export const addChildTests = (clinic: Clinic): void => {
  additionTests(clinic);
  fieldTests(clinic);
  knownNumberTests(clinic);
};
