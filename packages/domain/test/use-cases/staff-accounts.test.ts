import { describe, expect, test, vi } from 'vitest';
import type { Account } from '../../src/model/account.ts';
import { parseIdempotencyKey } from '../../src/model/idempotency.ts';
import type { PageLimit } from '../../src/model/pages.ts';
import type { FactorAttempt } from '../../src/model/second-factor.ts';
import { type AccountId, HOUR } from '../../src/model/values.ts';
import { ok, refuse, refused } from '../../src/result.ts';
import { createGivingAddresses } from '../../src/upkeep.ts';
import { interest, isLastManager, managing } from '../../src/use-cases/managers.ts';
import { createSetup } from '../../testing/setup.ts';
import { credentials, newcomer, PASSWORD } from '../support/clinic.ts';
import { search } from '../support/family.ts';
import { codeMailed } from '../support/mails.ts';
import { underRules } from '../support/ports.ts';
import { openPractice } from '../support/practice.ts';
import { attempt, codeOf, email, must, password, title } from '../support/values.ts';

const NEW = email('new@example.org');

/** The doctor Dieter, of whom the manager Dora, who reads the mails of NEW, wants to read the titles. */
const openTakeover = async () => {
  const practice = await openPractice();
  const { app, boss, clock, deliver, logIn, otherDoctor, turnFactorOn } = practice;
  const of = { actor: boss, id: otherDoctor.id };
  const give = createGivingAddresses(practice);
  const afterHours = async (hours: number) => {
    clock.advance(hours * HOUR);
    while ((await give('upkeep')) > 0);
  };
  const emailNow = async () => (await practice.now(otherDoctor)).email;
  const withFactor = async (account: Account) => (await turnFactorOn(await logIn(account))).otp;
  /** With a code that is mailed to the address. */
  const reset = async (to: typeof NEW, otp?: FactorAttempt) => {
    await app.requestReset({ email: to });
    await deliver();
    const code = codeMailed(practice, 'reset', to);
    return codeOf(await app.confirmReset({ code, newPassword: password('the boss knows it'), ...(otp && { otp }) }));
  };
  /** Somebody else reads the mails of the address. */
  const disown = async ({ id }: Account) => {
    must(await app.changeAddress({ id, email: email('mistyped@example.org') }));
    await deliver();
    return app.disownAccount({ code: codeMailed(practice, 'account made') });
  };
  return { ...practice, afterHours, disown, emailNow, of, reset, withFactor };
};

