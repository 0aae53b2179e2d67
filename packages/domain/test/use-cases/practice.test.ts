import { describe, expect, test } from 'vitest';
import { ActorErased } from '../../src/errors.ts';
import type { Account } from '../../src/model/account.ts';
import { ok } from '../../src/result.ts';
import { worksFor } from '../../src/use-cases/practice.ts';
import { openClinic } from '../support/clinic.ts';
import { listed, must } from '../support/values.ts';

const openPractice = async () => {
  const clinic = await openClinic();
  const { app, doctor } = clinic;
  const assistants = async ({ id }: Account) =>
    (await listed(app.listAssistants({ doctorId: id, paging: {} }))).map(({ firstName }) => firstName);
  return { ...clinic, own: { actor: doctor, doctorId: doctor.id }, assistants };
};

describe('linking and unlinking an assistant', () => {
  test('answers the id of the account with that address, and changes that list only', async () => {
    const { app, assistant, assistants, doctor, otherAssistant, otherDoctor, own } = await openPractice();
    expect(await app.linkAssistant({ ...own, email: otherAssistant.email })).toEqual(ok(otherAssistant.id));
    expect(await assistants(doctor)).toEqual(['Anna', 'Arne']);
    for (const { id } of [otherAssistant, assistant]) {
      expect(await app.unlinkAssistant({ ...own, assistantId: id })).toEqual(ok(undefined));
    }
    expect([await assistants(doctor), await assistants(otherDoctor)]).toEqual([[], ['Arne']]);
  });

  test('is refused, as without a session, if the account was erased since the call began', async () => {
    const { app, assistant, otherDoctor, storage } = await openPractice();
    must(await app.eraseAccount({ email: otherDoctor.email }));
    const linking = app.linkAssistant({ actor: otherDoctor, doctorId: otherDoctor.id, email: assistant.email });
    await expect(linking).rejects.toThrow(new ActorErased());
    expect(await storage.read.assistants.assists(assistant.id, otherDoctor.id)).toBe(false);
  });
});

test('only an assistant can assist a doctor, even if somebody else was linked', async () => {
  const { assistant, doctor, otherDoctor, parent, storage } = await openClinic();
  await storage.write(async ({ assistants }) => {
    for (const { id } of [parent, otherDoctor]) await assistants.link(doctor.id, id);
    return ok(undefined);
  });
  const works = [assistant, doctor, parent, otherDoctor].map((actor) => worksFor(storage.read, actor, doctor.id));
  expect(await Promise.all(works)).toEqual([true, true, false, false]);
});
