import { describe, expect, test } from 'vitest';
import { createApplication } from '../../src/application.ts';
import type { Account } from '../../src/model/account.ts';
import { type ChildId, HOUR } from '../../src/model/values.ts';
import { ok, refuse } from '../../src/result.ts';
import { openFamily } from '../support/family.ts';
import { codeOf, email, listed, must, name, title, unknownId } from '../support/values.ts';

type Family = Awaited<ReturnType<typeof openFamily>>;

/** What only a parent of the child, or one who has a part in its case, may see or do, and what strangers are told. */
const callsOf = ({ app, caseId, childId, create, doctor, otherDoctor, taskId }: Family) =>
  [
    ['CHILD_NOT_FOUND', (actor) => app.showChild({ actor, childId })],
    ['CHILD_NOT_FOUND', (actor) => app.correctChild({ actor, childId, lastName: name('Example') })],
    ['CHILD_NOT_FOUND', (actor) => app.listParents({ actor, childId })],
    ['CHILD_NOT_FOUND', (actor) => app.listAccess({ actor, childId, paging: {} })],
    ['CHILD_NOT_FOUND', (actor) => app.inviteParent({ actor, childId, email: email('new@example.org') })],
    ['CHILD_NOT_FOUND', (actor) => app.listParentInvitations({ actor, childId })],
    ['CHILD_NOT_FOUND', (actor) => app.withdrawParentInvitation({ actor, childId, email: email('new@example.org') })],
    ['CHILD_NOT_FOUND', (actor) => app.openCase({ actor, childId, doctorId: doctor.id, title: title('Cough') })],
    ['CASE_NOT_FOUND', (actor) => app.showCase({ actor, caseId })],
    ['CASE_NOT_FOUND', (actor) => app.showHistory({ actor, caseId, paging: {} })],
    ['CASE_NOT_FOUND', (actor) => app.requestCertification({ actor, id: taskId })],
    ['CASE_NOT_FOUND', (actor) => app.checkCertification({ actor, id: caseId })],
    ['CASE_NOT_FOUND', (actor) => create({ actor })],
    ['CASE_NOT_FOUND', (actor) => app.handOverCase({ actor, caseId, doctorId: otherDoctor.id })],
    ['CHILD_NOT_FOUND', (actor) => app.removeParent({ actor, childId, parentId: actor.id })],
  ] as const satisfies [string, (actor: Account) => Promise<Parameters<typeof codeOf>[0]>][];

/** How many children and cases the account finds in its lists. */
const seenBy = async ({ app, doctor }: Family, actor: Account) => {
  const lists = [
    await listed(app.listOwnChildren({ actor, paging: {} })),
    await listed(app.listDoctorsChildren({ actor, doctorId: doctor.id, paging: {} })),
    await listed(app.listCases({ actor, paging: {} })),
  ];
  return lists.map(({ length }) => length);
};

describe('the parents of a child (D-33)', () => {
  test('have equal rights: every call by a second one works as by the first', async () => {
    const family = await openFamily();
    const { certification, otherParent, parent, share } = family;
    await certification.issued();
    await share(otherParent);
    for (const actor of [parent, otherParent]) expect(await seenBy(family, actor)).toEqual([1, 1, 1]);
    for (const actor of [parent, otherParent]) {
      for (const [, call] of callsOf(family).slice(0, -2)) expect(codeOf(await call(actor))).toBe('OK');
    }
  });

  test('one who has left or was removed sees nothing any more, as if the child had never been theirs', async () => {
    const family = await openFamily();
    const { app, certification, childId, otherParent, parent, share } = family;
    await certification.issued();
    await share(otherParent);
    must(await app.removeParent({ actor: parent, childId, parentId: otherParent.id }));
    expect(await seenBy(family, otherParent)).toEqual([0, 0, 0]);
    for (const [code, call] of callsOf(family)) expect(codeOf(await call(otherParent))).toBe(code);
    expect(codeOf(await app.removeParent({ actor: otherParent, childId, parentId: parent.id }))).toBe(
      'CHILD_NOT_FOUND',
    );
  });

  test('are listed by name, who added the child first, then in the order of joining, to parents only', async () => {
    const { app, childId, doctor, more, otherParent, parents, share } = await openFamily();
    for (const account of await more(2)) await share(account);
    await share(otherParent);
    expect(await parents()).toEqual(['Paula', 'Parent0', 'Parent1', 'Pablo']);
    const [first] = await listed(app.listParents({ actor: otherParent, childId }));
    expect(first).toMatchObject({ firstName: 'Paula', hasAdded: true });
    expect(first).not.toHaveProperty('email');
    expect(await app.listParents({ actor: doctor, childId })).toEqual(refuse('ROLE_NOT_ALLOWED'));
  });
});