describe('a manager who gives a doctor another address (P-39)', () => {
  test('is heard of at the old one, and after 72 hours it is the new one, with the second factor as it was', async () => {
    const { afterHours, app, deputy, emailNow, of, otherDoctor, reset, told, withFactor } = await openTakeover();
    const otp = await withFactor(otherDoctor);
    await told();
    must(await app.giveAddress({ ...of, email: NEW }));
    expect(await told()).toEqual([[otherDoctor.email, 'address given']]);
    await afterHours(71);
    expect([await emailNow(), await reset(NEW)]).toEqual([otherDoctor.email, 'CODE_INVALID']);
    await told();
    await afterHours(1);
    expect(await emailNow()).toBe(NEW);
    expect(await told()).toEqual([otherDoctor.email, NEW].map((to) => [to, 'address changed']));
    expect(await reset(NEW)).toBe('SECOND_FACTOR_REQUIRED');
    for (const actor of [of.actor, deputy]) {
      expect(await app.resetStaffFactor({ ...of, actor })).toEqual(refuse('HELPED_LATELY'));
      must(await app.disableStaff({ ...of, actor }));
      must(await app.enableStaff({ ...of, actor }));
    }
    // Another one, taken back, would end what is known of this one.
    expect(await app.giveAddress({ ...of, email: email('newer@example.org') })).toEqual(refuse('HELPED_LATELY'));
    await afterHours(29 * 24);
    expect(await app.resetStaffFactor(of)).toEqual(refuse('HELPED_LATELY'));
    expect(await reset(NEW, otp())).toBe('OK');
    await afterHours(24);
    expect(await app.resetStaffFactor(of)).toEqual(ok(undefined));
  });

  test('is told once of a form that is sent twice', async () => {
    const { app, of, otherDoctor, told } = await openTakeover();
    const idempotencyKey = must(parseIdempotencyKey('form'));
    const give = (to = NEW) => app.giveAddress({ ...of, email: to, idempotencyKey });
    for (const _ of ['once', 'again']) must(await give());
    expect(await told()).toEqual([[otherDoctor.email, 'address given']]);
    expect(await give(email('newer@example.org'))).toEqual(refuse('IDEMPOTENCY_KEY_REUSED'));
    must(await app.keepAddress(of));
    expect(await give()).toEqual(refuse('IDEMPOTENCY_KEY_REUSED'));
  });

  test('is told if it stays, once', async () => {
    const { app, deputy, of, otherDoctor, told } = await openTakeover();
    must(await app.giveAddress({ ...of, email: NEW }));
    await told();
    for (const _ of ['once', 'again']) must(await app.keepAddress({ ...of, actor: deputy }));
    expect(await told()).toEqual([[otherDoctor.email, 'address kept']]);
  });

  test.each([
    ['the doctor signs in', ({ app, otherDoctor }) => app.logIn(credentials(otherDoctor))],
    ['the doctor sets a password by a mail to the old address', ({ otherDoctor, reset }) => reset(otherDoctor.email)],
    ['a manager keeps the address', ({ app, deputy, of }) => app.keepAddress({ ...of, actor: deputy })],
    [
      'a manager keeps the doctor out meanwhile',
      async ({ afterHours, app, of }) => {
        must(await app.disableStaff(of));
        await afterHours(70);
        must(await app.enableStaff(of));
      },
    ],
    ['the manager is none any more', ({ app, deputy, of }) => app.endManager({ actor: deputy, id: of.actor.id })],
    ['the manager cannot log in', ({ app, deputy, of }) => app.disableStaff({ actor: deputy, id: of.actor.id })],
    ['the manager sets a new password by mail', ({ of, reset }) => reset(of.actor.email)],
    ['the operator disables the account', ({ app, otherDoctor }) => app.disableAccount({ email: otherDoctor.email })],
    ['the manager’s account was somebody else’s', ({ disown, of }) => disown(of.actor)],
    [
      'the manager closes the account',
      async ({ app, logIn, of }) =>
        must(await app.closeAccount({ ...(await logIn(of.actor)), password: attempt(PASSWORD) })),
    ],
    ['the operator erases the manager', async ({ app, of }) => must(await app.eraseAccount({ email: of.actor.email }))],
    [
      'the manager changes the password, which somebody else may have known',
      async ({ app, logIn, of }) => {
        const passwords = { password: attempt(PASSWORD), newPassword: password('nobody knows it') };
        must(await app.changePassword({ ...(await logIn(of.actor)), ...passwords }));
      },
    ],
    [
      'the operator sets the password of the manager',
      async ({ app, of }) =>
        must(await app.setPassword({ email: of.actor.email, newPassword: password('nobody knows it') })),
    ],
    ['somebody else has it', ({ app, parent }) => app.changeAddress({ id: parent.id, email: NEW })],
  ] as readonly (readonly [string, (of: Awaited<ReturnType<typeof openTakeover>>) => Promise<unknown>])[])(
    'does not get it if %s',
    async (_, happens) => {
      const takeover = await openTakeover();
      const { afterHours, app, emailNow, of, otherDoctor } = takeover;
      must(await app.giveAddress({ ...of, email: NEW }));
      await happens(takeover);
      await afterHours(100);
      expect(await emailNow()).toBe(otherDoctor.email);
    },
  );

  test('does not get it if the doctor changes it, or the password, in a session from before', async () => {
    for (const change of ['password', 'address'] as const) {
      const { afterHours, app, clock, emailNow, logIn, of, otherDoctor, storage } = await openTakeover();
      const here = await logIn(otherDoctor);
      clock.advance(HOUR);
      must(await app.giveAddress({ ...of, email: NEW }));
      if (change === 'password') {
        const passwords = { password: attempt(PASSWORD), newPassword: password('nobody knows it') };
        must(await app.changePassword({ ...here, ...passwords }));
      } else must(await app.changeAddress({ id: otherDoctor.id, email: email('own@example.org') }));
      await afterHours(100);
      expect(await emailNow()).not.toBe(NEW);
      expect(await storage.read.helps.find(otherDoctor.id)).toBeUndefined();
    }
  });

  test('neither of the own account, nor one that staff has, nor of who cannot log in, nor after the factor', async () => {
    const { afterHours, app, assistant, boss, of, otherAssistant, otherDoctor, parent, told, withFactor } =
      await openTakeover();
    expect(await app.giveAddress({ ...of, id: boss.id, email: NEW })).toEqual(refuse('ROLE_NOT_ALLOWED'));
    expect(await app.giveAddress({ ...of, email: assistant.email })).toEqual(refuse('EMAIL_TAKEN'));
    // Who has a parent's account, no manager learns.
    expect(await app.giveAddress({ ...of, email: parent.email })).toEqual(ok(undefined));
    must(await app.keepAddress(of));
    must(await app.disableStaff({ ...of, id: otherAssistant.id }));
    expect(await app.giveAddress({ ...of, id: otherAssistant.id, email: NEW })).toEqual(refuse('ACCOUNT_DISABLED'));
    await withFactor(otherDoctor);
    await told();
    must(await app.resetStaffFactor(of));
    expect(await told()).toEqual([[otherDoctor.email, 'second factor off']]);
    expect(await app.giveAddress({ ...of, email: NEW })).toEqual(refuse('HELPED_LATELY'));
    await afterHours(30 * 24);
    expect(await app.giveAddress({ ...of, email: NEW })).toEqual(ok(undefined));
  });
});

