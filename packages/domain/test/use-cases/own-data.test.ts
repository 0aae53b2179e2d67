import { expect, test, vi } from 'vitest';
import { mailOf } from '../../contracts/storage/samples.ts';
import { createApplication, createOperatorApplication } from '../../src/application.ts';
import type { Account, CodeDigest } from '../../src/model/account.ts';
import type { EmailAddress } from '../../src/model/email.ts';
import { asJson } from '../../src/model/own-data.ts';
import type { NoteText, Reason } from '../../src/model/values.ts';
import { DAY, later, MINUTE } from '../../src/model/values.ts';
import type { Stores } from '../../src/ports/storage.ts';
import { ok, refuse } from '../../src/result.ts';
import { PASSWORD } from '../support/clinic.ts';
import { openFamily } from '../support/family.ts';
import { allOf, attempt, listed, must } from '../support/values.ts';

const openOwnData = async () => {
  const family = await openFamily();
  const app = createApplication(family);
  const transport = { requestId: 'the asking', address: '192.0.2.1' };
  const signedIn = async (who: 'parent' | 'otherParent' | 'doctor' | 'otherDoctor' | 'assistant') => ({
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

type OwnData = Awaited<ReturnType<typeof openOwnData>>;

test('what is held about somebody is shown for some minutes after the password, in that session alone', async () => {
  const { calls, clock, parent, prove, signedIn, storage } = await openOwnData();
  const before = await signedIn('parent');
  expect(await calls.showOwnData(before)).toEqual(refuse('PASSWORD_WRONG'));
  expect(await calls.proveForOwnData({ ...before, password: attempt('wrong') })).toEqual(refuse('PASSWORD_WRONG'));
  const here = await prove('parent');
  const mails = await storage.read.mails.all({ after: undefined, size: 9 });
  expect(mails.map(({ kind, accountId }) => [kind, accountId])).toEqual([['own data shown', parent.id]]);
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

/** Something of each part for each account, with secrets that nobody reads. */
const fill = async ({ clock, childId, doctor, otherDoctor, assistant, parent, storage }: OwnData) => {
  const [at, expiresAt, secret] = [clock.now(), later(clock.now(), DAY), 'SECRET'];
  const cover = { doctorId: doctor.id, deputyId: otherDoctor.id, agreedAt: at, reason: undefined };
  const fillFor = async (stores: Stores, { id: accountId, email }: Account) => {
    const own = { accountId, expiresAt };
    await stores.secondFactors.save({ ...own, secret, confirmedAt: at, lastStep: 0, recoveryCodes: [secret] } as never);
    await stores.loginProofs.insert({ ...own, digest: secret + accountId, of: 'second factor', provenAt: at } as never);
    await stores.passkeys.insert({ ...own, id: accountId, name: 'Phone', publicKey: secret, createdAt: at } as never);
    await stores.accountCodes.save({ ...own, digest: secret + email, purpose: 'address', email } as never);
    await stores.helps.save({ accountId, kind: 'address', email, at });
    await stores.notices.choose(accountId, [{ topic: 'notes', time: 'never' }] as never);
    await stores.phrases.save({ id: accountId, accountId, kind: 'reason', place: 1, text: 'Words' } as never);
    await stores.mails.insert({
      ...mailOf({ id: accountId as never, failedAt: at }),
      accountId,
      to: undefined,
    } as never);
  };
  must(
    await storage.write(async (stores) => {
      for (const one of [doctor, assistant, parent]) await fillFor(stores, one);
      const invitation = { invitedBy: doctor.id, expiresAt, email: 'invited@example.org' as EmailAddress };
      await stores.staffInvitations.save({ ...invitation, role: 'Ast', invitedAt: at });
      await stores.joinCodes.save({ ...invitation, digest: secret as CodeDigest, childId });
      return ok(await stores.covers.insert({ ...cover, id: doctor.id, firstDay: DAY_1, lastDay: DAY_1 } as never));
    }),
  );
};
const DAY_1 = '2026-01-01';

const OF_ACCOUNT =
  'disabledAt email firstName id language lastName madeThrough notices provenAt registeredAt role secondFactor';
const OF_ALL = {
  account: OF_ACCOUNT,
  code: 'email expiresAt',
  failedMail: 'at failedAt kind problem',
  help: 'at email',
  login: 'device lastUsedAt startedAt',
  notice: 'time topic',
  passkey: 'createdAt lastUsedAt name',
  phrase: 'kind text',
  record: 'action at child children on outcome',
  secondFactor: 'confirmedAt',
  trustedDevice: 'device expiresAt provenAt',
};

test.each([
  [
    'doctor',
    {
      account: `${OF_ACCOUNT} confirmed isManager takesNoChildren`,
      assistant: 'firstName id isAvailable lastName',
      cover: 'agreedAt deputyId doctorId firstDay id lastDay people reason',
      invitation: 'email expiresAt invitedAt role',
    },
  ],
  ['assistant', { account: `${OF_ACCOUNT} confirmed isManager`, doctor: 'firstName id isAvailable lastName role' }],
  [
    'parent',
    {
      case: 'certificates certifications childId doctorId history id newSince notes openedAt people status tasks title',
      child: 'birthDate firstName id invitations lastName parents socSecNum',
      look: 'action at byWhom childId whom',
    },
  ],
] as const)(
  'these facts of each part are held about a person of the role %s, and no secret is told',
  async (who, parts) => {
    const family = await openOwnData();
    for (const one of [who, 'otherParent'] as const) await family.prove(one);
    await fill(family);
    let asked = 0;
    const { exportAccount } = createOperatorApplication(family);
    const facts = new Map<string, Set<string>>();
    for await (const page of must(await exportAccount({ email: family[who].email, requestId: 'the export' }))) {
      expect(JSON.stringify(page)).not.toContain('SECRET');
      asked += page.filter(({ entry }) => 'action' in entry && entry.action === 'own data asked for').length;
      for (const { part, entry } of page) facts.set(part, new Set([...(facts.get(part) ?? []), ...Object.keys(entry)]));
    }
    const wanted = Object.entries({ ...OF_ALL, ...parts }).map(
      ([part, names]) => [part, new Set(names.split(' '))] as const,
    );
    expect([facts, asked]).toEqual([new Map(wanted), 1]);
  },
);

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

test('has nothing of a child that was left meanwhile', async () => {
  const { app, calls, childId, childOf, otherParent, parent, prove, share } = await openOwnData();
  const children = [childId, await childOf(parent, 'Cora')];
  for (const id of children) await share(otherParent, id);
  const read: unknown[] = [];
  for await (const page of must(await calls.showOwnData(await prove('otherParent'))))
    for (const { part, child } of page) {
      if (part !== 'child') continue;
      read.push(child);
      for (const left of children.filter((id) => id !== child))
        must(await app.removeParent({ actor: otherParent, childId: left, parentId: otherParent.id }));
    }
  expect(read).toHaveLength(1);
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
