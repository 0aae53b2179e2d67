import { describe, expect, test } from 'vitest';
import type { Refusal } from '../../src/errors.ts';
import type { Account } from '../../src/model/account.ts';
import type { Result } from '../../src/result.ts';
import { worksFor } from '../../src/use-cases/participation.ts';
import { openClinicWithClosedTask, type Who } from '../support/clinic.ts';
import { type Code, codeOf, must } from '../support/outcomes.ts';
import { name, reason, title } from '../support/values.ts';

type Clinic = Awaited<ReturnType<typeof openClinicWithClosedTask>>;
type Attempt = (clinic: Clinic, actor: Account) => Promise<Result<unknown, Refusal>>;

const WHO: readonly Who[] = ['doctor', 'assistant', 'parent', 'otherDoctor', 'otherAssistant', 'otherParent'];
const strangers = (code: Code): readonly Code[] => [code, code, code];
const PARTICIPANTS = ['OK', 'OK', 'OK', ...strangers('CASE_NOT_FOUND')] as const;
const AT_WORK = ['OK', 'OK', 'ROLE_NOT_ALLOWED', ...strangers('CASE_NOT_FOUND')] as const;
const ITS_DOCTOR = ['OK', 'ROLE_NOT_ALLOWED', 'ROLE_NOT_ALLOWED', ...strangers('CASE_NOT_FOUND')] as const;
const PARENTS = ['ROLE_NOT_ALLOWED', 'ROLE_NOT_ALLOWED', 'OK', 'ROLE_NOT_ALLOWED', 'ROLE_NOT_ALLOWED', 'OK'] as const;
const DOCTOR_ALONE = ['OK', ...Array<Code>(5).fill('ROLE_NOT_ALLOWED')] as const;

const why = reason('Seen again, and found otherwise');
const task = { title: title('Measure lung function') };
const child = { firstName: name('Carla'), lastName: name('Example') };