describe('managers disable and enable staff (D-40)', () => {
  test('at once, who is told although no mail goes to a disabled account otherwise, and so are all managers', async () => {
    const { app, boss, deputy, logIn, otherDoctor, told } = await openPractice();
    const of = { actor: boss, id: otherDoctor.id };
    const { token } = await logIn(otherDoctor);
    for (const _ of ['once', 'again']) must(await app.disableStaff(of));
    expect(await app.resumeSession(token)).toEqual(refuse('SESSION_INVALID'));
    expect(await app.logIn(credentials(otherDoctor))).toEqual(refuse('ACCOUNT_DISABLED'));
    expect(await told()).toEqual([
      [otherDoctor.email, 'account disabled'],
      [deputy.email, 'staff disabled'],
    ]);
    for (const _ of ['once', 'again']) must(await app.enableStaff(of));
    expect([await told(), codeOf(await app.logIn(credentials(otherDoctor)))]).toEqual([
      [[otherDoctor.email, 'account enabled']],
      'OK',
    ]);
  });
});

describe('a manager whose account was closed (D-40)', () => {
  test('is none once it is open again, whoever opens it, until another manager says so', async () => {
    const { app, boss, deputy, now, setManager } = await openPractice();
    const of = { actor: deputy, id: boss.id };
    must(await app.disableStaff(of));
    must(await app.enableStaff(of));
    expect((await now(boss)).isManager).toBe(false);
    must(await app.makeManager(of));
    must(await app.disableAccount(boss));
    must(await app.enableAccount(boss));
    expect((await now(boss)).isManager).toBe(false);
    // Nobody else could say so.
    must(await app.disableAccount(deputy));
    must(await app.enableAccount(deputy));
    expect((await now(deputy)).isManager).toBe(true);
    await setManager(boss);
    must(await app.disableAccount(deputy));
    must(await app.enableStaff({ actor: boss, id: deputy.id }));
    expect((await now(deputy)).isManager).toBe(false);
  });
});

