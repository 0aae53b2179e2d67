import { describe, expect, test } from 'vitest';
import { createApplication } from '../../src/application.ts';
import { createDelivery } from '../../src/courier.ts';
import type { Account, SessionDigest } from '../../src/model/account.ts';
import { JOIN_CODE_LIFETIME } from '../../src/model/child.ts';
import type { EmailAddress } from '../../src/model/email.ts';
import { DAY, HOUR, later } from '../../src/model/values.ts';
import { ok, refuse } from '../../src/result.ts';
import { putMail } from '../../src/use-cases/mails.ts';
import { PASSWORD } from '../support/clinic.ts';
import { openFamily } from '../support/family.ts';
import { codeOf, email, must } from '../support/values.ts';

const openInvitations = async () => {
  const family = await openFamily();
  const { app, childId, parent } = family;
  const of = { childId, actor: parent };
  return {
    ...family,
    pending: async (actor: Account = parent) => must(await app.listParentInvitations({ ...of, actor })),
    withdraw: (to: EmailAddress, actor: Account = parent) => app.withdrawParentInvitation({ ...of, actor, email: to }),
  };
};

const [early, late] = [email('early@example.org'), email('late@example.org')];

describe('the invitations to become a parent of a child (D-33)', () => {
  test('are listed to each parent by address, with the end of the code, until they are used or over', async () => {
    const { clock, deliver, invite, join, invited, otherParent, pending, register, share } = await openInvitations();
    await share(otherParent);
    expect(await pending()).toEqual([]);
    must(await invite(late));
    must(await invite(early, otherParent));
    must(await invite(late, otherParent));
    expect(await pending()).toEqual([early, late].map((to) => ({ email: to, expiresAt: undefined })));
    await deliver();
    const first = { email: late, expiresAt: later(clock.now(), JOIN_CODE_LIFETIME) };
    clock.advance(HOUR);
    must(await invite(early));
    await deliver();
    const renewed = { email: early, expiresAt: later(clock.now(), JOIN_CODE_LIFETIME) };
    expect(await pending(otherParent)).toEqual([renewed, first]);
    const tom = await register('Par', 'Tom');
    must(await join(tom, await invited(tom.email)));
    expect(await pending(tom)).toEqual([renewed, first]);
    clock.advance(JOIN_CODE_LIFETIME - HOUR);
    expect(await pending()).toEqual([renewed]);
    clock.advance(HOUR);
    expect(await pending()).toEqual([]);
  });

  test('are listed whoever has the address, also if it cannot join', async () => {
    const { app, deliver, doctor, invite, otherParent, pending, register, share, storage } = await openInvitations();
    const disabled = await register('Par', 'Dana');
    await share(otherParent);
    must(await app.disableAccount({ email: disabled.email }));
    const addresses = [doctor, otherParent, disabled].map((one) => one.email);
    for (const to of [...addresses, early]) must(await invite(to));
    await deliver();
    expect((await pending()).map((one) => one.email)).toEqual([...addresses, early].toSorted());
    expect((await pending()).filter(({ expiresAt }) => expiresAt === undefined)).toEqual([]);
    const made = await storage.read.audit.records({}, { after: 0, size: 99 });
    expect(made.filter(({ action }) => action === 'code made')).toHaveLength(2);
  });

  test('say that the mail was given up, until it is sent again or the code would be over', async () => {
    const family = await openInvitations();
    const { clock, deliver, invite, pending } = family;
    const silent = { send: () => Promise.reject(new Error('down')) };
    const { sendNext } = createDelivery({ ...family, mailer: silent }, () => undefined);
    must(await invite(late));
    await sendNext();
    must(await invite(early));
    clock.advance(DAY + 1);
    await sendNext(true);
    await sendNext(true);
    const givenUp = { expiresAt: undefined, isGivenUp: true };
    expect(await pending()).toEqual([
      { email: early, ...givenUp },
      { email: late, ...givenUp },
    ]);
    must(await invite(early));
    expect(await pending()).toMatchObject([{ email: early, expiresAt: undefined }, givenUp]);
    await deliver();
    const expiresAt = later(clock.now(), JOIN_CODE_LIFETIME);
    expect(await pending()).toEqual([
      { email: early, expiresAt },
      { email: late, ...givenUp },
    ]);
    clock.advance(JOIN_CODE_LIFETIME);
    expect(await pending()).toEqual([]);
  });

  test.each(['invitations', 'changes of address'])(
    'are mailed forty times a day to one address, whoever sends them: %s',
    async (what) => {
      const family = await openInvitations();
      const { app, clock, deliver, invite, logIn, mailer, more, parent, pending, register, share, storage } = family;
      const senders = [parent, ...(await more(2))];
      for (const one of senders.slice(1)) await share(one);
      const { email: disabled } = await register('Par', 'Dana');
      must(await app.disableAccount({ email: disabled }));
      const send = async (actor: Account, to: EmailAddress) =>
        what === 'invitations'
          ? invite(to, actor)
          : app.changeEmail({ ...(await logIn(actor)), email: to, password: PASSWORD as never });
      const sentLate = async () => {
        await deliver();
        return mailer.sent.filter(({ to }) => to === late).length;
      };
      for (const [actor, to] of senders.flatMap((one) => [late, disabled].map((to) => [one, to] as const))) {
        clock.advance(HOUR);
        for (let nth = 0; nth < 20; nth += 1) must(await send(actor, to));
        await deliver();
      }
      expect(await sentLate()).toBe(40);
      const failed = (await storage.read.mails.all({ after: undefined, size: 99 })).filter(({ to }) => to === late);
      expect(failed).toHaveLength(20);
      expect(failed).toMatchObject(
        failed.map(() => ({ problem: 'Too many such mails went to this address in a day.' })),
      );
      // Also of whoever gets none in any case, so that nobody learns who that is.
      expect((await pending()).map(({ isGivenUp }) => isGivenUp)).toEqual(what === 'invitations' ? [true, true] : []);
      // Whom a manager's list names is invited all the same (D-48).
      const invitation = { childId: family.childId, invitedBy: parent.id, days: 30 };
      await storage.write(async (stores) =>
        ok(await putMail('parent invited', { to: late, invitation }, stores, family)),
      );
      expect(await sentLate()).toBe(41);
      clock.advance(DAY);
      must(await send(parent, late));
      expect(await sentLate()).toBe(42);
    },
  );

  test('are over with an account that is disabled, however often it is invited again', async () => {
    const { app, clock, deliver, invite, invited, join, pending, register } = await openInvitations();
    const tom = await register('Par', 'Tom');
    const code = await invited(tom.email);
    must(await app.disableAccount({ email: tom.email }));
    clock.advance(HOUR);
    must(await invite(tom.email));
    await deliver();
    expect(await pending()).toEqual([{ email: tom.email, expiresAt: later(clock.now(), JOIN_CODE_LIFETIME) }]);
    must(await app.enableAccount({ email: tom.email }));
    expect(await join(tom, code)).toEqual(refuse('CODE_INVALID'));
  });

  test('end seven days after they were made, whenever the mail is sent, and whoever has the address', async () => {
    const family = await openInvitations();
    const { app, clock, invite, pending, register } = family;
    const disabled = await register('Par', 'Dana');
    must(await app.disableAccount({ email: disabled.email }));
    const expiresAt = later(clock.now(), JOIN_CODE_LIFETIME);
    for (const to of [early, disabled.email]) must(await invite(to));
    const deferring = { send: () => Promise.reject(new Error('Try again later.')) };
    const { sendNext } = createDelivery({ ...family, mailer: deferring }, () => undefined);
    for (const _ of ['first', 'second', 'third']) {
      await sendNext();
      await sendNext();
      clock.advance(HOUR);
    }
    expect(await pending()).toEqual([disabled.email, early].toSorted().map((to) => ({ email: to, expiresAt })));
  });
});

