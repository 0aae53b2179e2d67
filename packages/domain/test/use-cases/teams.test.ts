import { describe, expect, test } from 'vitest';
import { ActorErased } from '../../src/errors.ts';
import type { Account } from '../../src/model/account.ts';
import { ok } from '../../src/result.ts';
import { worksFor } from '../../src/use-cases/teams.ts';
import { createSetup } from '../../testing/setup.ts';
import { openClinic } from '../support/clinic.ts';
import { deliveryOf, tellingOf } from '../support/mails.ts';
import { codeOf, listed, must } from '../support/values.ts';

const openPractice = async () => {
  const clinic = await openClinic();
  const { app, doctor } = clinic;
  const assistants = async ({ id }: Account) =>
    (await listed(app.listAssistants({ doctorId: id, paging: {} }))).map(({ firstName }) => firstName);
  return { ...clinic, told: tellingOf(clinic), own: { actor: doctor, doctorId: doctor.id }, assistants };
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

  test('is told to the assistant alone, once for each change, and twenty times a day at most (D-43)', async () => {
    const { app, otherAssistant, own, told } = await openPractice();
    const link = () => app.linkAssistant({ ...own, email: otherAssistant.email });
    const unlink = () => app.unlinkAssistant({ ...own, assistantId: otherAssistant.id });
    const mail = ['team changed', otherAssistant.email];
    for (const _ of ['once', 'again']) must(await link());
    expect(await told()).toEqual([mail]);
    must(await unlink());
    expect([codeOf(await unlink()), await told()]).toEqual(['ASSISTANT_NOT_FOUND', [mail]]);
    for (let round = 0; round < 11; round += 1) for (const change of [link, unlink]) must(await change());
    // The first was of the other doctor.
    expect(await told()).toEqual(Array(20 - 3).fill(mail));
  });

  test('leaves the own doctors in one order, in whatever order the store finds their names', async () => {
    const { app, doctor, otherAssistant: actor, otherDoctor, own, storage, ...ports } = await openPractice();
    must(await app.linkAssistant({ ...own, email: actor.email }));
    const namesOf = async (ids: readonly Account['id'][]) => (await storage.read.accounts.namesOf(ids)).toReversed();
    const read = { ...storage.read, accounts: { ...storage.read.accounts, namesOf } };
    for (const reads of [storage.read, read]) {
      const { listOwnDoctors } = createSetup({ ...ports, storage: { ...storage, read: reads } });
      expect(must(await listOwnDoctors({ actor })).map(({ id }) => id)).toEqual([doctor.id, otherDoctor.id]);
    }
  });

  test('is told also to an assistant who cannot log in, without asking to', async () => {
    const practice = await openPractice();
    const { app, assistant, mailer, own } = practice;
    must(await app.disableAccount(assistant));
    must(await app.unlinkAssistant({ ...own, assistantId: assistant.id }));
    await deliveryOf(practice)();
    expect(mailer.sent).toMatchObject([{ kind: 'team changed', to: assistant.email, canLogIn: false }]);
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
