import { describe, expect, test } from 'vitest';
import type { Account, Maker, Role } from '../../src/model/account.ts';
import { hasAddress } from '../../src/model/account.ts';
import type { PasskeyName } from '../../src/model/values.ts';
import { DAY, HOUR, MINUTE } from '../../src/model/values.ts';
import { ok, refuse } from '../../src/result.ts';
import { createSetup } from '../../testing/setup.ts';
import { credentials, NEW, newcomer, openClinic, PASSWORD } from '../support/clinic.ts';
import { deliveryOf } from '../support/mails.ts';
import { underRules } from '../support/ports.ts';
import { codeOf, email, must, name, password } from '../support/values.ts';

/** A clinic whose mails are sent, and what its mailbox got. */
const openPost = async () => {
  const clinic = await openClinic();
  const ports = underRules(clinic, { addressProof: 'asked' });
  const app = createSetup(ports);
  const { mailer, storage } = ports;
  const deliver = deliveryOf(ports);
  const sentTo = async (to: string) => {
    await deliver();
    return mailer.sent.filter((letter) => letter.to === to);
  };
  /** The last code of a kind that went to the address. */
  const codeTo = async (to: string, kind: 'account made' | 'reset' | 'new address' | 'parent invited') => {
    const letter = (await sentTo(to)).findLast((one) => one.kind === kind);
    if (!letter || !('code' in letter)) throw new Error(`No mail ${kind} went to ${to}.`);
    return letter.code;
  };
  /** Somebody who registers, with whoever's address. */
  const register = async (firstName: string, through: Exclude<Maker, 'operator'> = 'A', role: Role = 'Par') =>
    must(await app.registerAccount({ ...newcomer(firstName, role), through }));
  const known = async ({ id }: Account) => storage.read.accounts.credentialsOf(id);
  const provenAt = async (account: Account) => (await known(account))?.account.provenAt;
  const logsIn = async (account: Account, text = PASSWORD) => codeOf(await app.logIn(credentials(account, text)));
  const logIn = async (account: Account, text = PASSWORD) => {
    const { token } = must(await app.logIn(credentials(account, text)));
    return { token, ...must(await app.resumeSession(token)) };
  };
  const resetCode = async (account: Account) => {
    must(await app.requestReset({ email: account.email }));
    return codeTo(account.email, 'reset');
  };
  const reset = async (account: Account, more: object = {}) =>
    app.confirmReset({ code: await resetCode(account), newPassword: password(NEW), ...more });
  /** The password again, and what a device answers. */
  const addPasskey = async (account: Account, text = PASSWORD) => {
    const caller = await logIn(account, text);
    const { options } = must(await app.offerPasskey({ ...caller, ...credentials(account, text) }));
    const { challenge } = JSON.parse(options) as { challenge: string };
    const response = JSON.stringify({ id: 'key', key: 'public', challenge, owner: account.id });
    return () => app.addPasskey({ ...caller, response, name: 'Phone' as PasskeyName });
  };
  const signInByPasskey = async (account: Account) => {
    const { options } = must(await app.challengePasskeyLogin({}));
    const { challenge } = JSON.parse(options) as { challenge: string };
    const response = JSON.stringify({ id: 'key', key: 'public', challenge, owner: account.id, counter: 1 });
    return codeOf(await app.logInByPasskey({ response }));
  };
  const more = { addPasskey, known, signInByPasskey };
  return { ...ports, app, codeTo, deliver, logIn, logsIn, provenAt, register, reset, resetCode, sentTo, ...more };
};

