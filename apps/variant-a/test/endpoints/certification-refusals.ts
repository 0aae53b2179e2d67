import { describe, expect, it } from 'vitest';
import type { Clinic } from '../support/clinic.ts';
import { expectRefusal, named } from '../support/replies.ts';

const UNKNOWN_ID = '01939f00-0000-7000-8000-000000000000';

/** What requesting and checking a certification refuse alike. */
export const certificationRefusalTests = (clinic: Clinic): void => {
  const { assist, openTask, closedTask, openCase, practice, practiceWithClosedTask } = clinic;

  describe.each(['POST', 'GET'])('%s /api/Case/{id}/certreq', (method) => {
    const call = (id: string, session: string, facts: object = {}) =>
      clinic.call(`${method} /api/Case/${id}/certreq`, { id: session, ...facts });

    it('needs a closed task: the case has none (D-21)', async () => {
      const { doctor, parent, caseId } = await practice();
      const reply = await call(caseId, parent.session);
      expectRefusal(reply, 409, 'TASK_NOT_CLOSED');
      expect(reply.content).toMatch(/closed task/);
      await openTask(doctor, caseId);
      expectRefusal(await call(caseId, parent.session), 409, 'TASK_NOT_CLOSED');
    });

    it('needs a closed task: an open one is named, even if another is closed (D-21)', async () => {
      const { doctor, parent, caseId } = await practiceWithClosedTask();
      const open = await openTask(doctor, caseId);
      expectRefusal(await call(open, parent.session), 409, 'TASK_NOT_CLOSED');
      expectRefusal(await call(caseId, parent.session, { TaskID: open }), 409, 'TASK_NOT_CLOSED');
      expectRefusal(await call(open, parent.session, { TaskID: open }), 409, 'TASK_NOT_CLOSED');
    });

    it('finds no task of another case, of nobody, or beside the one in the path (D-21)', async () => {
      const { doctor, parent, childId, caseId, taskId } = await practiceWithClosedTask();
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

    it('does not tell a task of strangers from none (D-23)', async () => {
      const { parent, caseId } = await practiceWithClosedTask();
      const ofStrangers = (await practiceWithClosedTask()).taskId;
      const reply = await call(caseId, parent.session, { TaskID: ofStrangers });
      expectRefusal(reply, 404, 'TASK_NOT_FOUND');
      expect(reply.text).toBe((await call(caseId, parent.session, { TaskID: UNKNOWN_ID })).text);
    });

    it('refuses a TaskID that can be none, and names it (D-04, D-10)', async () => {
      const { parent, caseId } = await practiceWithClosedTask();
      for (const TaskID of ['first', 7, [UNKNOWN_ID], UNKNOWN_ID.toUpperCase()]) {
        const reply = await call(caseId, parent.session, { TaskID });
        expectRefusal(reply, 400, 'FIELDS_INVALID');
        expect(named(reply, ['TaskID'])).toEqual(['TaskID']);
      }
    });

    it('takes a TaskID that is null or blank as none (D-06)', async () => {
      const { parent, caseId } = await practiceWithClosedTask();
      await clinic.call(`POST /api/Case/${caseId}/certreq`, { id: parent.session });
      const { text } = await call(caseId, parent.session);
      for (const TaskID of [null, '', ' ']) {
        const reply = await call(caseId, parent.session, { TaskID });
        expect([reply.status, reply.text]).toEqual([200, text]);
      }
    });

    it.each(['me', '5f0c1a3e-8f0b-4a55-9a0e-0d9b7d6e2f11', UNKNOWN_ID, '%00'])(
      'finds no case or task at %s (D-10)',
      async (id) => {
        const { session } = await clinic.arrive('Doc');
        expectRefusal(await call(id, session), 404, 'CASE_NOT_FOUND');
      },
    );

    it('finds no case at the id of a child, a certification or a person', async () => {
      const { parent, doctor, childId, taskId } = await practiceWithClosedTask();
      const { content } = await clinic.call(`POST /api/Case/${taskId}/certreq`, { id: parent.session });
      for (const id of [childId, doctor.id, Object.values(content as Record<string, string>)[0] ?? '']) {
        expectRefusal(await call(id, parent.session), 404, 'CASE_NOT_FOUND');
      }
    });

    it('is for the doctor, who assists the doctor, and the parent (D-23)', async () => {
      const { doctor, assistant, parent, caseId, taskId } = await practiceWithClosedTask();
      const laterAssistant = await clinic.arrive('Ast');
      expectRefusal(await call(caseId, laterAssistant.session), 404, 'CASE_NOT_FOUND');
      await assist(doctor, laterAssistant);
      await clinic.call(`POST /api/Case/${taskId}/certreq`, { id: doctor.session });
      for (const { session } of [doctor, assistant, laterAssistant, parent]) {
        for (const id of [caseId, taskId]) expect((await call(id, session)).status).toBe(200);
      }
    });

    it('tells strangers nothing: to them the case does not exist (D-23)', async () => {
      const { parent, caseId, taskId } = await practiceWithClosedTask();
      await clinic.call(`POST /api/Case/${taskId}/certreq`, { id: parent.session });
      const others = await practice();
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
  });
};
