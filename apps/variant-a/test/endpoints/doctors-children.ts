import { describe, it } from 'vitest';
import type { Clinic } from '../support/clinic.ts';
import { expectBody, expectRefusal } from '../support/replies.ts';
import { once, type Someone } from '../support/service.ts';

export const doctorsChildrenTests = (clinic: Clinic): void => {
  const { assist, openCase, finishCase, practice } = clinic;
  const children = (doctor: Someone, { session }: Someone) =>
    clinic.call(`GET /api/Doc/${doctor.id}/children`, { id: session });

  /** Two parents with a child each at the doctor; the other doctor has a child of the first parent. */
  const foundFamilies = async () => {
    const { doctor, assistant, parent, childId } = await practice();
    const [otherDoctor, otherParent] = await Promise.all([clinic.arrive('Doc'), clinic.arrive('Par')]);
    const otherChildId = await clinic.addChild(otherParent, { firstName: 'Dirk' });
    await openCase(otherParent, otherChildId, doctor);
    const elsewhereId = await clinic.addChild(parent, { firstName: 'Emma' });
    await openCase(parent, elsewhereId, otherDoctor);
    const carla = { firstName: 'Carla', lastName: 'Jansen', id: childId };
    const dirk = { firstName: 'Dirk', lastName: 'Jansen', id: otherChildId };
    const emma = { firstName: 'Emma', lastName: 'Jansen', id: elsewhereId };
    return { doctor, assistant, parent, otherDoctor, otherParent, carla, dirk, emma };
  };
  const twoFamilies = once(foundFamilies);

  describe('GET /api/Doc/{id}/children (D-12, D-18, D-20)', () => {
    it('lists children in the order in which they were added, not in that of their cases', async () => {
      const [doctor, parent] = await Promise.all([clinic.arrive('Doc'), clinic.arrive('Par')]);
      const zoe = await clinic.addChild(parent, { firstName: 'Zoe' });
      const abe = await clinic.addChild(parent, { firstName: 'Abe' });
      await openCase(parent, abe, doctor);
      await openCase(parent, zoe, doctor);
      expectBody(await children(doctor, doctor), [
        { firstName: 'Zoe', lastName: 'Jansen', id: zoe },
        { firstName: 'Abe', lastName: 'Jansen', id: abe },
      ]);
    });

    it('lists a child with several cases once', async () => {
      const { doctor, parent, childId, caseId } = await practice();
      await openCase(parent, childId, doctor);
      await finishCase(doctor, caseId);
      expectBody(await children(doctor, doctor), [{ firstName: 'Carla', lastName: 'Jansen', id: childId }]);
    });

    it('lists a child whose only case is finished', async () => {
      const { doctor, childId, caseId } = await practice();
      await finishCase(doctor, caseId);
      expectBody(await children(doctor, doctor), [{ firstName: 'Carla', lastName: 'Jansen', id: childId }]);
    });

    it('does not list a child without a case', async () => {
      const [doctor, parent] = await Promise.all([clinic.arrive('Doc'), clinic.arrive('Par')]);
      await clinic.addChild(parent);
      expectBody(await children(doctor, doctor), []);
      expectBody(await children(doctor, parent), []);
    });
  });

  describe('who may see GET /api/Doc/{id}/children (D-23)', () => {
    it('the doctor: all of them', async () => {
      const { doctor, otherDoctor, carla, dirk, emma } = await twoFamilies();
      expectBody(await children(doctor, doctor), [carla, dirk]);
      expectBody(await children(otherDoctor, otherDoctor), [emma]);
    });

    it('an assistant of the doctor: all of them', async () => {
      const { doctor, assistant, carla, dirk } = await twoFamilies();
      expectBody(await children(doctor, assistant), [carla, dirk]);
    });

    it('a parent: the own ones', async () => {
      const { doctor, otherDoctor, parent, otherParent, carla, dirk, emma } = await twoFamilies();
      expectBody(await children(doctor, parent), [carla]);
      expectBody(await children(doctor, otherParent), [dirk]);
      expectBody(await children(otherDoctor, parent), [emma]);
      expectBody(await children(otherDoctor, otherParent), []);
    });

    it('no other doctor', async () => {
      const { doctor, otherDoctor } = await twoFamilies();
      expectRefusal(await children(doctor, otherDoctor), 403, 'ROLE_NOT_ALLOWED');
    });

    it('no assistant of another doctor, until they assist this one too', async () => {
      const { doctor, assistant, otherDoctor, emma } = await foundFamilies();
      expectRefusal(await children(otherDoctor, assistant), 403, 'ROLE_NOT_ALLOWED');
      await assist(otherDoctor, assistant);
      expectBody(await children(otherDoctor, assistant), [emma]);
      expectRefusal(await children(doctor, await clinic.regular('Ast')), 403, 'ROLE_NOT_ALLOWED');
    });
  });
};