describe('an address that nobody has proven', () => {
  const MOST = 20;

  test('lets its account invite five parents a day', async () => {
    const { app, clock, codeTo, register, storage } = await openPost();
    const nora = await register('nora');
    const code = await codeTo(nora.email, 'account made');
    const childId = must(await app.addChild({ actor: nora, firstName: name('Carla'), lastName: name('Example') }));
    const invite = async (to: string) => {
      const actor = (await storage.read.accounts.find(nora.id)) ?? nora;
      return codeOf(await app.inviteParent({ actor, childId, email: email(`${to}@example.org`) }));
    };
    for (const to of ['a', 'b', 'c', 'd', 'e']) expect(await invite(to)).toBe('OK');
    clock.advance(HOUR);
    expect(await invite('f')).toBe('THROTTLED');
    must(await app.proveAddress({ code }));
    expect(await invite('f')).toBe('OK');
  });

  test('gets few mails a day, whatever its account does, and all of them once it is proven', async () => {
    const { app, clock, codeTo, logIn, register, sentTo } = await openPost();
    const account = await register('nora');
    let present = PASSWORD;
    const changePassword = async () => {
      const next = present === PASSWORD ? NEW : PASSWORD;
      must(
        await app.changePassword({
          ...(await logIn(account, present)),
          password: present as never,
          newPassword: password(next),
        }),
      );
      present = next;
    };
    for (let nth = 0; nth < 2 * MOST; nth += 1) await changePassword();
    expect(await sentTo(account.email)).toHaveLength(1 + MOST);
    clock.advance(DAY);
    for (let nth = 0; nth < MOST; nth += 1) await changePassword();
    expect(await sentTo(account.email)).toHaveLength(1 + 2 * MOST);
    await changePassword();
    expect(await sentTo(account.email)).toHaveLength(1 + 2 * MOST);
    // By it the owner of the address gets the account, or says that it is not theirs.
    must(await app.requestReset({ email: account.email }));
    expect((await sentTo(account.email)).at(-1)?.kind).toBe('reset');
    // Its page says that it is sent.
    must(await app.requestProof(await logIn(account, present)));
    must(await app.proveAddress({ code: await codeTo(account.email, 'account made') }));
    await changePassword();
    expect(await sentTo(account.email)).toHaveLength(2 * MOST + 4);
  });

  test('is told of an address that a manager gives, although the manager has caused many mails before', async () => {
    const { app, doctor, register, sentTo, setManager } = await openPost();
    const account = await register('nora', 'A', 'Doc');
    const of = { actor: await setManager(doctor), id: account.id };
    for (let nth = 0; nth < MOST; nth += 1) {
      must(await app.disableStaff(of));
      must(await app.enableStaff(of));
    }
    await sentTo(account.email);
    must(await app.giveAddress({ ...of, email: email('new@example.org') }));
    expect((await sentTo(account.email)).at(-1)?.kind).toBe('address given');
  });

  test('gets few mails of accounts that are made with it and closed again, and no farewell', async () => {
    const { app, logIn, register, sentTo } = await openPost();
    for (let nth = 0; nth < 2 * MOST; nth += 1) {
      const account = await register('nora');
      await sentTo(account.email);
      must(await app.closeAccount({ ...(await logIn(account)), password: PASSWORD as never }));
    }
    const sent = await sentTo('nora@example.org');
    expect(sent.map(({ kind }) => kind)).toEqual(Array(MOST).fill('account made'));
  });

  test('gets few mails of accounts that are made with it and moved to another one', async () => {
    const { app, codeTo, logIn, register, sentTo } = await openPost();
    for (let nth = 0; nth < 2 * MOST; nth += 1) {
      const here = await logIn(await register('nora'));
      const other = email(`other${nth}@example.org`);
      must(await app.changeEmail({ ...here, email: other, password: PASSWORD as never }));
      must(await app.confirmEmail({ ...here, code: await codeTo(other, 'new address') }));
    }
    const sent = await sentTo('nora@example.org');
    expect(sent.map(({ kind }) => kind).toSorted()).toEqual([
      ...Array(MOST).fill('account made'),
      ...Array(MOST).fill('address wanted'),
    ]);
  });
});

describe('registering tells the address (D-28)', () => {
  test.each(['A', 'B', 'portal'] as const)('as what, when, and that it was through %s', async (through) => {
    const { clock, register, sentTo } = await openPost();
    const account = await register('nora', through);
    const made = { role: 'Par', registeredAt: clock.now(), madeThrough: through };
    expect(await sentTo(account.email)).toEqual([expect.objectContaining({ kind: 'account made', made })]);
  });

  test('also where the operator makes the account, and once for a call that is sent again', async () => {
    const { app, sentTo } = await openPost();
    const address = email('nora@example.org');
    const person = { firstName: name('Nora'), lastName: name('New'), email: address, password: password(PASSWORD) };
    const call = { ...person, role: 'Par', through: 'A', idempotencyKey: 'one' as never } as const;
    expect(await app.registerAccount(call)).toEqual(await app.registerAccount(call));
    expect(await sentTo(address)).toHaveLength(1);
    const created = must(await app.createAccount({ ...person, email: email('otto@example.org'), role: 'Doc' }));
    expect(await sentTo(created.email)).toEqual([
      expect.objectContaining({ made: expect.objectContaining({ madeThrough: 'operator' }) }),
    ]);
  });
});

