import { describe, expect, test } from 'vitest';
import { refuse } from '../../src/errors.ts';
import type { Account } from '../../src/model/account.ts';
import { ok } from '../../src/result.ts';
import { openClinic, openClinicWithCase, type Who } from '../support/clinic.ts';
import { codeOf, listed } from '../support/outcomes.ts';
import { email, unknownId } from '../support/values.ts';

const assistantsOf = async ({ app }: Awaited<ReturnType<typeof openClinic>>, { id }: Account) =>
  (await listed(app.listAssistants({ doctorId: id, paging: {} }))).map(({ firstName }) => firstName);
const notTheDoctor: readonly Who[] = ['otherDoctor', 'assistant', 'otherAssistant', 'parent'];

describe('linking an assistant', () => {
  test('answers the id of the account with that address, and puts it on the list', async () => {
    const clinic = await openClinic();
    const { app, doctor, otherAssistant } = clinic;
    const linked = await app.linkAssistant({ actor: doctor, doctorId: doctor.id, email: otherAssistant.email });
    expect(linked).toEqual(ok(otherAssistant.id));
    expect(await assistantsOf(clinic, doctor)).toEqual(['Anna', 'Arne']);
    expect(await assistantsOf(clinic, clinic.otherDoctor)).toEqual(['Arne']);
  });

  test('is no mistake when repeated', async () => {
    const clinic = await openClinic();
    const { app, doctor, assistant } = clinic;
    const again = await app.linkAssistant({ actor: doctor, doctorId: doctor.id, email: assistant.email });
    expect(again).toEqual(ok(assistant.id));
    expect(await assistantsOf(clinic, doctor)).toEqual(['Anna']);
  });

  test.each(['nobody@example.org', 'dieter@example.org', 'paula@example.org', 'dora@example.org'])(
    'is refused for %s, which is no assistant',
    async (address) => {
      const clinic = await openClinic();
      const { app, doctor } = clinic;
      const outcome = await app.linkAssistant({ actor: doctor, doctorId: doctor.id, email: email(address) });
      expect(outcome).toEqual(refuse('ASSISTANT_NOT_FOUND'));
      expect(await assistantsOf(clinic, doctor)).toEqual(['Anna']);
    },
  );

  test.each(notTheDoctor)('is not for the %s to do (D-23)', async (who) => {
    const clinic = await openClinic();
    const { app, doctor, otherAssistant, [who]: actor } = clinic;
    const outcome = await app.linkAssistant({ actor, doctorId: doctor.id, email: otherAssistant.email });
    expect(outcome).toEqual(refuse('ROLE_NOT_ALLOWED'));
    expect(await assistantsOf(clinic, doctor)).toEqual(['Anna']);
  });

  test('is refused where there is no such doctor (D-19)', async () => {
    const { app, doctor, parent, assistant } = await openClinic();
    for (const doctorId of [unknownId<Account['id']>(), parent.id, assistant.id]) {
      const outcome = await app.linkAssistant({ actor: doctor, doctorId, email: assistant.email });
      expect(outcome).toEqual(refuse('DOCTOR_NOT_FOUND'));
    }
  });

  test('is refused for those who take themselves for the doctor', async () => {
    const { app, parent, assistant } = await openClinic();
    for (const actor of [parent, assistant]) {
      const outcome = await app.linkAssistant({ actor, doctorId: actor.id, email: assistant.email });
      expect(outcome).toEqual(refuse('DOCTOR_NOT_FOUND'));
    }
  });
});

describe('unlinking an assistant', () => {
  test('takes the account off the list, and off that list only', async () => {
    const clinic = await openClinic();
    const { app, doctor, otherDoctor, assistant } = clinic;
    await app.linkAssistant({ actor: otherDoctor, doctorId: otherDoctor.id, email: assistant.email });
    const outcome = await app.unlinkAssistant({ actor: doctor, doctorId: doctor.id, assistantId: assistant.id });
    expect(outcome).toEqual(ok(undefined));
    expect(await assistantsOf(clinic, doctor)).toEqual([]);
    expect(await assistantsOf(clinic, otherDoctor)).toEqual(['Anna', 'Arne']);
  });

  test("makes the assistant a stranger to the doctor's cases at once (D-23)", async () => {
    const { app, doctor, assistant, caseId } = await openClinicWithCase();
    expect(codeOf(await app.showCase({ actor: assistant, caseId }))).toBe('OK');
    await app.unlinkAssistant({ actor: doctor, doctorId: doctor.id, assistantId: assistant.id });
    expect(await app.showCase({ actor: assistant, caseId })).toEqual(refuse('CASE_NOT_FOUND'));
  });

  test.each(['otherAssistant', 'parent', 'doctor'] as const)(
    'is refused for the %s, who is not linked',
    async (who) => {
      const { app, doctor, [who]: account } = await openClinic();
      const outcome = await app.unlinkAssistant({ actor: doctor, doctorId: doctor.id, assistantId: account.id });
      expect(outcome).toEqual(refuse('ASSISTANT_NOT_FOUND'));
    },
  );

  test.each(notTheDoctor)('is not for the %s to do (D-23)', async (who) => {
    const clinic = await openClinic();
    const { app, doctor, assistant, [who]: actor } = clinic;
    const outcome = await app.unlinkAssistant({ actor, doctorId: doctor.id, assistantId: assistant.id });
    expect(outcome).toEqual(refuse('ROLE_NOT_ALLOWED'));
    expect(await assistantsOf(clinic, doctor)).toEqual(['Anna']);
  });

  test('is refused where there is no such doctor (D-19)', async () => {
    const { app, doctor, parent, assistant } = await openClinic();
    for (const doctorId of [unknownId<Account['id']>(), parent.id]) {
      const outcome = await app.unlinkAssistant({ actor: doctor, doctorId, assistantId: assistant.id });
      expect(outcome).toEqual(refuse('DOCTOR_NOT_FOUND'));
    }
  });
});
