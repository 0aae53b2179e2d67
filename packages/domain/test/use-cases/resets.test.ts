import { describe, expect, test } from 'vitest';
import { createDelivery } from '../../src/courier.ts';
import { MailRefused } from '../../src/errors.ts';
import type { Account } from '../../src/model/account.ts';
import type { Letter } from '../../src/model/mail.ts';
import { EVERYTHING } from '../../src/model/pages.ts';
import { DAY, later, MINUTE } from '../../src/model/values.ts';
import { ok, refuse } from '../../src/result.ts';
import { credentials, NEW, openClinic, PASSWORD } from '../support/clinic.ts';
import { codeOf, email, must, password } from '../support/values.ts';

const openPost = async () => {
  const clinic = await openClinic();
  const { app, mailer, parent } = clinic;
  const failures: unknown[] = [];
  /** Sends what is due now. */
  const deliver = async (): Promise<readonly Letter[]> => {
    const before = mailer.sent.length;
    const { sendNext } = createDelivery(clinic, (error) => failures.push(error));
    while (await sendNext());
    return mailer.sent.slice(before);
  };
  const reset = (account: Pick<Account, 'email'> = parent) => app.requestReset({ email: account.email });
  const codeFor = async (account: Account = parent): Promise<string> => {
    must(await reset(account));
    const letter = (await deliver()).find(({ kind }) => kind === 'reset');
    if (letter?.kind !== 'reset') throw new Error('There is no mail with a code.');
    return letter.code;
  };
  const confirm = (code: string, text = NEW) => app.confirmReset({ code, newPassword: password(text) });
  const tries = async (text = PASSWORD, account = parent) => codeOf(await app.logIn(credentials(account, text)));
  return { ...clinic, confirm, codeFor, deliver, failures, reset, tries };
};

describe('a forgotten password (D-28)', () => {
  test('is replaced by whoever reads the mails of the account, which ends its sessions', async () => {
    const { app, codeFor, confirm, logIn, parent, tries } = await openPost();
    const { token } = await logIn(parent);
    expect(await confirm(await codeFor())).toMatchObject(ok({ id: parent.id }));
    expect([await tries(PASSWORD), await tries(NEW)]).toEqual(['CREDENTIALS_WRONG', 'OK']);
    expect(await app.resumeSession(token)).toEqual(refuse('SESSION_INVALID'));
  });

  test('takes a code once, the newest one, for half an hour', async () => {
    const { clock, codeFor, confirm, tries } = await openPost();
    const [first, second] = [await codeFor(), await codeFor()];
    expect(await confirm(first)).toEqual(refuse('CODE_INVALID'));
    expect(codeOf(await confirm(second))).toBe('OK');
    expect(await confirm(second, 'yet another one')).toEqual(refuse('CODE_INVALID'));
    const third = await codeFor();
    clock.advance(30 * MINUTE);
    expect(await confirm(third, 'yet another one')).toEqual(refuse('CODE_INVALID'));
    expect(await tries(NEW)).toBe('OK');
  });

  test('takes no code that was not sent, nor one of an account that was disabled since', async () => {
    const { codeFor, confirm, parent, storage } = await openPost();
    expect([await confirm('code-77'), await confirm('no code')]).toEqual([
      refuse('CODE_INVALID'),
      refuse('CODE_INVALID'),
    ]);
    const code = await codeFor();
    await storage.write(async ({ accounts }) => ok(await accounts.setDisabled(parent.id, parent.registeredAt)));
    expect(await confirm(code)).toEqual(refuse('CODE_INVALID'));
  });

  test('is answered alike for an unknown address and a disabled account, which get no mail', async () => {
    const { deliver, doctor, parent, reset, storage } = await openPost();
    await storage.write(async ({ accounts }) => ok(await accounts.setDisabled(parent.id, parent.registeredAt)));
    const replies = [await reset(), await reset({ email: email('nobody@example.org') }), await reset(doctor)];
    expect(replies).toEqual([ok(undefined), ok(undefined), ok(undefined)]);
    expect((await deliver()).map(({ to }) => to)).toEqual([doctor.email]);
    expect(await storage.read.mails.counts()).toMatchObject({ waiting: 0, failed: 0 });
  });

  test('is asked for as often as a login fails, whoever has the address', async () => {
    const { reset } = await openPost();
    for (const account of [undefined, { email: email('nobody@example.org') }]) {
      const codes = [];
      for (let nth = 0; nth < 7; nth += 1) codes.push(codeOf(await reset(account)));
      expect(codes).toEqual(['OK', 'OK', 'OK', 'OK', 'OK', 'THROTTLED', 'THROTTLED']);
    }
  });

  test('is not replaced by a common one, and the code stays good', async () => {
    const { codeFor, confirm } = await openPost();
    const code = await codeFor();
    expect(await confirm(code, '12345678')).toEqual(refuse('PASSWORD_COMMON'));
    expect(codeOf(await confirm(code))).toBe('OK');
  });
});