describe('an address is proven (D-28)', () => {
  test('by the code that went to it, whoever has signed in, once, for seven days', async () => {
    const { app, clock, codeTo, provenAt, register } = await openPost();
    const [first, second] = [await register('nora'), await register('otto')];
    const [code, others] = [await codeTo(first.email, 'account made'), await codeTo(second.email, 'account made')];
    expect(await app.proveAddress({ code: 'code-99' })).toEqual(refuse('CODE_INVALID'));
    expect(await app.proveAddress({ code })).toEqual(ok(first.id));
    expect([await provenAt(first), await provenAt(second)]).toEqual([clock.now(), undefined]);
    expect(await app.proveAddress({ code })).toEqual(refuse('CODE_INVALID'));
    clock.advance(7 * DAY);
    expect(await app.proveAddress({ code: others })).toEqual(refuse('CODE_INVALID'));
    expect(await app.disownAccount({ code: others })).toEqual(refuse('CODE_INVALID'));
  });

  test('and answers a double click as the first', async () => {
    const { app, codeTo, register } = await openPost();
    const code = await codeTo((await register('nora')).email, 'account made');
    const call = { code, idempotencyKey: 'one' as never };
    const answers = await Promise.all([app.proveAddress(call), app.proveAddress(call)]);
    expect(answers.map((answer) => (answer.ok ? 'OK' : answer.refusal.code)).sort()).toEqual([
      'OK',
      'REQUEST_IN_FLIGHT',
    ]);
    expect(codeOf(await app.proveAddress(call))).toBe('OK');
  });

  test('by a changed address that was confirmed, which ends the code of the former one', async () => {
    const { app, codeTo, logIn, provenAt, register } = await openPost();
    const account = await register('nora');
    const code = await codeTo(account.email, 'account made');
    const here = await logIn(account);
    const to = email('elsewhere@example.org');
    must(await app.changeEmail({ ...here, email: to, password: credentials(account).password }));
    must(await app.confirmEmail({ ...here, code: await codeTo(to, 'new address') }));
    expect(await provenAt(account)).toBeDefined();
    expect(await app.disownAccount({ code })).toEqual(refuse('CODE_INVALID'));
  });

  test('by an invitation to become a parent that went to it', async () => {
    const { app, childOf, codeTo, logIn, parent, provenAt, register } = await openPost();
    const account = await register('nora');
    const childId = await childOf(parent, 'Mia');
    must(await app.inviteParent({ actor: parent, childId, email: account.email }));
    const code = await codeTo(account.email, 'parent invited');
    expect(await provenAt(account)).toBeUndefined();
    must(await app.joinChild({ ...(await logIn(account)), code }));
    expect(await provenAt(account)).toBeDefined();
  });

  test('by a reset', async () => {
    const { provenAt, register, reset } = await openPost();
    const account = await register('nora');
    must(await reset(account));
    expect(await provenAt(account)).toBeDefined();
  });

  test('not by a code that was replaced by a newer one', async () => {
    const { app, codeTo, logIn, register } = await openPost();
    const account = await register('nora');
    const code = await codeTo(account.email, 'account made');
    must(await app.requestProof(await logIn(account)));
    const newer = await codeTo(account.email, 'account made');
    expect([codeOf(await app.proveAddress({ code })), codeOf(await app.proveAddress({ code: newer }))]).toEqual([
      'CODE_INVALID',
      'OK',
    ]);
  });

  test('and counts as proven where mails are written to files', async () => {
    const { app, register, logIn, ...ports } = await openPost();
    const { token } = await logIn(await register('nora'));
    const isProven = async (addressProof: 'asked' | 'waived') =>
      must(await createSetup(underRules(ports, { addressProof })).resumeSession(token)).isProven;
    expect([await isProven('asked'), await isProven('waived')]).toEqual([false, true]);
  });
});

test('a doctor names no assistant whose address a stranger may have registered (D-28)', async () => {
  const { app, codeTo, doctor, register, storage } = await openPost();
  const nora = await register('nora', 'A', 'Ast');
  const code = await codeTo(nora.email, 'account made');
  const link = () => app.linkAssistant({ actor: doctor, doctorId: doctor.id, email: nora.email });
  expect(await link()).toEqual(refuse('ASSISTANT_NOT_FOUND'));
  expect(await storage.read.assistants.assists(nora.id, doctor.id)).toBe(false);
  must(await app.proveAddress({ code }));
  expect(await link()).toEqual(ok(nora.id));
});

