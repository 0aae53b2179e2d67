import { describe, expect, test } from 'vitest';
import type { Refusal } from '../../src/errors.ts';
import type { Result } from '../../src/result.ts';
import { worksFor } from '../../src/use-cases/practice.ts';
import type { Setup } from '../../testing/setup.ts';
import { openClinicWithClosedTask, type Who } from '../support/clinic.ts';
import { type Code, codeOf, must } from '../support/outcomes.ts';
import { name, reason, title } from '../support/values.ts';

type Clinic = Awaited<ReturnType<typeof openClinicWithClosedTask>>;

const WHO: readonly Who[] = ['doctor', 'assistant', 'parent', 'otherDoctor', 'otherAssistant', 'otherParent'];
const ROLE = 'ROLE_NOT_ALLOWED';
const strangers = (code: Code): readonly Code[] => [code, code, code];
const PARENTS: readonly Code[] = [ROLE, ROLE, 'OK', ROLE, ROLE, 'OK'];
const THE_DOCTOR: readonly Code[] = ['OK', ROLE, ROLE, ...strangers(ROLE)];
const PARTICIPANTS: readonly Code[] = ['OK', 'OK', 'OK', ...strangers('CASE_NOT_FOUND')];
const AT_WORK: readonly Code[] = ['OK', 'OK', ROLE, ...strangers('CASE_NOT_FOUND')];
const ITS_DOCTOR: readonly Code[] = ['OK', ROLE, ROLE, ...strangers('CASE_NOT_FOUND')];

/** The fields of every call: about a case of the parent's child with the doctor, and its closed task. */
const fieldsOf = ({ assistant, caseId, childId, doctor, otherAssistant, taskId }: Clinic) => ({
  ...{ caseId, childId, taskId, id: caseId, doctorId: doctor.id, assistantId: assistant.id, paging: {} },
  ...{ firstName: name('Carla'), lastName: name('Example'), email: otherAssistant.email },
  ...{ title: title('Measure lung function'), reason: reason('Seen again, and found otherwise') },
});

/** What comes before the call. Returns the fields that differ, if any do. */
type Before = (clinic: Clinic) => Promise<unknown>;
const finished: Before = ({ caseId, finish }) => finish(caseId);
const openTask: Before = async ({ caseId, taskIn }) => ({ taskId: await taskIn(caseId) });
const requested: Before = async ({ certification }) => void (await certification.requested());
const issued: Before = async ({ certification }) => void (await certification.issued());

/** Codes in the order of `WHO`. */
const RULES: readonly (readonly [call: keyof Setup, when: string, codes: readonly Code[], before?: Before])[] = [
  ['addChild', '', PARENTS],
  ['listOwnChildren', '', PARENTS],
  ['listDoctorsChildren', '', ['OK', 'OK', 'OK', ROLE, ROLE, 'OK']],
  ['linkAssistant', '', THE_DOCTOR],
  ['unlinkAssistant', '', THE_DOCTOR],
  ['openCase', "of a child on the doctor's list", ['OK', 'OK', 'OK', ROLE, ROLE, 'CHILD_NOT_FOUND']],
  [
    'openCase',
    "of a child who is not on the doctor's list",
    [ROLE, ROLE, 'OK', ...strangers('CHILD_NOT_FOUND')],
    async ({ otherDoctor }) => ({ doctorId: otherDoctor.id }),
  ],
  ['showCase', '', PARTICIPANTS],
  ['showHistory', '', PARTICIPANTS],
  ['finishCase', '', AT_WORK],
  ['reopenCase', 'once it is finished', ITS_DOCTOR, finished],
  ['addTask', '', AT_WORK],
  ['addTask', 'to a finished case', ['CASE_FINISHED', 'CASE_FINISHED', ...AT_WORK.slice(2)], finished],
  ['closeTask', 'that is open', ['OK', 'OK', ROLE, ...strangers('TASK_NOT_FOUND')], openTask],
  ['closeTask', 'that is closed', ['TASK_ALREADY_CLOSED', 'TASK_ALREADY_CLOSED', ROLE, ...strangers('TASK_NOT_FOUND')]],
  ['requestCertification', '', PARTICIPANTS],
  ['checkCertification', '', PARTICIPANTS, issued],
  ['issueCertification', '', ITS_DOCTOR, requested],
  ['rejectCertification', '', ITS_DOCTOR, requested],
  ['revokeCertification', '', ITS_DOCTOR, issued],
  ['issueCertification', 'of an open task', ['TASK_NOT_CLOSED', ...ITS_DOCTOR.slice(1)], openTask],
];

describe('who may do what (D-23)', () => {
  const rules = RULES.map(([call, when, codes, before]) => ({ call, when, codes, before }));
  test.each(rules)('$call $when', async ({ call, codes, before }) => {
    const outcomes = WHO.map(async (who) => {
      const clinic = await openClinicWithClosedTask();
      const input = { actor: clinic[who], ...fieldsOf(clinic), ...((await before?.(clinic)) ?? {}) };
      return (clinic.app[call] as (input: object) => Promise<Result<unknown, Refusal>>)(input);
    });
    expect((await Promise.all(outcomes)).map(codeOf)).toEqual(codes);
  });

  test('an unlinked assistant is a stranger at once', async () => {
    const { app, doctor, assistant, caseId } = await openClinicWithClosedTask();
    must(await app.unlinkAssistant({ actor: doctor, doctorId: doctor.id, assistantId: assistant.id }));
    expect(codeOf(await app.showCase({ actor: assistant, caseId }))).toBe('CASE_NOT_FOUND');
  });

  test('only an assistant can assist a doctor, even if somebody else was linked', async () => {
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
