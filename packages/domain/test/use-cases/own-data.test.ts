import { expect, test, vi } from 'vitest';
import { createApplication, createOperatorApplication } from '../../src/application.ts';
import type { CodeDigest } from '../../src/model/account.ts';
import type { EmailAddress } from '../../src/model/email.ts';
import { asJson } from '../../src/model/own-data.ts';
import type { NoteText, Reason } from '../../src/model/values.ts';
import { later, MINUTE } from '../../src/model/values.ts';
import { ok, refuse } from '../../src/result.ts';
import { PASSWORD } from '../support/clinic.ts';
import { openFamily } from '../support/family.ts';
import { allOf, attempt, listed, must } from '../support/values.ts';

const openOwnData = async () => {
  const family = await openFamily();
  const app = createApplication(family);
  const transport = { requestId: 'the asking', address: '192.0.2.1' };
  const signedIn = async (who: 'parent' | 'otherParent' | 'doctor' | 'otherDoctor') => ({
    ...(await family.logIn(family[who])),
    ...transport,
  });
  const prove = async (who: Parameters<typeof signedIn>[0]) => {
    const here = await signedIn(who);
    must(await app.proveForOwnData({ ...here, password: attempt(PASSWORD) }));
    return here;
  };
  const textOf = async (who: Parameters<typeof signedIn>[0]) =>
    (await allOf(asJson(must(await app.showOwnData(await prove(who)))))).join('');
  return { ...family, calls: app, prove, signedIn, textOf };
};

test('what is held about somebody is shown for some minutes after the password, in that session alone', async () => {
  const { calls, clock, prove, signedIn } = await openOwnData();
  const before = await signedIn('parent');
  expect(await calls.showOwnData(before)).toEqual(refuse('PASSWORD_WRONG'));
  expect(await calls.proveForOwnData({ ...before, password: attempt('wrong') })).toEqual(refuse('PASSWORD_WRONG'));
  const here = await prove('parent');
  for (const [caller, isOwner] of [
    [here, true],
    [before, false],
    [{ ...here, actor: (await signedIn('otherParent')).actor }, false],
  ] as const)
    expect(must(await calls.checkOwner(caller))).toBe(isOwner);
  clock.advance(15 * MINUTE);
  expect(must(await calls.checkOwner(here))).toBe(false);
});

test('a parent gets the children with all that pages show, no address of others, and no note that was taken back', async () => {
  const { app, auditTrail, caseId, childId, doctor, otherParent, parent, share, textOf } = await openOwnData();
  await share(otherParent);
  const texts = ['Sleeps badly', 'Of another child'] as NoteText[];
  const [, wrong] = [
    must(await app.writeNote({ actor: parent, caseId, text: texts[0] as NoteText })),
    must(await app.writeNote({ actor: doctor, caseId, text: texts[1] as NoteText })),
  ];
  must(await app.markNote({ actor: doctor, caseId, noteId: wrong, reason: 'A slip' as Reason }));
  const text = await textOf('parent');
  for (const told of [parent.email, 'Carla', 'Asthma', 'Measure lung function', 'Sleeps badly', 'Pablo', 'Dora'])
    expect(text).toContain(told);
  for (const hidden of [otherParent.email, doctor.email, 'Of another child', 'A slip', PASSWORD])
    expect(text).not.toContain(hidden);
  const looked = auditTrail.noted.filter(({ action, child }) => action === 'own data shown' && child === childId);
  expect(looked).toHaveLength(1);
});

test('a doctor gets what was done, and no text about a child', async () => {
  const { app, caseId, parent, textOf } = await openOwnData();
  must(await app.writeNote({ actor: parent, caseId, text: 'Sleeps badly' as NoteText }));
  const text = await textOf('doctor');
  expect(text).toContain('Anna');
  for (const hidden of ['Carla', 'Asthma', 'Sleeps badly', parent.email]) expect(text).not.toContain(hidden);
});