describe('withdrawing an invitation', () => {
  test('ends the code, and no other; any parent may', async () => {
    const { childId, invited, join, otherParent, pending, register, share, withdraw } = await openInvitations();
    const [tom, mistyped] = [await register('Par', 'Tom'), await register('Par', 'Mistyped')];
    await share(otherParent);
    const [code, good] = [await invited(mistyped.email), await invited(tom.email)];
    expect(await withdraw(mistyped.email, otherParent)).toEqual(ok(undefined));
    expect(await withdraw(mistyped.email, otherParent)).toEqual(refuse('INVITATION_NOT_FOUND'));
    expect((await pending()).map((one) => one.email)).toEqual([tom.email]);
    expect(await join(mistyped, code)).toEqual(refuse('CODE_INVALID'));
    expect(must(await join(tom, good)).childId).toBe(childId);
    expect(codeOf(await join(mistyped, await invited(mistyped.email)))).toBe('OK');
  });

  test('before the mail is sent stops the mail', async () => {
    const { deliver, invite, mailer, pending, withdraw } = await openInvitations();
    must(await invite(early));
    must(await invite(late));
    must(await withdraw(early));
    await deliver();
    expect(mailer.sent.map(({ to }) => to)).toEqual([late]);
    expect(await pending()).toMatchObject([{ email: late }]);
  });

  test('while the mail is under way holds, also if the mail fails and would be tried again', async () => {
    const family = await openInvitations();
    const { clock, deliver, invite, pending, storage, withdraw } = family;
    must(await invite(early));
    const failing = {
      send: async () => {
        expect(await pending()).toMatchObject([{ email: early }]);
        must(await withdraw(early));
        throw new Error('No answer.');
      },
    };
    await createDelivery({ ...family, mailer: failing }, () => undefined).sendNext();
    clock.advance(HOUR);
    await deliver();
    expect(await pending()).toEqual([]);
    expect(await storage.read.mails.all({ after: undefined, size: 9 })).toEqual([]);
  });

  test('is recorded about the child, without the address, and so is the list', async () => {
    const family = await openInvitations();
    const { auditTrail, childId, parent: actor, storage } = family;
    const { listParentInvitations, withdrawParentInvitation } = createApplication(family);
    const call = { actor, childId, requestId: 'a request', session: 'a session' as SessionDigest };
    must(await listParentInvitations(call));
    must(await family.invite(early));
    must(await withdrawParentInvitation({ ...call, email: early }));
    const stored = await storage.read.audit.records({}, { after: 0, size: 9 });
    const about = { by: actor.id, on: childId, child: childId, outcome: 'OK' };
    expect(auditTrail.noted).toMatchObject([{ action: 'invitations listed', ...about }]);
    expect(stored.at(-1)).toMatchObject({ action: 'invitation withdrawn', ...about });
    expect(JSON.stringify([stored, auditTrail.noted])).not.toContain('@');
  });
});