describe('the change of an address (D-28)', () => {
  const open = async () => {
    const post = await openPost();
    const { app, deliver, logIn, parent } = post;
    const here = await logIn(parent);
    const to = email('elsewhere@example.org');
    const change = (text = PASSWORD, address = to) =>
      app.changeEmail({ ...here, email: address, password: credentials(parent, text).password });
    const sentCode = async () => {
      const letters = await deliver();
      expect(letters.map(({ kind }) => kind)).toContain('address wanted');
      const letter = letters.find(({ kind }) => kind === 'new address');
      if (letter?.kind !== 'new address') throw new Error('There is no mail with a code.');
      return { to: letter.to, code: letter.code };
    };
    const confirm = (code: string, by = here) => app.confirmEmail({ ...by, code });
    /** For a minute, nobody tries to send it. */
    const holdBack = (held: Letter['kind']) =>
      post.storage.write(async ({ mails }) => {
        for (const mail of await mails.all(EVERYTHING))
          if (mail.kind === held) await mails.save({ ...mail, notBefore: later(post.clock.now(), MINUTE) });
        return ok(undefined);
      });
    return { ...post, change, confirm, here, holdBack, sentCode, to };
  };

  test('takes the password, and a code that goes to the new address', async () => {
    const { app, change, confirm, deliver, parent, sentCode, to, tries } = await open();
    expect(await change('wrong horse')).toEqual(refuse('PASSWORD_WRONG'));
    expect(await change()).toEqual(ok(undefined));
    const { to: sentTo, code } = await sentCode();
    expect([sentTo, await tries(PASSWORD, { ...parent, email: to })]).toEqual([to, 'CREDENTIALS_WRONG']);
    expect(await confirm(code)).toEqual(ok(undefined));
    expect([await tries(PASSWORD, { ...parent, email: to }), await tries()]).toEqual(['OK', 'CREDENTIALS_WRONG']);
    expect((await deliver()).map(({ kind, to: address }) => [kind, address])).toEqual([
      ['address changed', parent.email],
      ['address changed', to],
    ]);
    expect(codeOf(await app.registerAccount({ ...parent, password: password(PASSWORD), through: 'B' }))).toBe('OK');
  });

  test('is asked for twenty times an hour, as each request sends a mail', async () => {
    const { change } = await open();
    const codes = [];
    for (let nth = 0; nth < 21; nth += 1) codes.push(codeOf(await change()));
    expect(codes).toEqual([...Array(20).fill('OK'), 'THROTTLED']);
  });

  test('is refused where somebody has taken the address meanwhile, and to everybody else', async () => {
    const { change, confirm, logIn, otherParent, sentCode } = await open();
    must(await change(PASSWORD, otherParent.email));
    const { code } = await sentCode();
    expect(await confirm(code, await logIn(otherParent))).toEqual(refuse('CODE_INVALID'));
    expect(await confirm(code)).toEqual(refuse('EMAIL_TAKEN'));
  });

  test('is told to the address before, also where a server takes that mail later than the code', async () => {
    const { change, clock, confirm, deliver, holdBack, parent } = await open();
    must(await change());
    await holdBack('address wanted');
    const letter = (await deliver()).find(({ kind }) => kind === 'new address');
    must(await confirm(letter && 'code' in letter ? letter.code : ''));
    await deliver();
    clock.advance(MINUTE);
    expect((await deliver()).map(({ kind, to: address }) => [kind, address])).toEqual([
      ['address wanted', parent.email],
    ]);
  });

  test('ends with a new password, also where the mail with its code still waits', async () => {
    const { app, change, clock, codeFor, deliver, holdBack } = await open();
    must(await change());
    await holdBack('new address');
    must(await app.confirmReset({ code: await codeFor(), newPassword: password(NEW) }));
    clock.advance(MINUTE);
    expect((await deliver()).map(({ kind }) => kind)).toEqual(['password changed']);
  });

  test('is not confirmed by a code for a new password, nor the other way around', async () => {
    const post = await open();
    const { change, codeFor, confirm, confirm: _, sentCode } = post;
    expect(await confirm(await codeFor())).toEqual(refuse('CODE_INVALID'));
    must(await change());
    const { code } = await sentCode();
    expect(await post.app.confirmReset({ code, newPassword: password(NEW) })).toEqual(refuse('CODE_INVALID'));
  });
});

