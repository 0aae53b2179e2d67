import { describe, expect, it } from 'vitest';
import type { Clinic } from '../support/clinic.ts';
import { expectBody, expectRefusal } from '../support/replies.ts';
import type { Someone } from '../support/service.ts';

const UNKNOWN_ID = '01939f00-0000-7000-8000-000000000000';
const ROLES = ['Doc', 'Ast', 'Par'] as const;

const listTests = (clinic: Clinic): void => {
  const { assist } = clinic;
  const entryOf = ({ id, actor: { firstName, lastName } }: Someone) => ({ firstName, lastName, id });
  const doctors = async ({ session }: Someone): Promise<object[]> => {
    const { content } = await clinic.call('GET /api/Doc', { id: session });
    return Array.isArray(content) ? content : expect.fail('The doctors are no list.');
  };

  describe('GET /api/Doc (D-12, D-18)', () => {
    it('lists every doctor, in the order in which they registered, and nobody else', async () => {
      const caller = await clinic.regular('Par');
      const before = await doctors(caller);
      const arrived = [];
      for (const [role, firstName] of [
        ['Doc', 'Zita'],
        ['Ast', 'Ben'],
        ['Doc', 'Adam'],
        ['Par', 'Cleo'],
      ] as const) {
        arrived.push(await clinic.arrive(role, { firstName, lastName: 'Vos' }));
      }
      const [zita, , adam] = arrived.map(entryOf);
      const reply = await clinic.call('GET /api/Doc', { id: caller.session });
      expectBody(reply, [...before, zita, adam]);
      expect(zita).toMatchObject({ firstName: 'Zita', lastName: 'Vos' });
    });

    it.each(ROLES)('is for a %s (D-23)', async (role) => {
      const doctor = await clinic.regular('Doc');
      expect(await doctors(await clinic.regular(role))).toContainEqual(entryOf(doctor));
    });
  });

  describe('GET /api/Doc/{id}/assistants (D-12, D-18, D-19)', () => {
    it('lists the assistants of that doctor, in the order in which they registered', async () => {
      const [doctor, otherDoctor] = await Promise.all([clinic.arrive('Doc'), clinic.arrive('Doc')]);
      const names = ['Zoe', 'Abe', 'Moe'].map((firstName) => ({ firstName, lastName: 'Bakker' }));
      const assistants: Someone[] = [];
      for (const name of names) assistants.push(await clinic.arrive('Ast', name));
      for (const assistant of assistants.toReversed()) await assist(doctor, assistant);
      await assist(otherDoctor, assistants[1] ?? expect.fail());

      const reply = await clinic.call(`GET /api/Doc/${doctor.id}/assistants`, { id: doctor.session });
      expectBody(
        reply,
        names.map((name, index) => ({ ...name, id: assistants[index]?.id })),
      );
      const others = await clinic.call(`GET /api/Doc/${otherDoctor.id}/assistants`, { id: doctor.session });
      expectBody(others, [entryOf(assistants[1] ?? expect.fail())]);
    });

    it.each(ROLES)('is for any %s (D-23)', async (role) => {
      const { doctor, assistant } = await clinic.newCase();
      const { session } = await clinic.regular(role);
      expectBody(await clinic.call(`GET /api/Doc/${doctor.id}/assistants`, { id: session }), [entryOf(assistant)]);
    });

    it('is empty where nobody assists', async () => {
      const { id, session } = await clinic.arrive('Doc');
      expectBody(await clinic.call(`GET /api/Doc/${id}/assistants`, { id: session }), []);
    });
  });
};

const noDoctorTests = (clinic: Clinic): void => {
  describe.each(['assistants', 'children'])('the doctor of GET /api/Doc/{id}/%s (D-10, D-19)', (list) => {
    it.each([
      ['an id of nobody', async () => UNKNOWN_ID],
      ['the id of a parent', async () => (await clinic.regular('Par')).id],
      ['the id of an assistant', async () => (await clinic.regular('Ast')).id],
      ['the id of a doctor in upper case', async () => (await clinic.regular('Doc')).id.toUpperCase()],
      ['no UUID', async () => 'me'],
      ['a UUID of another version', async () => '5f0c1a3e-8f0b-4a55-9a0e-0d9b7d6e2f11'],
      ['a doctor’s id with more behind it', async () => `${(await clinic.regular('Doc')).id}0`],
    ])('is not found by %s', async (_, id) => {
      for (const role of ROLES) {
        const { session } = await clinic.regular(role);
        const reply = await clinic.call(`GET /api/Doc/${await id()}/${list}`, { id: session });
        expectRefusal(reply, 404, 'DOCTOR_NOT_FOUND');
        expect(reply.content).toMatch(/doctor/);
      }
    });
  });
};

export const doctorListTests = (clinic: Clinic): void => {
  listTests(clinic);
  noDoctorTests(clinic);
};