describe('the names of the parents', () => {
  const openNames = async () => {
    const family = await openFamily();
    await family.share(family.otherParent);
    const named = async (actor: Account) => {
      const shown = await family.app.showCase({ actor, caseId: family.caseId, detail: 'full' });
      return shown.ok ? shown.value.parents.map(({ firstName }) => firstName as string) : shown.refusal.code;
    };
    return { ...family, named };
  };

  test("are shown with the case to those who work for the case's doctor, in the order of joining", async () => {
    const { assistant, doctor, named, otherAssistant, otherDoctor, register } = await openNames();
    for (const actor of [doctor, assistant]) expect(await named(actor)).toEqual(['Paula', 'Pablo']);
    for (const actor of [otherDoctor, otherAssistant, await register('Par', 'Nina')])
      expect(await named(actor)).toBe('CASE_NOT_FOUND');
  });

  test('are not shown to the doctor who has handed the case over, not even one who does it meanwhile', async () => {
    const { app, caseId, doctor, named, otherDoctor, storage, ...ports } = await openNames();
    const handedOverMeanwhile = async (...asked: [never]) => {
      must(await app.handOverCase({ actor: doctor, caseId, doctorId: otherDoctor.id }));
      return storage.read.children.parents(...asked);
    };
    const read = { ...storage.read, children: { ...storage.read.children, parents: handedOverMeanwhile } };
    const reading = createApplication({ ...ports, storage: { ...storage, read } });
    const call = { requestId: 'r', session: 'none' as never, actor: doctor, caseId, detail: 'full' } as const;
    expect(await reading.showCase(call)).toEqual(refuse('CASE_NOT_FOUND'));
    expect([await named(doctor), await named(otherDoctor)]).toEqual(['CASE_NOT_FOUND', ['Paula', 'Pablo']]);
  });
});

describe('inviting another parent', () => {
  test('answers the same for each address but the own, and its owner learns by mail why it cannot join', async () => {
    const { app, assistant, deliver, doctor, invite, logIn, mailer, otherParent, parent, register, share } =
      await openFamily();
    const disabled = await register('Par', 'Dana');
    await share(otherParent);
    must(await app.disableAccount({ email: disabled.email }));
    must(await app.changeProfile({ ...(await logIn(parent)), language: 'fr' }));
    await deliver();
    mailer.sent.splice(0);
    const nobody = { email: email('nobody@example.org') };
    for (const { email: to } of [nobody, doctor, assistant, otherParent, disabled]) {
      expect(await invite(to)).toEqual(ok(undefined));
    }
    await deliver();
    const letters = mailer.sent.map(({ to, kind, language, ...more }) => [to, kind, language, 'code' in more]);
    expect(letters).toEqual([
      [nobody.email, 'parent invited', 'fr', true],
      [doctor.email, 'no parent account', 'en', false],
      [assistant.email, 'no parent account', 'en', false],
      [otherParent.email, 'already a parent', 'en', false],
    ]);
    expect(mailer.sent).toMatchObject(Array(4).fill({ inviter: 'Paula Example' }));
    expect(await invite(parent.email)).toEqual(refuse('EMAIL_OWN'));
  });

  test.each([
    ['Anne-Marie', "O'Neill", "Anne-Marie O'Neill"],
    ['Dr. मीरा', 'Müller Jr.', 'Dr. मीरा Müller Jr.'],
    ['Win', 'www.example.org', undefined],
    ['Call', 'me +41 44 000', undefined],
    ['a@b', 'c', undefined],
    ['Abcdefgh '.repeat(4).trim(), 'Abcdefgh '.repeat(4).trim(), undefined],
  ])('names the inviter %s %s as %s: no mail carries a link or advertising', async (firstName, lastName, inviter) => {
    const { app, deliver, invite, logIn, mailer, parent } = await openFamily();
    const names = { firstName: name(firstName), lastName: name(lastName) };
    must(await app.changeProfile({ ...(await logIn(parent)), ...names }));
    must(await invite(email('nobody@example.org')));
    await deliver();
    expect(mailer.sent).toMatchObject([{ kind: 'parent invited', inviter }]);
  });

  test('sends nothing once the inviter has left, or the child was erased, before the mail is written', async () => {
    const { app, childId, codeFor, invite, otherParent, share } = await openFamily();
    const nobody = email('nobody@example.org');
    must(await invite(nobody, await share(otherParent)));
    must(await app.removeParent({ actor: otherParent, childId, parentId: otherParent.id }));
    expect(await codeFor(nobody)).toBeUndefined();
    must(await invite(nobody));
    must(await app.eraseChild({ childId }));
    expect(await codeFor(nobody)).toBeUndefined();
    expect(await listed(app.listMails({}))).toEqual([]);
  });
});

