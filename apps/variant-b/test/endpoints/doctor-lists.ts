import { describe, expect, it } from 'vitest';
import type { Clinic, Someone } from '../support/clinic.ts';
import { expectRefusal, expectResponse, named } from '../support/replies.ts';

const ROLES = ['Doc', 'Ast', 'Par'] as const;

const entryOf = ({ id, actor: { firstName, lastName } }: Someone) => ({ firstName, lastName, id });

const listTests = (clinic: Clinic): void => {
  const doctors = async (id: string): Promise<object[]> => {
    const { content } = await clinic.call('GET /api/Doc', { id });
    return Array.isArray(content) ? content : expect.fail('The doctors are no list.');
  };

  describe('GET /api/Doc (D-12, D-18)', () => {
    it('lists every doctor, in the order in which they registered, for any role', async () => {
      const callers = await Promise.all(ROLES.map(clinic.regular));
      const before = await doctors(callers[0]?.session ?? '');
      const zita = await clinic.arrive('Doc', { firstName: 'Zita', lastName: 'Vos' });
      await clinic.arrive('Ast');
      const adam = await clinic.arrive('Doc', { firstName: 'Adam', lastName: 'Vos' });
      for (const { session: id } of callers) {
        expectResponse(await clinic.call('GET /api/Doc', { id }), [...before, entryOf(zita), entryOf(adam)]);
      }
    });

    it('comes a page at a time where limit and after ask for it', async () => {
      const { session: id } = await clinic.arrive('Doc');
      await clinic.arrive('Doc');
      const all = await doctors(id);
      const after = Reflect.get(all.at(-2) ?? {}, 'id');
      expectResponse(await clinic.call('GET /api/Doc', { id, limit: '1' }), all.slice(0, 1));
      expectResponse(await clinic.call('GET /api/Doc', { id, after, limit: '2' }), all.slice(-1));
      const reply = await clinic.call('GET /api/Doc', { id, limit: '1001', after: 'first' });
      expectRefusal(reply, 400, 'FIELDS_INVALID');
      expect(named(reply, ['limit', 'after'])).toEqual(['limit', 'after']);
    });
  });

  describe('GET /api/Doc/{id}/assistants (D-12, D-18)', () => {
    it('lists the assistants of that doctor, in the order in which they registered, for any role', async () => {
      const [doctor, otherDoctor] = await Promise.all([clinic.arrive('Doc'), clinic.arrive('Doc')]);
      const zoe = await clinic.arrive('Ast', { firstName: 'Zoe' });
      const abe = await clinic.arrive('Ast', { firstName: 'Abe' });
      await clinic.assist(doctor, abe);
      await clinic.assist(doctor, zoe);
      for (const { session: id } of [doctor, ...(await Promise.all(ROLES.map(clinic.regular)))]) {
        const list = await clinic.call(`GET /api/Doc/${doctor.id}/assistants`, { id });
        expectResponse(list, [entryOf(zoe), entryOf(abe)]);
        expectResponse(await clinic.call(`GET /api/Doc/${otherDoctor.id}/assistants`, { id }), []);
      }
    });
  });
};

const childrenTests = (clinic: Clinic): void => {
  const children = (doctor: Someone, { session }: Someone) =>
    clinic.call(`GET /api/Doc/${doctor.id}/children`, { id: session });

  describe('GET /api/Doc/{id}/children (D-12, D-18, D-20, D-23)', () => {
    it('lists each child with a case there once, in the order in which they were added', async () => {
      const [doctor, parent] = await Promise.all([clinic.arrive('Doc'), clinic.regular('Par')]);
      const zoe = await clinic.addChild(parent, 'Zoe');
      const abe = await clinic.addChild(parent, 'Abe');
      await clinic.addChild(parent, 'Moe');
      for (const child of [abe, zoe, abe]) await clinic.openCase(parent, child, doctor);
      const both = [
        { firstName: 'Zoe', lastName: 'Jansen', id: zoe },
        { firstName: 'Abe', lastName: 'Jansen', id: abe },
      ];
      expectResponse(await children(doctor, doctor), both);
      const { session: id } = doctor;
      const rest = await clinic.call(`GET /api/Doc/${doctor.id}/children`, { id, after: zoe, limit: '5' });
      expectResponse(rest, both.slice(1));
    });

    it('shows all to the doctor and their assistants, to a parent the own, to others in practice none', async () => {
      const [doctor, assistant, parent, otherParent] = await Promise.all([
        clinic.arrive('Doc'),
        clinic.arrive('Ast'),
        clinic.arrive('Par'),
        clinic.arrive('Par'),
      ]);
      await clinic.assist(doctor, assistant);
      const own = { firstName: 'Carla', lastName: 'Jansen', id: await clinic.addChild(parent) };
      const other = { firstName: 'Dirk', lastName: 'Jansen', id: await clinic.addChild(otherParent, 'Dirk') };
      await clinic.openCase(parent, own.id, doctor);
      await clinic.openCase(otherParent, other.id, doctor);
      expectResponse(await children(doctor, doctor), [own, other]);
      expectResponse(await children(doctor, assistant), [own, other]);
      expectResponse(await children(doctor, parent), [own]);
      expectResponse(await children(doctor, otherParent), [other]);
      expectResponse(await children(doctor, await clinic.regular('Par')), []);
      expectRefusal(await children(doctor, await clinic.regular('Doc')), 403, 'ROLE_NOT_ALLOWED');
      expectRefusal(await children(doctor, await clinic.regular('Ast')), 403, 'ROLE_NOT_ALLOWED');
    });
  });

  describe.each(['assistants', 'children'])('the doctor of GET /api/Doc/{id}/%s (D-10, D-19)', (list) => {
    it.each(ROLES)('is not found for a %s by an id that is no doctor’s', async (role) => {
      const { session: id } = await clinic.regular(role);
      const parent = await clinic.regular('Par');
      for (const doctor of ['me', '01939f00-0000-7000-8000-000000000000', parent.id, `${parent.id}0`]) {
        expectRefusal(await clinic.call(`GET /api/Doc/${doctor}/${list}`, { id }), 404, 'DOCTOR_NOT_FOUND');
      }
    });
  });
};

export const doctorListTests = (clinic: Clinic): void => {
  listTests(clinic);
  childrenTests(clinic);
};