describe("an invitation ends with its sender's part in the child:", () => {
  /** What ends the part of the sender, who is Pablo. */
  type End = (family: Awaited<ReturnType<typeof openInvitations>>) => Promise<unknown>;
  const ENDS: readonly (readonly [string, End])[] = [
    [
      'the sender leaves',
      ({ app, childId, otherParent: { id } }) =>
        app.removeParent({ actor: { id, role: 'Par' } as Account, childId, parentId: id }),
    ],
    [
      'the sender is removed',
      ({ app, childId, otherParent, parent }) => app.removeParent({ actor: parent, childId, parentId: otherParent.id }),
    ],
    ['the account of the sender is erased', ({ app, otherParent: { email } }) => app.eraseAccount({ email })],
    ['the account of the sender is disabled', ({ app, otherParent: { email } }) => app.disableAccount({ email })],
  ];

  test.each(ENDS)('%s: it is listed no more, no mail goes out, and the code is good for nothing', async (_, end) => {
    const family = await openInvitations();
    const { deliver, invite, invited, join, mailer, otherParent, pending, register, share } = family;
    await share(otherParent);
    const tom = await register('Par', 'Tom');
    const code = await invited(tom.email, otherParent);
    must(await invite(early, otherParent));
    must(await invite(late));
    expect((await pending()).map((one) => one.email)).toEqual([early, late, tom.email]);
    must((await end(family)) as never);
    expect((await pending()).map((one) => one.email)).toEqual([late]);
    await deliver();
    expect(mailer.sent.filter(({ to }) => to === early)).toEqual([]);
    expect(await join(tom, code)).toEqual(refuse('CODE_INVALID'));
    expect((await pending()).map((one) => one.email)).toEqual([late]);
  });

  test('with a merge it goes on, as the sender is a parent of the child that stays, and ends with that part', async () => {
    const { app, childOf, childId, invite, invited, join, otherParent, parent, pending, register } =
      await openInvitations();
    const other = await childOf(otherParent, 'Karla');
    const [tom, nina] = [await register('Par', 'Tom'), await register('Par', 'Nina')];
    const [code, worthless] = [
      await invited(tom.email, otherParent, other),
      await invited(nina.email, otherParent, other),
    ];
    must(await invite(early, otherParent, other));
    must(await app.mergeChildren({ keep: childId, other }));
    expect((await pending()).map((one) => one.email)).toEqual([early, nina.email, tom.email]);
    expect(codeOf(await join(tom, code))).toBe('OK');
    must(await app.removeParent({ actor: parent, childId, parentId: otherParent.id }));
    expect(await pending()).toEqual([]);
    expect(await join(nina, worthless)).toEqual(refuse('CODE_INVALID'));
  });
});
