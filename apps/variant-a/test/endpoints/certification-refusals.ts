import { describe, expect, it } from 'vitest';
import type { Clinic } from '../support/clinic.ts';
import { expectRefusal, member, named } from '../support/replies.ts';

const UNKNOWN_ID = '01939f00-0000-7000-8000-000000000000';

/** Requesting and checking a certification refuse alike. */
type Method = 'POST' | 'GET';

const caller =
  ({ call }: Clinic, method: Method) =>
  (id: string, session: string, facts: object = {}) =>
    call(`${method} /api/Case/${id}/certreq`, { id: session, ...facts });

const taskTests = (clinic: Clinic, method: Method): void => {
  const { openTask, closedTask, openCase, newCase, newClosedTask } = clinic;
  const call = caller(clinic, method);

  describe(`the task of ${method} /api/Case/{id}/certreq (D-21)`, () => {
    it('must be closed: the case has no closed one', async () => {
      const { doctor, parent, caseId } = await newCase();
      const reply = await call(caseId, parent.session);
      expectRefusal(reply, 409, 'TASK_NOT_CLOSED');
      expect(reply.content).toMatch(/closed task/);
      await openTask(doctor, caseId);
      expectRefusal(await call(caseId, parent.session), 409, 'TASK_NOT_CLOSED');
    });

    it('must be closed: an open one is named, even if another is closed', async () => {
      const { doctor, parent, caseId } = await newClosedTask();
      const open = await openTask(doctor, caseId);
      expectRefusal(await call(open, parent.session), 409, 'TASK_NOT_CLOSED');
      expectRefusal(await call(caseId, parent.session, { TaskID: open }), 409, 'TASK_NOT_CLOSED');
      expectRefusal(await call(open, parent.session, { TaskID: open }), 409, 'TASK_NOT_CLOSED');
    });

    it('is not found in another case, nowhere, or beside the one in the path', async () => {
      const { doctor, parent, childId, caseId, taskId } = await newClosedTask();
      const ofOtherCase = await closedTask(doctor, await openCase(parent, childId, doctor));
      const beside = await closedTask(doctor, caseId);
      for (const [id, TaskID] of [
        [caseId, ofOtherCase],
        [caseId, UNKNOWN_ID],
        [caseId, caseId],
        [taskId, ofOtherCase],
        [taskId, beside],
      ] as const) {
        const reply = await call(id, parent.session, { TaskID });
        expectRefusal(reply, 404, 'TASK_NOT_FOUND');
        expect(reply.content).toMatch(/\bTaskID\b/);
      }
    });

    it('is refused, and the field named, if it can be none (D-04, D-10)', async () => {
      const { parent, caseId } = await newClosedTask();
      for (const TaskID of ['first', 7, [UNKNOWN_ID], UNKNOWN_ID.toUpperCase()]) {
        const reply = await call(caseId, parent.session, { TaskID });
        expectRefusal(reply, 400, 'FIELDS_INVALID');
        expect(named(reply, ['TaskID'])).toEqual(['TaskID']);
      }
    });

    it('is not named by a TaskID that is null or blank (D-06)', async () => {
      const { parent, caseId } = await newClosedTask();
      await clinic.call(`POST /api/Case/${caseId}/certreq`, { id: parent.session });
      const { text } = await call(caseId, parent.session);
      for (const TaskID of [null, '', ' ']) {
        const reply = await call(caseId, parent.session, { TaskID });
        expect([reply.status, reply.text]).toEqual([200, text]);
      }
    });
  });
};

const caseTests = (clinic: Clinic, method: Method): void => {
  const call = caller(clinic, method);

  describe(`the path of ${method} /api/Case/{id}/certreq (D-10)`, () => {
    it.each(['me', '5f0c1a3e-8f0b-4a55-9a0e-0d9b7d6e2f11', UNKNOWN_ID, '%00'])(
      'leads to no case or task: %s',
      async (id) => {
        const { session } = await clinic.regular('Doc');
        const reply = await call(id, session);
        expectRefusal(reply, 404, 'CASE_NOT_FOUND');
        expect(reply.content).toMatch(/case or task/);
      },
    );

    it('leads to no case by the id of a child, a person or a certification', async () => {
      const { parent, doctor, childId, taskId } = await clinic.newClosedTask();
      const requested = await clinic.call(`POST /api/Case/${taskId}/certreq`, { id: parent.session });
      for (const id of [childId, doctor.id, member(requested, 'certID')]) {
        expectRefusal(await call(id, parent.session), 404, 'CASE_NOT_FOUND');
      }
    });

    it('leads to no case by an id in upper case', async () => {
      const { parent, caseId } = await clinic.newClosedTask();
      expectRefusal(await call(caseId.toUpperCase(), parent.session), 404, 'CASE_NOT_FOUND');
    });
  });
};

const participationTests = (clinic: Clinic, method: Method): void => {
  const { assist, practice, closedTask, newClosedTask } = clinic;
  const call = caller(clinic, method);

  describe(`who may ${method} /api/Case/{id}/certreq (D-23)`, () => {
    it('the doctor, who assists the doctor, and the parent of the child', async () => {
      const { doctor, assistant, parent, caseId } = await practice();
      const taskId = await closedTask(doctor, caseId);
      await clinic.call(`POST /api/Case/${taskId}/certreq`, { id: doctor.session });
      const laterAssistant = await clinic.arrive('Ast');
      expectRefusal(await call(caseId, laterAssistant.session), 404, 'CASE_NOT_FOUND');
      await assist(doctor, laterAssistant);
      for (const { session } of [doctor, assistant, laterAssistant, parent]) {
        for (const id of [caseId, taskId]) expect((await call(id, session)).status).toBe(200);
      }
    });

    it('no stranger: to them the case does not exist', async () => {
      const { parent, caseId, taskId } = await newClosedTask();
      await clinic.call(`POST /api/Case/${taskId}/certreq`, { id: parent.session });
      const others = await newClosedTask('other');
      for (const { session } of [others.doctor, others.assistant, others.parent]) {
        const unknown = await call(UNKNOWN_ID, session);
        for (const [id, facts] of [
          [caseId, {}],
          [taskId, {}],
          [caseId, { TaskID: taskId }],
        ] as const) {
          const reply = await call(id, session, facts);
          expectRefusal(reply, 404, 'CASE_NOT_FOUND');
          expect(reply.text).toBe(unknown.text);
        }
      }
    });

    it('nobody learns of a stranger’s task: it is as if there were none', async () => {
      const { parent, caseId } = await newClosedTask();
      const { taskId } = await newClosedTask('other');
      const reply = await call(caseId, parent.session, { TaskID: taskId });
      expectRefusal(reply, 404, 'TASK_NOT_FOUND');
      expect(reply.text).toBe((await call(caseId, parent.session, { TaskID: UNKNOWN_ID })).text);
    });
  });
};

export const certificationRefusalTests = (clinic: Clinic): void => {
  for (const method of ['POST', 'GET'] as const) {
    taskTests(clinic, method);
    caseTests(clinic, method);
    participationTests(clinic, method);
  }
};