describe('the last manager who can log in (D-40)', () => {
  test('stays, whoever ends whom at once, and however', async () => {
    const acts = ['endManager', 'disableStaff'] as const;
    for (const [one, other] of acts.flatMap((first) => acts.map((second) => [first, second] as const))) {
      const { app, boss, deputy, storage } = await openPractice();
      const outcomes = await Promise.all([
        app[one]({ actor: boss, id: deputy.id }),
        app[other]({ actor: deputy, id: boss.id }),
      ]);
      expect(outcomes.map(codeOf).toSorted()).toEqual(['OK', 'ROLE_NOT_ALLOWED']);
      const [left, ...others] = await storage.read.accounts.managers();
      expect(others).toEqual([]);
      const own = { actor: must(ok(left)) as Account, id: left?.id ?? boss.id };
      expect(await app.endManager(own)).toEqual(refuse('LAST_MANAGER'));
      expect(await app.disableStaff(own)).toEqual(refuse('LAST_MANAGER'));
    }
  });

  test('is not erased', async () => {
    const { app, assistant, boss, deputy, setManager, storage } = await openPractice();
    const isShownAsLast = async () => must(await app.showStaff({ actor: deputy, id: deputy.id })).isLastManager;
    expect([await isLastManager(storage.read, deputy), await isShownAsLast()]).toEqual([false, false]);
    await setManager(boss, false);
    expect([await isLastManager(storage.read, deputy), await isShownAsLast()]).toEqual([true, true]);
    expect(await app.eraseAccount({ email: assistant.email })).toEqual(refuse('LAST_MANAGER'));
    await setManager(boss);
    must(await app.eraseAccount({ email: assistant.email }));
    expect(await managing(storage.read, deputy)).toEqual(refuse('ROLE_NOT_ALLOWED'));
  });

  test('may leave once there is another, and all managers are told of who comes and goes', async () => {
    const { app, boss, deputy, now, otherDoctor, told } = await openPractice();
    const of = { actor: boss, id: otherDoctor.id };
    for (const _ of ['once', 'again']) must(await app.makeManager(of));
    const all = [otherDoctor.email, deputy.email].map((to) => [to, 'managers changed']);
    expect(await told()).toEqual(all);
    must(await app.endManager({ actor: boss, id: boss.id }));
    expect((await told()).toSorted()).toEqual(all.toSorted());
    expect(await app.makeManager(of)).toEqual(refuse('ROLE_NOT_ALLOWED'));
    expect((await now(otherDoctor)).isManager).toBe(true);
  });

  test.each(['closes the account', 'is erased'] as const)('and so are those who stay if one %s', async (how) => {
    const { app, boss, deputy, logIn, told } = await openPractice();
    if (how === 'is erased') must(await app.eraseAccount(deputy));
    else must(await app.closeAccount({ ...(await logIn(deputy)), password: attempt(PASSWORD) }));
    expect(await told()).toContainEqual([boss.email, 'managers changed']);
  });
});