/** Each on a case of the parent's child with the doctor, which has a closed task. Codes in the order of `WHO`. */
const RULES: readonly (readonly [call: string, codes: readonly Code[], attempt: Attempt])[] = [
  ['adds a child', PARENTS, ({ app }, actor) => app.addChild({ actor, ...child })],
  ['lists the own children', PARENTS, ({ app }, actor) => app.listOwnChildren({ actor, paging: {} })],
  [
    "lists the doctor's children",
    ['OK', 'OK', 'OK', 'ROLE_NOT_ALLOWED', 'ROLE_NOT_ALLOWED', 'OK'],
    ({ app, doctor }, actor) => app.listDoctorsChildren({ actor, doctorId: doctor.id, paging: {} }),
  ],
  [
    'links an assistant',
    DOCTOR_ALONE,
    ({ app, doctor, otherAssistant }, actor) =>
      app.linkAssistant({ actor, doctorId: doctor.id, email: otherAssistant.email }),
  ],
  [
    'unlinks an assistant',
    DOCTOR_ALONE,
    ({ app, doctor, assistant }, actor) =>
      app.unlinkAssistant({ actor, doctorId: doctor.id, assistantId: assistant.id }),
  ],
  [
    "opens a case of a child on the doctor's list",
    ['OK', 'OK', 'OK', 'ROLE_NOT_ALLOWED', 'ROLE_NOT_ALLOWED', 'CHILD_NOT_FOUND'],
    ({ app, childId, doctor }, actor) => app.openCase({ actor, childId, doctorId: doctor.id, ...task }),
  ],
  [
    'opens a case of a child who is not on the list of the doctor',
    ['ROLE_NOT_ALLOWED', 'ROLE_NOT_ALLOWED', 'OK', 'CHILD_NOT_FOUND', 'CHILD_NOT_FOUND', 'CHILD_NOT_FOUND'],
    ({ app, childId, otherDoctor }, actor) => app.openCase({ actor, childId, doctorId: otherDoctor.id, ...task }),
  ],
  ['sees a case', PARTICIPANTS, ({ app, caseId }, actor) => app.showCase({ actor, caseId })],
  ['sees its history', PARTICIPANTS, ({ app, caseId }, actor) => app.showHistory({ actor, caseId, paging: {} })],
  ['finishes a case', AT_WORK, ({ app, caseId }, actor) => app.finishCase({ actor, caseId })],
  [
    'reopens a case',
    ITS_DOCTOR,
    async ({ app, caseId, finish }, actor) => {
      await finish(caseId);
      return app.reopenCase({ actor, caseId, reason: why });
    },
  ],
  ['adds a task', AT_WORK, ({ app, caseId }, actor) => app.addTask({ actor, caseId, ...task })],
  [
    'adds a task to a finished case',
    ['CASE_FINISHED', 'CASE_FINISHED', 'ROLE_NOT_ALLOWED', ...strangers('CASE_NOT_FOUND')],
    async ({ app, caseId, finish }, actor) => {
      await finish(caseId);
      return app.addTask({ actor, caseId, ...task });
    },
  ],
  [
    'closes a task',
    ['OK', 'OK', 'ROLE_NOT_ALLOWED', ...strangers('TASK_NOT_FOUND')],
    async ({ app, caseId, taskIn }, actor) => app.closeTask({ actor, taskId: await taskIn(caseId) }),
  ],
  [
    'closes a closed task',
    ['TASK_ALREADY_CLOSED', 'TASK_ALREADY_CLOSED', 'ROLE_NOT_ALLOWED', ...strangers('TASK_NOT_FOUND')],
    ({ app, taskId }, actor) => app.closeTask({ actor, taskId }),
  ],
  [
    'requests a certification by the case',
    PARTICIPANTS,
    ({ app, caseId }, actor) => app.requestCertification({ actor, id: caseId }),
  ],
  [
    'requests a certification by the task',
    PARTICIPANTS,
    ({ app, taskId }, actor) => app.requestCertification({ actor, id: taskId }),
  ],
  [
    'checks a certification',
    PARTICIPANTS,
    async ({ app, caseId, certification }, actor) => {
      await certification.issued();
      return app.checkCertification({ actor, id: caseId });
    },
  ],
  [
    'issues a certification',
    ITS_DOCTOR,
    async ({ app, caseId, certification }, actor) => {
      await certification.requested();
      return app.issueCertification({ actor, id: caseId });
    },
  ],
  [
    'rejects a certification',
    ITS_DOCTOR,
    async ({ app, taskId, certification }, actor) => {
      await certification.requested();
      return app.rejectCertification({ actor, id: taskId, reason: why });
    },
  ],
  [
    'revokes a certification',
    ITS_DOCTOR,
    async ({ app, caseId, certification }, actor) => {
      await certification.issued();
      return app.revokeCertification({ actor, id: caseId, reason: why });
    },
  ],
  [
    'issues a certification of an open task',
    ['TASK_NOT_CLOSED', 'ROLE_NOT_ALLOWED', 'ROLE_NOT_ALLOWED', ...strangers('CASE_NOT_FOUND')],
    async ({ app, caseId, taskIn }, actor) => app.issueCertification({ actor, id: await taskIn(caseId) }),
  ],
];

describe('who may do what (D-23)', () => {
  test.each(
    RULES.flatMap(([call, codes, attempt]) => WHO.map((who, nth) => ({ who, call, code: codes[nth], attempt }))),
  )('the $who $call: $code', async ({ who, code, attempt }) => {
    const clinic = await openClinicWithClosedTask();
    expect(codeOf(await attempt(clinic, clinic[who]))).toBe(code);
  });

  test('an unlinked assistant is a stranger at once', async () => {
    const { app, doctor, assistant, caseId } = await openClinicWithClosedTask();
    must(await app.unlinkAssistant({ actor: doctor, doctorId: doctor.id, assistantId: assistant.id }));
    expect(codeOf(await app.showCase({ actor: assistant, caseId }))).toBe('CASE_NOT_FOUND');
  });

  test('only an assistant can assist a doctor, whoever is linked', async () => {
    const { assistant, doctor, otherDoctor, parent, storage } = await openClinicWithClosedTask();
    await storage.write(async ({ assistants }) => {
      for (const { id } of [parent, otherDoctor]) await assistants.link(doctor.id, id);
      return { ok: true, value: undefined };
    });
    const who = [assistant, doctor, parent, otherDoctor];
    const works = who.map((actor) => worksFor(storage.read, actor, doctor.id));
    expect(await Promise.all(works)).toEqual([true, true, false, false]);
  });
});
