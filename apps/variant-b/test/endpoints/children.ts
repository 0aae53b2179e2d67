import { describe, expect, it } from 'vitest';
import type { Clinic } from '../support/clinic.ts';
import { expectRefusal, expectResponse, member, named } from '../support/replies.ts';

const ADD = 'POST /api/Parent/child';
const FIELDS = ['firstName', 'lastName'];

export const childTests = (clinic: Clinic): void => {
  const child = async () => ({
    id: (await clinic.regular('Par')).session,
    firstName: 'Carla',
    lastName: 'Jansen',
  });

  describe(`${ADD} (D-11, D-17)`, () => {
    it('answers the ChildID of a child that has names only', async () => {
      const reply = await clinic.call(ADD, await child());
      const ChildID = member(reply, 'ChildID');
      expect(ChildID).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
      expectResponse(reply, { ChildID });
    });

    it('adds a child once for each call, as names are no identity', async () => {
      const replies = [await clinic.call(ADD, await child()), await clinic.call(ADD, await child())];
      expect(new Set(replies.map((reply) => member(reply, 'ChildID'))).size).toBe(2);
    });

    it.each([
      ['as variant A takes them', { birthDate: '2019-02-28', socSecNum: '756.1234.5678.97' }],
      ['of a wrong form', { birthDate: '2019-02-30', socSecNum: '#' }],
      ['in the future', { birthDate: '9999-12-31', socSecNum: null }],
      ['of a wrong type', { birthDate: 20_190_228, socSecNum: ['756'] }],
    ])('knows neither birthDate nor socSecNum, and so passes them over: %s', async (_, unknown) => {
      for (let count = 0; count < 2; count += 1) {
        const reply = await clinic.call(ADD, { ...(await child()), ...unknown });
        expectResponse(reply, { ChildID: member(reply, 'ChildID') });
      }
    });

    it('adds the child to the account of the session, whoever else is named', async () => {
      const [parent, other, doctor] = await Promise.all([
        clinic.arrive('Par'),
        clinic.regular('Par'),
        clinic.arrive('Doc'),
      ]);
      const facts = { firstName: ' Zoe\u0308 ', lastName: 'Vos', ParentID: other.id, parentId: other.id };
      const id = member(await clinic.call(ADD, { id: parent.session, ...facts }), 'ChildID');
      await clinic.openCase(parent, id, doctor);
      const listedFor = (session: string) => clinic.call(`GET /api/Doc/${doctor.id}/children`, { id: session });
      expectResponse(await listedFor(parent.session), [{ firstName: 'Zoë', lastName: 'Vos', id }]);
      expectResponse(await listedFor(other.session), []);
    });

    it.each(FIELDS)('needs %s, as a JSON string (D-04, D-06)', async (field) => {
      for (const value of [undefined, null, '', ' \n ', 7, { Mia: 'Mia' }, 'x'.repeat(101), 'Mi\u0000a']) {
        const reply = await clinic.call(ADD, { ...(await child()), [field]: value });
        expectRefusal(reply, 400, 'FIELDS_INVALID');
        expect(named(reply, FIELDS)).toEqual([field]);
      }
    });

    it('names all fields that are wrong together (D-02)', async () => {
      const { id } = await child();
      const reply = await clinic.call(ADD, { id });
      expectRefusal(reply, 400, 'FIELDS_INVALID');
      expect(named(reply, ['birthDate', 'socSecNum', ...FIELDS])).toEqual(FIELDS);
    });

    it.each(['Doc', 'Ast'] as const)('is not for a %s (D-23)', async (role) => {
      const { session } = await clinic.regular(role);
      expectRefusal(await clinic.call(ADD, { ...(await child()), id: session }), 403, 'ROLE_NOT_ALLOWED');
    });
  });
};
