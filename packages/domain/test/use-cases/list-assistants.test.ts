import { describe, expect, test } from 'vitest';
import { refuse } from '../../src/errors.ts';
import type { AccountId } from '../../src/model/values.ts';
import { openClinic } from '../support/clinic.ts';
import { listed } from '../support/outcomes.ts';
import { limit, unknownId } from '../support/values.ts';

describe("listing a doctor's assistants (D-18)", () => {
  test('shows first name, last name and id of those who assist this doctor', async () => {
    const { app, doctor, assistant } = await openClinic();
    expect(await listed(app.listAssistants({ doctorId: doctor.id, paging: {} }))).toStrictEqual([
      { id: assistant.id, firstName: 'Anna', lastName: 'Example' },
    ]);
  });

  test('shows nobody where nobody assists', async () => {
    const { app, register } = await openClinic();
    const { id } = await register('Doc', 'Loner');
    expect(await listed(app.listAssistants({ doctorId: id, paging: {} }))).toEqual([]);
  });

  test('is in the order of their ids, not of their linking, and can be paged (D-12)', async () => {
    const { app, assistant, assistantOf, doctor, otherAssistant } = await openClinic();
    const third = await assistantOf(doctor, 'Aaron');
    await app.linkAssistant({ actor: doctor, doctorId: doctor.id, email: otherAssistant.email });
    const page = { doctorId: doctor.id, paging: { after: assistant.id, limit: limit(1) } };
    const all = await listed(app.listAssistants({ doctorId: doctor.id, paging: {} }));
    expect(all.map(({ id }) => id)).toEqual([assistant.id, otherAssistant.id, third.id]);
    expect((await listed(app.listAssistants(page))).map(({ id }) => id)).toEqual([otherAssistant.id]);
  });

  test('is refused where there is no such doctor (D-19)', async () => {
    const { app, assistant, parent } = await openClinic();
    for (const doctorId of [unknownId<AccountId>(), assistant.id, parent.id]) {
      expect(await app.listAssistants({ doctorId, paging: {} })).toEqual(refuse('DOCTOR_NOT_FOUND'));
    }
  });
});