describe('invitations', () => {
  test('are refused for a seventh parent, and so is joining as one', async () => {
    const { app, childId, invite, invited, join, more, otherParent, parent, parents, share } = await openFamily();
    const others = await more(6);
    const codes = await Promise.all(others.map(({ email: to }) => invited(to)));
    for (const account of others.slice(0, 5)) await share(account);
    expect(await invite(otherParent.email)).toEqual(refuse('TOO_MANY_PARENTS'));
    const [last, code] = [others[5] as Account, codes[5] as string];
    expect(await join(last, code)).toEqual(refuse('TOO_MANY_PARENTS'));
    expect(await parents()).toHaveLength(6);
    must(await app.removeParent({ actor: parent, childId, parentId: (others[0] as Account).id }));
    expect(codeOf(await join(last, code))).toBe('OK');
  });

  test('are limited for an account and for an address, as each sends a mail, unless it is refused', async () => {
    const { clock, invite, otherParent, parent, register, share } = await openFamily();
    await share(otherParent);
    const [childId, stranger] = [unknownId<ChildId>(), await register('Par', 'Nina')];
    for (let nth = 0; nth < 30; nth += 1) {
      expect(codeOf(await invite(email('nobody0@example.org'), stranger))).toBe('CHILD_NOT_FOUND');
      expect(codeOf(await invite(email('nobody0@example.org'), parent, childId))).toBe('CHILD_NOT_FOUND');
    }
    const nobody = (nth: number) => email(`nobody${nth}@example.org`);
    for (let nth = 0; nth < 19; nth += 1) expect(codeOf(await invite(nobody(nth)))).toBe('OK');
    expect(codeOf(await invite(nobody(19)))).toBe('THROTTLED');
    for (let nth = 0; nth < 19; nth += 1) expect(codeOf(await invite(nobody(0), otherParent))).toBe('OK');
    expect(codeOf(await invite(nobody(0), otherParent))).toBe('THROTTLED');
    expect(codeOf(await invite(nobody(1), otherParent))).toBe('OK');
    clock.advance(HOUR);
    expect(codeOf(await invite(nobody(0), parent))).toBe('OK');
  });
});

const openThree = async () => {
  const family = await openFamily();
  const { app, childId, otherParent, register, share } = family;
  const third = await share(await register('Par', 'Tom'));
  await share(otherParent);
  const remove = (actor: Account, other: Account, of: ChildId = childId) =>
    app.removeParent({ actor, childId: of, parentId: other.id });
  return { ...family, remove, third };
};

describe('leaving a child', () => {
  test('is for everybody, and removing others only for who added the child', async () => {
    const { doctor, otherParent, parent, parents, remove, third } = await openThree();
    expect(await remove(third, otherParent)).toEqual(refuse('ROLE_NOT_ALLOWED'));
    expect(await remove(third, parent)).toEqual(refuse('ROLE_NOT_ALLOWED'));
    expect(await remove(doctor, parent)).toEqual(refuse('ROLE_NOT_ALLOWED'));
    expect(await parents()).toEqual(['Paula', 'Tom', 'Pablo']);
    expect(await remove(parent, third)).toEqual(ok(undefined));
    expect(await remove(parent, third)).toEqual(refuse('PARENT_NOT_FOUND'));
    expect(await remove(otherParent, otherParent)).toEqual(ok(undefined));
    expect(await parents()).toEqual(['Paula']);
  });

  test('is not for the last one, also not if the last two leave at once', async () => {
    const { otherParent, parent, parents, remove, third } = await openThree();
    must(await remove(parent, parent));
    const outcomes = await Promise.all([remove(third, third), remove(otherParent, otherParent)]);
    expect(outcomes).toEqual([ok(undefined), refuse('LAST_PARENT')]);
    expect(await remove(otherParent, otherParent)).toEqual(refuse('LAST_PARENT'));
    expect(await parents()).toEqual(['Pablo']);
  });

  test('by who added it gives nobody else the right to remove others', async () => {
    const { otherParent, parent, parents, remove, share, third } = await openThree();
    must(await remove(parent, parent));
    expect(await remove(third, otherParent)).toEqual(refuse('ROLE_NOT_ALLOWED'));
    await share(parent, undefined, third);
    expect(await remove(parent, third)).toEqual(refuse('ROLE_NOT_ALLOWED'));
    expect(await parents()).toEqual(['Tom', 'Pablo', 'Paula']);
  });
});

describe('leaving a child, or being removed,', () => {
  test('ends the invitations that the parent was sent and has sent, also those that wait, and also if they join again', async () => {
    const { codeFor, deliver, invite, invited, join, mailer, otherParent, parent, parents, register, remove } =
      await openThree();
    const [early, late] = [await register('Par', 'early'), await register('Par', 'late')];
    const code = await invited(early.email, otherParent);
    must(await invite(late.email, otherParent));
    must(await invite(otherParent.email));
    must(await remove(parent, otherParent));
    mailer.sent.splice(0);
    await deliver();
    expect(mailer.sent.map(({ kind }) => kind)).toEqual(['parent removed', 'parents changed']);
    must(await join(otherParent, await invited(otherParent.email)));
    expect(await join(early, code)).toEqual(refuse('CODE_INVALID'));
    expect(await codeFor(late.email)).toBeUndefined();
    expect(await parents()).toEqual(['Paula', 'Tom', 'Pablo']);
  });

  test('ends a code that the parent has not used, as a merge has made them a parent', async () => {
    const { app, child, childId, invited, join, operator, otherParent, parent } = await openFamily();
    const code = await invited(otherParent.email);
    const other = must(await app.addChild({ actor: otherParent, ...child }));
    must(await operator.mergeChildren({ keep: childId, other, requestId: 'operator 1' }));
    must(await app.removeParent({ actor: parent, childId, parentId: otherParent.id }));
    expect(await join(otherParent, code)).toEqual(refuse('CODE_INVALID'));
  });
});
