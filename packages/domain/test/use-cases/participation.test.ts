import { expect, test } from 'vitest';
import { ok } from '../../src/result.ts';
import { worksFor } from '../../src/use-cases/participation.ts';
import { openClinic } from '../support/clinic.ts';

test('only an assistant can assist a doctor, whoever stands in the list of those who do (D-23)', async () => {
  const { assistant, doctor, otherDoctor, parent, storage } = await openClinic();
  await storage.write(async ({ assistants }) => {
    for (const { id } of [parent, otherDoctor]) await assistants.link(doctor.id, id);
    return ok(undefined);
  });
  const { assistants } = storage.read;
  const who = [assistant, doctor, parent, otherDoctor];
  const works = await Promise.all(who.map((actor) => worksFor(assistants, actor, doctor.id)));
  expect(works).toEqual([true, true, false, false]);
});