describe('a manager gets no part in the cases of a doctor by the own act (D-40)', () => {
  test('as long as that doctor or another manager can log in, or the doctor could lately', async () => {
    const { app, boss, clock, deputy, otherDoctor, setManager, storage } = await openPractice();
    const asks = () => interest(storage.read, { actor: deputy, doctorId: otherDoctor.id, gains: deputy.id }, { clock });
    expect(await asks()).toEqual(refuse('OWN_INTEREST'));
    expect(await interest(storage.read, { actor: boss, doctorId: boss.id, gains: boss.id }, { clock })).toEqual(
      ok(undefined),
    );
    must(await app.disableAccount({ email: boss.email }));
    expect(await asks()).toEqual(refuse('OWN_INTEREST'));
    must(await app.disableAccount({ email: otherDoctor.email }));
    clock.advance(HOUR);
    expect(await asks()).toEqual(refused({ code: 'OWN_INTEREST', retryAfterSeconds: 71 * 3600 }));
    clock.advance(71 * HOUR);
    expect(await asks()).toEqual(ok(undefined));
    must(await app.enableAccount({ email: boss.email }));
    expect(await asks()).toEqual(ok(undefined));
    await setManager(boss);
    expect(await asks()).toEqual(refuse('OWN_INTEREST'));
  });

  test.each(['endManager', 'disableStaff'] as const)(
    'nor for 72 hours after one manager has ended another (%s), whoever it was',
    async (end) => {
      const { app, boss, clock, deputy, otherAssistant, otherDoctor, setManager, storage } = await openPractice();
      const asks = () =>
        interest(storage.read, { actor: deputy, doctorId: otherDoctor.id, gains: deputy.id }, { clock });
      must(await app.disableAccount(otherDoctor));
      clock.advance(100 * HOUR);
      const helper = await setManager(otherAssistant);
      must(await app[end]({ actor: helper, id: boss.id }));
      clock.advance(HOUR);
      // This one goes by the own will.
      must(await app[end]({ actor: helper, id: helper.id }));
      expect(await asks()).toEqual(refused({ code: 'OWN_INTEREST', retryAfterSeconds: 71 * 3600 }));
      clock.advance(71 * HOUR);
      expect(await asks()).toEqual(ok(undefined));
    },
  );

  test('but links others, and both are told', async () => {
    const { app, boss, deputy, doctor, otherAssistant, otherDoctor, setManager, storage, told } = await openPractice();
    const assists = (assistant: Account) => storage.read.assistants.assists(assistant.id, otherDoctor.id);
    const team = (actor: Account, { id: assistantId, email: address }: Account) => {
      return { actor, id: otherDoctor.id, assistantId, email: address };
    };
    expect(await app.linkStaff(team(deputy, deputy))).toEqual(refuse('OWN_INTEREST'));
    expect([await assists(deputy), await told()]).toEqual([false, []]);
    for (const { email: address } of [doctor, otherDoctor]) must(await app.disableAccount({ email: address }));
    expect(await app.linkStaff(team(deputy, deputy))).toEqual(refuse('OWN_INTEREST'));
    for (const { email: address } of [doctor, otherDoctor]) must(await app.enableAccount({ email: address }));
    await setManager(boss);
    for (const _ of ['once', 'again']) must(await app.linkStaff(team(boss, deputy)));
    expect([await assists(deputy), await told()]).toEqual([
      true,
      [otherDoctor.email, deputy.email].map((to) => [to, 'team changed']),
    ]);
    for (const _ of ['once', 'again']) must(await app.unlinkStaff(team(deputy, deputy)));
    expect([await assists(deputy), await told()]).toEqual([false, [[otherDoctor.email, 'team changed']]]);
    expect(await app.linkStaff(team(boss, doctor))).toEqual(refuse('ASSISTANT_NOT_FOUND'));
    expect(await app.linkStaff({ ...team(boss, deputy), id: otherAssistant.id })).toEqual(refuse('DOCTOR_NOT_FOUND'));
    must(await app.disableStaff({ actor: boss, id: otherAssistant.id }));
    expect(await app.linkStaff({ ...team(boss, otherAssistant), id: doctor.id })).toEqual(
      refuse('ASSISTANT_NOT_FOUND'),
    );
  });
});

test('managers hear of a doctor whose account was somebody else’s: what waits there is to be given to another', async () => {
  const { assistant, boss, deputy, disown, otherAssistant, otherDoctor, told } = await openTakeover();
  const closed = async () => (await told()).filter(([, kind]) => kind === 'staff disabled').map(([to]) => to);
  must(await disown(otherDoctor));
  expect(await closed()).toEqual([boss.email, deputy.email]);
  must(await disown(otherAssistant));
  expect(await closed()).toEqual([]);
  must(await disown(assistant));
  expect(await closed()).toEqual([boss.email]);
});