test('staff get the invitations that they have sent, of parents and of staff, and nobody else does', async () => {
  const { childId, clock, doctor, storage, textOf } = await openOwnData();
  const [parent, staff] = ['parent@example.org', 'staff@example.org'] as EmailAddress[] as [EmailAddress, EmailAddress];
  const sent = { invitedBy: doctor.id, expiresAt: later(clock.now(), MINUTE) };
  must(
    await storage.write(async ({ joinCodes, staffInvitations }) => {
      await joinCodes.save({ ...sent, digest: 'of a parent' as CodeDigest, childId, email: parent });
      return ok(await staffInvitations.save({ ...sent, email: staff, role: 'Ast', invitedAt: clock.now() }));
    }),
  );
  const text = await textOf('doctor');
  for (const told of [parent, staff]) expect(text).toContain(told);
  const others = await textOf('otherDoctor');
  for (const hidden of [parent, staff]) expect(others).not.toContain(hidden);
});

test('only doctors have what doctors alone have, and only staff what staff have', async () => {
  const { textOf } = await openOwnData();
  const ofStaff = ['takesNoChildren', 'confirmed', 'isManager'];
  const found = async (who: 'parent' | 'doctor') => {
    const [account] = JSON.parse(await textOf(who)) as [object];
    return ofStaff.filter((fact) => fact in account);
  };
  expect([await found('parent'), await found('doctor')]).toEqual([[], ofStaff]);
});

test('is read as it is sent, a case at a time', async () => {
  const { calls, caseOf, childOf, doctor, parent, prove, storage } = await openOwnData();
  for (const name of ['Cora', 'Cleo']) await caseOf(await childOf(parent, name), doctor);
  const read = vi.spyOn(storage.read.history, 'ofCase');
  const pages = must(await calls.showOwnData(await prove('parent')));
  let cases = 0;
  for await (const page of pages) {
    cases += page.filter(({ part }) => part === 'case').length;
    expect(read).toHaveBeenCalledTimes(cases);
  }
  expect(cases).toBe(3);
});

test('is read to its end, however long that takes', async () => {
  const { calls, clock, prove } = await openOwnData();
  const found = [];
  for await (const page of must(await calls.showOwnData(await prove('parent')))) {
    if (found.length === 0) clock.advance(20 * MINUTE);
    found.push(...page.map(({ part }) => part));
  }
  expect(found).toContain('record');
});

test('ends for whoever has lost the session meanwhile', async () => {
  const { app, calls, parent, prove } = await openOwnData();
  const here = await prove('parent');
  const reading = must(await calls.showOwnData(here))[Symbol.asyncIterator]();
  await reading.next();
  must(await app.setPassword({ email: parent.email, newPassword: 'battery staple' as never }));
  const rest = async () => {
    while (!(await reading.next()).done);
  };
  await expect(rest()).rejects.toThrow('lost a right');
});

test('the operator exports the same, of which each child has a record that its parents see', async () => {
  const family = await openOwnData();
  const { calls, childId, parent, textOf } = family;
  const own = await textOf('parent');
  const { exportAccount } = createOperatorApplication(family);
  const exported = must(await exportAccount({ email: parent.email, requestId: 'the export' }));
  const text = (await allOf(asJson(exported))).join('');
  const parts = (json: string) => JSON.parse(json).map(({ part }: { part: string }) => part);
  expect(parts(text).filter((part: string) => part === 'case')).toHaveLength(1);
  expect(new Set([...parts(own), 'look'])).toEqual(new Set(parts(text)));
  const looks = await listed(calls.listAccess({ ...(await family.signedIn('parent')), childId, paging: {} }));
  expect(looks.map(({ action, by }) => [action, by])).toContainEqual(['child exported', undefined]);
  expect(await exportAccount({ email: 'nobody@example.org' as never, requestId: 'x' })).toEqual(
    refuse('ACCOUNT_NOT_FOUND'),
  );
});
