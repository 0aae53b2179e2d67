import { describe, expect, test } from 'vitest';
import type { PasswordHash } from '../../src/model/account.ts';
import { ok } from '../../src/result.ts';
import { openClinic } from '../support/clinic.ts';
import { listed, must } from '../support/outcomes.ts';
import { email, limit, unknownId } from '../support/values.ts';

/** Enough doctors for the list to be longer than a page. */
const manyDoctors = async () => {
  const clinic = await openClinic();
  const { ids, storage, doctor } = clinic;
  await storage.write(async ({ accounts }) => {
    for (let nth = 0; nth < 1003; nth += 1) {
      const account = { ...doctor, id: ids.account(), email: email(`doctor${nth}@example.org`) };
      must(await accounts.insert({ account, passwordHash: 'none' as PasswordHash }));
    }
    return ok(undefined);
  });
  return clinic;
};

describe('listing doctors (D-18)', () => {
  test('shows first name, last name and id of every doctor, and of nobody else', async () => {
    const { app, doctor, otherDoctor } = await openClinic();
    expect(await listed(app.listDoctors({ paging: {} }))).toStrictEqual([
      { id: doctor.id, firstName: 'Dora', lastName: 'Example' },
      { id: otherDoctor.id, firstName: 'Dieter', lastName: 'Example' },
    ]);
  });

  test('shows a doctor who has just registered last (D-12)', async () => {
    const { app, register } = await openClinic();
    await register('Doc', 'Abel');
    const names = (await listed(app.listDoctors({ paging: {} }))).map(({ firstName }) => firstName);
    expect(names).toEqual(['Dora', 'Dieter', 'Abel']);
  });

  test('shows as many as are wanted, after the one that is named (D-12)', async () => {
    const { app, doctor, otherDoctor, register } = await openClinic();
    const third = await register('Doc', 'Abel');
    const idsOf = async (paging: Parameters<typeof app.listDoctors>[0]['paging']) =>
      (await listed(app.listDoctors({ paging }))).map(({ id }) => id);
    expect(await idsOf({ limit: limit(2) })).toEqual([doctor.id, otherDoctor.id]);
    expect(await idsOf({ after: otherDoctor.id })).toEqual([third.id]);
    expect(await idsOf({ after: doctor.id, limit: limit(1) })).toEqual([otherDoctor.id]);
    expect(await idsOf({ after: unknownId() })).toEqual([]);
  });

  test('shows each of very many once and in order (D-12)', async () => {
    const { app, doctor, logIn } = await manyDoctors();
    const { session } = await logIn(doctor);
    const found = (await listed(app.listDoctors({ session, paging: {} }))).map(({ id }) => id);
    expect(found.length).toBe(1005);
    expect(found).toEqual([...new Set(found)].sort());
  });
});