describe('the mail is sent again (D-28)', () => {
  test('once in ten minutes, ten times a day, and not for an address that is proven', async () => {
    const { app, clock, codeTo, logIn, register, sentTo } = await openPost();
    const account = await register('nora');
    const caller = await logIn(account);
    expect(codeOf(await app.requestProof(caller))).toBe('OK');
    expect(codeOf(await app.requestProof(caller))).toBe('THROTTLED');
    const codes = [];
    for (let nth = 0; nth < 10; nth += 1) {
      clock.advance(10 * MINUTE);
      codes.push(codeOf(await app.requestProof(caller)));
    }
    expect(codes).toEqual([...Array(9).fill('OK'), 'THROTTLED']);
    const before = (await sentTo(account.email)).length;
    must(await app.proveAddress({ code: await codeTo(account.email, 'account made') }));
    clock.advance(DAY);
    must(await app.requestProof(caller));
    expect(await sentTo(account.email)).toHaveLength(before);
  });
});

describe('an account that its address’s owner did not make (D-28)', () => {
  test('is disabled and logged out, and frees the address, for the owner to register with', async () => {
    const { app, codeTo, known, logIn, logsIn, register, sentTo } = await openPost();
    const stranger = await register('nora');
    const { token } = await logIn(stranger);
    expect(await app.disownAccount({ code: await codeTo(stranger.email, 'account made') })).toEqual(ok(stranger.id));
    expect(await app.resumeSession(token)).toEqual(refuse('SESSION_INVALID'));
    expect(await logsIn(stranger)).toBe('CREDENTIALS_WRONG');
    const left = await known(stranger);
    expect([left?.disabledAt === undefined, left && hasAddress(left.account)]).toEqual([false, false]);
    const owner = await register('nora', 'portal');
    expect(owner.id).not.toBe(stranger.id);
    expect(await logsIn(owner)).toBe('OK');
    expect(await sentTo(owner.email)).toHaveLength(2);
  });

  test('stays, disabled, with its children, cases and assistants', async () => {
    const { app, assistant, caseOf, childOf, codeTo, known, register, storage } = await openPost();
    const [doctor, family] = [await register('dana', 'A', 'Doc'), await register('nora')];
    await storage.write(async ({ assistants }) => ok(await assistants.link(doctor.id, assistant.id)));
    const caseId = await caseOf(await childOf(family, 'Mia'), doctor);
    for (const { email: to } of [doctor, family]) {
      must(await app.disownAccount({ code: await codeTo(to, 'account made') }));
    }
    expect((await known(family))?.disabledAt).toBeDefined();
    expect(await storage.read.cases.find(caseId)).toMatchObject({ doctorId: doctor.id });
    expect(await storage.read.assistants.assists(assistant.id, doctor.id)).toBe(true);
  });

  test('gets another address by the operator, who then lets it log in; its new address is to be proven', async () => {
    const { app, codeTo, logsIn, provenAt, register } = await openPost();
    const account = await register('nora');
    const code = await codeTo(account.email, 'account made');
    must(await app.disownAccount({ code }));
    const to = email('norah@example.org');
    expect(await app.changeAddress({ id: account.id, email: email('paula@example.org') })).toEqual(
      refuse('EMAIL_TAKEN'),
    );
    must(await app.changeAddress({ id: account.id, email: to }));
    expect(await logsIn({ ...account, email: to })).toBe('ACCOUNT_DISABLED');
    must(await app.enableAccount({ email: to }));
    expect([await logsIn({ ...account, email: to }), await provenAt(account)]).toEqual(['OK', undefined]);
    expect(codeOf(await app.proveAddress({ code }))).toBe('CODE_INVALID');
  });
});

describe('an account whose owner says that they did not make it (D-28)', () => {
  test('can be disowned whatever it does meanwhile: a new password, a code for another, being disabled', async () => {
    const { app, codeTo, known, logIn, register } = await openPost();
    const stranger = await register('nora');
    const code = await codeTo(stranger.email, 'account made');
    const caller = await logIn(stranger);
    must(await app.changePassword({ ...caller, password: credentials(stranger).password, newPassword: password(NEW) }));
    must(
      await app.changeEmail({
        ...caller,
        email: email('x@example.org'),
        password: credentials(stranger, NEW).password,
      }),
    );
    const away = await codeTo('x@example.org', 'new address');
    must(await app.disableAccount({ email: stranger.email }));
    must(await app.enableAccount({ email: stranger.email }));
    expect(codeOf(await app.disownAccount({ code }))).toBe('OK');
    expect(await app.confirmEmail({ ...caller, code: away })).toEqual(refuse('CODE_INVALID'));
    expect((await known(stranger))?.disabledAt).toBeDefined();
  });

  test('gets no mail, no code and no session any more', async () => {
    const { app, childOf, codeTo, deliver, known, mailer, parent, register, resetCode } = await openPost();
    const stranger = await register('nora');
    const caller = { actor: stranger, session: 'ended' as never };
    const code = await codeTo(stranger.email, 'account made');
    const reset = await resetCode(stranger);
    must(await app.inviteParent({ actor: parent, childId: await childOf(parent, 'Mia'), email: stranger.email }));
    const join = await codeTo(stranger.email, 'parent invited');
    must(await app.disownAccount({ code }));
    const before = mailer.sent.length;
    must(await app.requestReset({ email: stranger.email }));
    must(await app.requestProof(caller));
    await deliver();
    expect(mailer.sent).toHaveLength(before);
    expect(codeOf(await app.confirmReset({ code: reset, newPassword: password(NEW) }))).toBe('CODE_INVALID');
    // The invitation is its owner's, who may have an account of the own by now.
    expect(codeOf(await app.joinChild({ ...caller, code: join }))).toBe('CODE_INVALID');
    expect(codeOf(await app.joinChild({ ...caller, actor: await register('nora'), code: join }))).toBe('OK');
    expect((await known(stranger))?.account.email).toBe(stranger.id);
  });
});

