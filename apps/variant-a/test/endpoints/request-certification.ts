import { describe, expect, it } from 'vitest';
import type { Clinic } from '../support/clinic.ts';
import { expectBody, member, UUID_V7 } from '../support/replies.ts';

export const requestCertificationTests = (clinic: Clinic): void => {
  const { closedTask, issue, reject, revoke, finishCase, newClosedTask } = clinic;
  const request = (id: string, session: string, facts: object = {}) =>
    clinic.call(`POST /api/Case/${id}/certreq`, { id: session, ...facts });

  describe('POST /api/Case/{id}/certreq (D-21)', () => {
    it('answers the certID', async () => {
      const { caseId, parent } = await newClosedTask();
      const reply = await request(caseId, parent.session);
      const certID = member(reply, 'certID');
      expect(certID).toMatch(UUID_V7);
      expectBody(reply, { certID });
    });

    it('takes the case, the task, and the case with its task in TaskID, and means the same by all', async () => {
      const { caseId, taskId, parent } = await newClosedTask();
      const { session } = parent;
      const certID = member(await request(taskId, session), 'certID');
      expectBody(await request(caseId, session), { certID });
      expectBody(await request(caseId, session, { TaskID: taskId }), { certID });
      expectBody(await request(taskId, session, { TaskID: taskId }), { certID });
    });

    it('means the task that TaskID names, each task having a certification of its own', async () => {
      const { caseId, taskId, doctor } = await newClosedTask();
      const later = await closedTask(doctor, caseId);
      const ofFirst = member(await request(caseId, doctor.session, { TaskID: taskId }), 'certID');
      const ofSecond = member(await request(caseId, doctor.session, { TaskID: later }), 'certID');
      expect(ofFirst).not.toBe(ofSecond);
      expectBody(await request(taskId, doctor.session), { certID: ofFirst });
      expectBody(await request(later, doctor.session), { certID: ofSecond });
    });

    it('may be made for a finished case', async () => {
      const { caseId, doctor, parent } = await newClosedTask();
      await finishCase(doctor, caseId);
      expect(member(await request(caseId, parent.session), 'certID')).toMatch(UUID_V7);
    });
  });

  describe('asking again (D-22)', () => {
    it('answers the same certID, whoever asks, while one is requested or issued', async () => {
      const { taskId, doctor, assistant, parent } = await newClosedTask();
      const certID = member(await request(taskId, parent.session), 'certID');
      for (const { session } of [parent, assistant, doctor]) expectBody(await request(taskId, session), { certID });
      await issue(doctor, taskId);
      for (const { session } of [parent, assistant, doctor]) expectBody(await request(taskId, session), { certID });
    });

    it('makes one certification of many requests at once', async () => {
      const { taskId, caseId, doctor, parent } = await newClosedTask();
      const asked = Array.from({ length: 10 }, (_, index) =>
        request(index % 2 === 0 ? taskId : caseId, index % 3 === 0 ? doctor.session : parent.session),
      );
      const ids = (await Promise.all(asked)).map((reply) => member(reply, 'certID'));
      expect(new Set(ids).size).toBe(1);
    });

    it('makes a new one after a rejection', async () => {
      const { taskId, doctor, parent } = await newClosedTask();
      const first = member(await request(taskId, parent.session), 'certID');
      await reject(doctor, taskId, 'Not needed.');
      const second = member(await request(taskId, parent.session), 'certID');
      expect(second).toMatch(UUID_V7);
      expect(second).not.toBe(first);
      expectBody(await request(taskId, parent.session), { certID: second });
    });

    it('makes a new one after a revocation', async () => {
      const { taskId, doctor, parent } = await newClosedTask();
      const first = member(await request(taskId, parent.session), 'certID');
      await issue(doctor, taskId);
      await revoke(doctor, taskId, 'Issued by mistake.');
      expect(member(await request(taskId, parent.session), 'certID')).not.toBe(first);
    });
  });
};
