import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { Clinic } from '../support/clinic.ts';
import { expectBody, expectRefusal, INSTANT, member } from '../support/replies.ts';

const calls = (clinic: Clinic) => {
  const { newClosedTask } = clinic;
  const request = async (id: string, session: string): Promise<string> =>
    member(await clinic.call(`POST /api/Case/${id}/certreq`, { id: session }), 'certID');
  const check = (id: string, session: string, facts: object = {}) =>
    clinic.call(`GET /api/Case/${id}/certreq`, { id: session, ...facts });

  /** A certification that has been requested, and what every answer about it begins with. */
  const requested = async () => {
    const opened = await newClosedTask();
    const { caseId, taskId, parent } = opened;
    const certID = await request(taskId, parent.session);
    const reply = await check(taskId, parent.session);
    const requestedAt = member(reply, 'requestedAt');
    return { ...opened, reply, requestedAt, ids: { certID, TaskID: taskId, CaseID: caseId } };
  };

  return { request, check, requested };
};

const stateTests = (clinic: Clinic): void => {
  const { issue, reject, revoke, newClosedTask } = clinic;
  const { request, check, requested } = calls(clinic);

  describe('GET /api/Case/{id}/certreq in each state (D-22)', () => {
    it('requested', async () => {
      const before = Date.now();
      const { reply, ids, requestedAt } = await requested();
      expectBody(reply, { ...ids, status: 'requested', requestedAt });
      expect(requestedAt).toMatch(INSTANT);
      expect(Date.parse(requestedAt)).toBeGreaterThanOrEqual(before);
      expect(Date.parse(requestedAt)).toBeLessThanOrEqual(Date.now());
    });

    it('issued', async () => {
      const { ids, requestedAt, taskId, doctor, parent } = await requested();
      await issue(doctor, taskId);
      const reply = await check(taskId, parent.session);
      const decidedAt = member(reply, 'decidedAt');
      expectBody(reply, { ...ids, status: 'issued', requestedAt, decidedAt });
      expect(decidedAt).toMatch(INSTANT);
      expect(decidedAt >= requestedAt).toBe(true);
    });

    it('rejected, with the reason', async () => {
      const { ids, requestedAt, taskId, doctor, parent } = await requested();
      await reject(doctor, taskId, 'The file says "healthy".');
      const reply = await check(taskId, parent.session);
      const decidedAt = member(reply, 'decidedAt');
      expect(decidedAt).toMatch(INSTANT);
      const reason = 'The file says "healthy".';
      expectBody(reply, { ...ids, status: 'rejected', requestedAt, decidedAt, reason });
    });

    it('revoked, with the reason', async () => {
      const { ids, requestedAt, taskId, doctor, parent } = await requested();
      await issue(doctor, taskId);
      await revoke(doctor, taskId, 'Issued by mistake.');
      const reply = await check(taskId, parent.session);
      const decidedAt = member(reply, 'decidedAt');
      expect(decidedAt).toMatch(INSTANT);
      expectBody(reply, { ...ids, status: 'revoked', requestedAt, decidedAt, reason: 'Issued by mistake.' });
    });

    it('requested anew: the newest is answered', async () => {
      const { ids, taskId, doctor, parent } = await requested();
      await reject(doctor, taskId, 'Not needed.');
      const certID = await request(taskId, parent.session);
      const reply = await check(taskId, parent.session);
      expect(certID).not.toBe(ids.certID);
      expectBody(reply, { ...ids, certID, status: 'requested', requestedAt: member(reply, 'requestedAt') });
    });

    it('none: nothing has been requested', async () => {
      const { caseId, taskId, parent } = await newClosedTask();
      for (const id of [caseId, taskId]) {
        expectRefusal(await check(id, parent.session), 404, 'CERTIFICATION_NOT_FOUND');
      }
    });
  });
};

const taskTests = (clinic: Clinic): void => {
  const { openTask, closeTask, newCase } = clinic;
  const { request, check, requested } = calls(clinic);

  describe('the task of GET /api/Case/{id}/certreq (D-21)', () => {
    it('is named by the case, the task, or the case with its task in TaskID', async () => {
      const { reply, caseId, taskId, parent } = await requested();
      for (const [id, facts] of [
        [caseId, {}],
        [caseId, { TaskID: taskId }],
        [taskId, { TaskID: taskId }],
      ] as const) {
        expect((await check(id, parent.session, facts)).text).toBe(reply.text);
      }
    });

    it('is the one closed last, where only the case is named: not the one opened last', async () => {
      const { doctor, caseId } = await newCase();
      const [first, second, third] = [
        await openTask(doctor, caseId),
        await openTask(doctor, caseId),
        await openTask(doctor, caseId),
      ];
      await closeTask(doctor, second);
      await pause(5);
      await closeTask(doctor, first);
      const certID = await request(caseId, doctor.session);
      expect((await check(first, doctor.session)).content).toMatchObject({ certID, TaskID: first });
      expect((await check(caseId, doctor.session)).content).toMatchObject({ certID, TaskID: first });
      expectRefusal(await check(second, doctor.session), 404, 'CERTIFICATION_NOT_FOUND');
      expectRefusal(await check(third, doctor.session), 409, 'TASK_NOT_CLOSED');
    });

    it('is another once a further one is closed', async () => {
      const { caseId, doctor } = await requested();
      const further = await openTask(doctor, caseId);
      expect((await check(caseId, doctor.session)).status).toBe(200);
      await pause(5);
      await closeTask(doctor, further);
      expectRefusal(await check(caseId, doctor.session), 404, 'CERTIFICATION_NOT_FOUND');
    });
  });
};

export const checkCertificationTests = (clinic: Clinic): void => {
  stateTests(clinic);
  taskTests(clinic);
};