describe('a reset ends what opens the account (D-28)', () => {
  test('also passkeys: of a stranger who has registered with the address', async () => {
    const { addPasskey, app, register, reset, signInByPasskey } = await openPost();
    const stranger = await register('nora');
    must(await (await addPasskey(stranger))());
    expect(await signInByPasskey(stranger)).toBe('OK');
    must(await reset(stranger));
    expect(await signInByPasskey(stranger)).toBe('PASSKEY_INVALID');
    expect(must(await app.listPasskeys({ actor: stranger }))).toEqual([]);
  });

  test('also a passkey that was under way', async () => {
    const { addPasskey, register, reset, signInByPasskey } = await openPost();
    const stranger = await register('nora');
    const add = await addPasskey(stranger);
    must(await reset(stranger));
    expect([codeOf(await add()), await signInByPasskey(stranger)]).toEqual(['PASSKEY_INVALID', 'PASSKEY_INVALID']);
  });

  test('also a change of the address that was under way', async () => {
    const { app, codeTo, logIn, register, reset } = await openPost();
    const stranger = await register('nora');
    const there = await logIn(stranger);
    must(await app.changeEmail({ ...there, email: email('x@example.org'), password: credentials(stranger).password }));
    const code = await codeTo('x@example.org', 'new address');
    must(await reset(stranger));
    expect(await app.confirmEmail({ ...there, code })).toEqual(refuse('CODE_INVALID'));
  });

  test('also the second factor where it is the first proof of the address; later it is asked for, and stays', async () => {
    const { app, known, logIn, register, reset, turnFactorOn } = await openPost();
    const stranger = await register('nora');
    await turnFactorOn(await logIn(stranger));
    must(await reset(stranger));
    expect((await known(stranger))?.account.secondFactor).toBe(false);
    const [here, passwords] = [await logIn(stranger, NEW), { password: credentials(stranger, NEW).password }];
    must(await app.changePassword({ ...here, ...passwords, newPassword: password(PASSWORD) }));
    await turnFactorOn(here);
    expect(await reset(stranger)).toEqual(refuse('SECOND_FACTOR_REQUIRED'));
    expect((await known(stranger))?.account.secondFactor).toBe(true);
  });

  test('also a second factor that was under way', async () => {
    const { app, logIn, register, reset } = await openPost();
    const stranger = await register('nora');
    const there = await logIn(stranger);
    const { secret } = must(await app.offerFactor({ ...there, ...credentials(stranger) }));
    must(await reset(stranger));
    const otp = `${secret} ${Math.floor(Date.UTC(2026, 5, 15, 12) / 30_000)}`;
    expect(await app.confirmFactor({ ...there, otp: otp as never })).toEqual(refuse('CODE_INVALID'));
  });

  test('and asks who has made an account whose address was not proven, where a page can ask', async () => {
    const { app, known, logsIn, provenAt, register, reset } = await openPost();
    const [mine, strangers] = [await register('nora'), await register('otto')];
    const asked = must(await reset(mine, { asksWhoMadeIt: true }));
    expect([await provenAt(mine), asked.proof]).toEqual([undefined, expect.any(String)]);
    must(await app.proveAddress({ code: asked.proof ?? '' }));
    expect(await provenAt(mine)).toBeDefined();
    expect(must(await reset(mine, { asksWhoMadeIt: true })).proof).toBeUndefined();
    const { proof = '' } = must(await reset(strangers, { asksWhoMadeIt: true }));
    must(await app.disownAccount({ code: proof }));
    expect([(await known(strangers))?.disabledAt === undefined, await logsIn(strangers, NEW)]).toEqual([
      false,
      'CREDENTIALS_WRONG',
    ]);
  });
});