describe('the outbox (D-27)', () => {
  test('keeps a mail that was not taken, and tries it later and later, for a day', async () => {
    const { clock, deliver, failures, mailer, reset, storage } = await openPost();
    must(await reset());
    mailer.fail(new Error('down'));
    await deliver();
    await deliver();
    expect(failures).toHaveLength(1);
    const waits = [];
    for (let nth = 0; nth < 3; nth += 1) {
      const [mail] = await storage.read.mails.all({ after: undefined, size: 10 });
      const wait = (mail?.notBefore ?? 0) - clock.now();
      waits.push(wait);
      clock.advance(wait);
      await deliver();
    }
    expect(waits).toEqual([1000, 2000, 4000]);
    clock.advance(DAY);
    await deliver();
    mailer.fail(undefined);
    clock.advance(DAY);
    expect(await deliver()).toEqual([]);
    expect(await storage.read.mails.counts()).toEqual({ waiting: 0, failed: 1, oldest: undefined });
  });

  test('gives up a mail that is refused for good, and goes on with the others', async () => {
    const { deliver, doctor, mailer, parent, reset, storage } = await openPost();
    must(await reset(parent));
    must(await reset(doctor));
    const send = mailer.send.bind(mailer);
    mailer.send = async (letter) => {
      if (letter.to === parent.email) throw new MailRefused('550');
      return send(letter);
    };
    expect((await deliver()).map(({ to }) => to)).toEqual([doctor.email]);
    const [failed] = await storage.read.mails.all({ after: undefined, size: 10 });
    expect(failed).toMatchObject({ to: parent.email, problem: '550' });
    expect(failed?.failedAt).toBeDefined();
  });

  test('writes in the language of the account, and leaves out what the account does not want', async () => {
    const { app, deliver, doctor, logIn, parent, closedTaskIn, caseOf, childOf } = await openPost();
    must(await app.changeProfile({ ...(await logIn(doctor)), language: 'nl' }));
    must(await app.changeProfile({ ...(await logIn(parent)), notices: 'security' }));
    const taskId = await closedTaskIn(await caseOf(await childOf(parent, 'Mia'), doctor));
    must(await app.requestCertification({ actor: parent, id: taskId as never }));
    must(await app.issueCertification({ actor: doctor, id: taskId as never }));
    const letters = await deliver();
    expect(letters.map(({ kind, to, language }) => [kind, to, language])).toEqual([
      ['certification requested', doctor.email, 'nl'],
    ]);
  });
});
