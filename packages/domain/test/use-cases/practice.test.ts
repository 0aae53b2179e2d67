import { describe, expect, test } from 'vitest';
import { refuse } from '../../src/errors.ts';
import type { Account } from '../../src/model/account.ts';
import type { AccountId } from '../../src/model/values.ts';
import { ok } from '../../src/result.ts';
import { openClinic } from '../support/clinic.ts';
import { listed } from '../support/outcomes.ts';
import { email, unknownId } from '../support/values.ts';

type Clinic = Awaited<ReturnType<typeof openClinic>>;

const assistantsOf = async ({ app }: Clinic, { id }: Account, paging = {}) =>
  (await listed(app.listAssistants({ doctorId: id, paging }))).map(({ firstName }) => firstName);

describe('listing doctors and assistants (D-12, D-18)', () => {
  test('shows first name, last name and id, and nobody else', async () => {
    const { app, assistant, doctor, otherDoctor } = await openClinic();
    expect(await listed(app.listDoctors({ paging: {} }))).toStrictEqual([
      { id: doctor.id, firstName: 'Dora', lastName: 'Example' },
      { id: otherDoctor.id, firstName: 'Dieter', lastName: 'Example' },
    ]);
    expect(await listed(app.listAssistants({ doctorId: doctor.id, paging: {} }))).toStrictEqual([
      { id: assistant.id, firstName: 'Anna', lastName: 'Example' },
    ]);
  });
});

describe('linking and unlinking an assistant', () => {
  test('answers the id of the account with that address, and changes that list only', async () => {
    const clinic = await openClinic();
    const { app, assistant, doctor, otherAssistant, otherDoctor } = clinic;
    const own = { actor: doctor, doctorId: doctor.id };
    expect(await app.linkAssistant({ ...own, email: otherAssistant.email })).toEqual(ok(otherAssistant.id));
    expect(await assistantsOf(clinic, doctor)).toEqual(['Anna', 'Arne']);
    expect(await assistantsOf(clinic, otherDoctor)).toEqual(['Arne']);
    expect(await app.unlinkAssistant({ ...own, assistantId: otherAssistant.id })).toEqual(ok(undefined));
    expect(await app.unlinkAssistant({ ...own, assistantId: assistant.id })).toEqual(ok(undefined));
    expect(await assistantsOf(clinic, doctor)).toEqual([]);
    expect(await assistantsOf(clinic, otherDoctor)).toEqual(['Arne']);
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

  test.each(['otherAssistant', 'parent', 'doctor'] as const)(
    'is refused for the %s, who is not linked',
    async (who) => {
      const { app, doctor, [who]: account } = await openClinic();
      const outcome = await app.unlinkAssistant({ actor: doctor, doctorId: doctor.id, assistantId: account.id });
      expect(outcome).toEqual(refuse('ASSISTANT_NOT_FOUND'));
    },
  );
});

test('a doctor who is none is not found, not even by those who take themselves for the doctor (D-19)', async () => {
  const { app, assistant, doctor, parent } = await openClinic();
  const none = refuse('DOCTOR_NOT_FOUND');
  for (const doctorId of [unknownId<AccountId>(), parent.id, assistant.id]) {
    expect(await app.listAssistants({ doctorId, paging: {} })).toEqual(none);
    for (const actor of [doctor, assistant, parent]) {
      expect(await app.linkAssistant({ actor, doctorId, email: assistant.email })).toEqual(none);
      expect(await app.unlinkAssistant({ actor, doctorId, assistantId: assistant.id })).toEqual(none);
      expect(await app.listDoctorsChildren({ actor, doctorId, paging: {} })).toEqual(none);
    }
  }
});