describe('the list of staff (D-40)', () => {
  test('is in the order of the alphabet, with the work of each, a page at a time, and found by name', async () => {
    const { app, boss, caseOf, childOf, clock, doctor, logIn, parent } = await openPractice();
    const childId = await childOf(parent, 'Carla');
    await caseOf(childId, doctor);
    must(await app.openCase({ actor: parent, childId, doctorId: doctor.id, title: title('Asthma') }));
    await logIn(doctor);
    const list = async (wanted: object = {}, limit = 25) => {
      const found = must(await app.listStaff({ actor: boss, paging: { limit: limit as PageLimit }, ...wanted }));
      return { ...found, names: found.entries.map(({ account }) => account.firstName as string) };
    };
    const { count, entries, names } = await list();
    expect([count, names]).toEqual([4, ['Anna', 'Arne', 'Dieter', 'Dora']]);
    const busy = { ongoingCases: 2, waiting: 0, waitingSince: undefined, lastLoginAt: clock.now() };
    expect(entries.at(-1)?.work).toEqual({ id: doctor.id, ...busy });
    const [first] = entries;
    expect((await list({ paging: { after: first?.id, limit: 2 as PageLimit } })).names).toEqual(['Arne', 'Dieter']);
    expect((await list({ name: search('ar') })).names).toEqual(['Arne']);
    const shown = must(await app.showStaff({ actor: boss, id: doctor.id }));
    expect(shown.team.map(({ firstName }) => firstName as string)).toEqual(['Anna']);
    expect(JSON.stringify([entries, shown])).not.toMatch(/hash|Asthma|Carla/);
  });

  test('has each of those who have one name once, in whichever order the store gives them for a page', async () => {
    const { app, boss, storage } = await openPractice();
    for (let nth = 0; nth < 6; nth += 1)
      must(await app.registerAccount({ ...newcomer('Anna', 'Doc'), email: email(`a${nth}@example.org`) }));
    const staff = await storage.read.accounts.staff();
    const given = vi.spyOn(storage.read.accounts, 'staff');
    const seen: string[] = [];
    for (let after: AccountId | undefined; ; ) {
      given.mockResolvedValueOnce(seen.length % 2 === 0 ? staff : staff.toReversed());
      const { entries } = must(await app.listStaff({ actor: boss, paging: { after, limit: 1 as PageLimit } }));
      seen.push(...entries.map(({ id }) => id));
      after = entries.at(-1)?.id;
      if (!after) break;
    }
    expect(seen).toEqual([...new Set(seen)]);
    expect(seen).toHaveLength(staff.length);
  });

  test('has who was declined, to be opened again, but nobody who waits, or whose address was somebody else’s', async () => {
    const { boss, disown, ...practice } = await openTakeover();
    const app = createSetup(underRules(practice, { registration: 'confirmed' }));
    const register = async (firstName: string) => must(await app.registerAccount(newcomer(firstName, 'Doc')));
    const [declined, impostor] = [await register('Nora'), await register('Ned')];
    await register('Nick');
    must(await app.declineAccount({ actor: boss, accountId: declined.id }));
    must(await disown(impostor));
    const names = async () =>
      must(await app.listStaff({ actor: boss, paging: {} })).entries.map(({ account }) => account.firstName as string);
    expect(await names()).toEqual(['Anna', 'Arne', 'Dieter', 'Dora', 'Nora']);
    must(await app.enableStaff({ actor: boss, id: declined.id }));
    expect(await names()).toEqual(['Anna', 'Arne', 'Dieter', 'Dora']);
  });
});

test('no call of a manager is answered to others, nor about a parent, nor about nobody (D-40)', async () => {
  const { app, assistant, boss, otherAssistant, otherDoctor, parent } = await openPractice();
  const calls = (actor: Account, id: Account['id']) => [
    ...(['disableStaff', 'enableStaff', 'endManager', 'keepAddress', 'makeManager'] as const).map((name) =>
      app[name]({ actor, id }),
    ),
    ...(['resetStaffFactor', 'showStaff'] as const).map((name) => app[name]({ actor, id })),
    app.giveAddress({ actor, id, email: NEW }),
    app.linkStaff({ actor, id, email: assistant.email }),
    app.unlinkStaff({ actor, id, assistantId: assistant.id }),
    ...(['confirmAccount', 'declineAccount', 'showUnconfirmed'] as const).map((name) =>
      app[name]({ actor, accountId: id }),
    ),
  ];
  const answers = async (actor: Account, id: Account['id']) =>
    new Set((await Promise.all(calls(actor, id))).map(codeOf));
  // One of them was a manager when the session began.
  for (const actor of [{ ...otherDoctor, isManager: true }, otherDoctor, otherAssistant, parent]) {
    expect(await answers(actor, boss.id)).toEqual(new Set(['ROLE_NOT_ALLOWED']));
    for (const list of [app.listStaff, app.listUnconfirmed])
      expect(codeOf(await list({ actor, paging: {} }))).toBe('ROLE_NOT_ALLOWED');
  }
  for (const id of [parent.id, 'nobody' as Account['id']])
    expect(await answers(boss, id)).toEqual(new Set(['ACCOUNT_NOT_FOUND']));
});
