import { describe, expect, test } from 'vitest';
import { createApplication } from '../../src/application.ts';
import { createDelivery } from '../../src/courier.ts';
import { MailDeferred, MailRefused } from '../../src/errors.ts';
import type { Role } from '../../src/model/account.ts';
import { parseIdempotencyKey } from '../../src/model/idempotency.ts';
import { STAFF_INVITATION_LIFETIME } from '../../src/model/staff.ts';
import { DAY, HOUR, later } from '../../src/model/values.ts';
import { ok, refuse } from '../../src/result.ts';
import { createSetup } from '../../testing/setup.ts';
import { newcomer } from '../support/clinic.ts';
import { codeMailed } from '../support/mails.ts';
import { underRules } from '../support/ports.ts';
import { openPractice } from '../support/practice.ts';
import { codeOf, email, listed, must } from '../support/values.ts';

const NINA = email('nina@example.org');

const openInvitations = async () => {
  const practice = await openPractice();
  const { boss, deliver } = practice;
  const app = createSetup(underRules(practice, { registration: 'invited' }));
  const invite = (to = NINA, role: 'Doc' | 'Ast' = 'Ast', actor = boss) => app.inviteStaff({ actor, email: to, role });
  const codeTo = async (to = NINA) => {
    await deliver();
    return codeMailed(practice, 'staff invited', to);
  };
  const register = (code: string, to = NINA, role: Role = 'Ast') =>
    app.registerAccount({ ...newcomer('Nina', role), email: to, invitation: code, through: 'portal' });
  const pending = async (actor = boss) => must(await app.listStaffInvitations({ actor }));
  return { ...practice, app, codeTo, invite, pending, register };
};

describe('an invitation of staff by mail (D-40)', () => {
  test('lets that address register in that role, once; it is proven and confirmed then', async () => {
    const { app, boss, clock, codeTo, invite, pending, register, told } = await openInvitations();
    must(await invite());
    const expiresAt = later(clock.now(), STAFF_INVITATION_LIFETIME);
    expect(await pending()).toEqual([{ email: NINA, role: 'Ast', expiresAt, by: boss, mail: 'waits' }]);
    const code = await codeTo();
    expect(await pending()).toMatchObject([{ mail: 'sent' }]);
    expect(await app.showStaffInvitation({ code })).toEqual(ok({ email: NINA, role: 'Ast' }));
    expect(await register(code, NINA, 'Doc')).toEqual(refuse('INVITATION_INVALID'));
    expect(await register(code, email('other@example.org'))).toEqual(refuse('INVITATION_INVALID'));
    const codes = (await Promise.all([register(code), register(code)])).map(codeOf);
    expect(codes.filter((one) => one === 'OK')).toHaveLength(1);
    const [nina] = await listed(app.listAccounts({ email: NINA }));
    expect(nina?.account).toMatchObject({ confirmed: 'invitation', provenAt: clock.now(), isManager: false });
    expect([await pending(), codeOf(await app.showStaffInvitation({ code }))]).toEqual([[], 'CODE_INVALID']);
    expect(await told()).toEqual([[NINA, 'staff invited']]);
  });

  test('says that its mail did not arrive, until it is sent again', async () => {
    const { clock, codeTo, invite, mailer, pending } = await openInvitations();
    must(await invite());
    mailer.fail(new MailRefused('unknown'));
    await codeTo();
    expect(await pending()).toMatchObject([{ email: NINA, mail: 'refused' }]);
    mailer.fail(undefined);
    clock.advance(1);
    must(await invite());
    expect(await pending()).toMatchObject([{ mail: 'waits' }]);
  });

  test('says that it was given up where the mail server put the mail off for a day', async () => {
    const { clock, codeTo, invite, mailer, pending, storage } = await openInvitations();
    must(await invite());
    mailer.fail(new MailDeferred('busy'));
    for (let hour = 0; hour <= 30; hour += 1) {
      await codeTo();
      clock.advance(HOUR);
    }
    expect((await storage.read.mails.counts()).failed).toBe(1);
    expect(await pending()).toMatchObject([{ mail: 'given up' }]);
  });

  test('says that it was given up where no mail server could be reached for a day, though nobody has tried it', async () => {
    const { clock, invite, mailer, pending, storage, ...practice } = await openInvitations();
    must(await invite());
    mailer.fail(new Error('down'));
    clock.advance(DAY + HOUR);
    await createDelivery({ ...practice, clock, mailer, storage }, () => undefined).sendNext(true);
    expect(await pending()).toMatchObject([{ email: NINA, mail: 'given up' }]);
    expect(await storage.read.mails.counts()).toMatchObject({ waiting: 0, failed: 1 });
    clock.advance(1);
    must(await invite());
    expect(await pending()).toMatchObject([{ mail: 'waits' }]);
  });

  test('is withdrawn, replaced by one that is sent again, and over after seven days', async () => {
    const { app, boss, clock, codeTo, deputy, invite, pending, register, told } = await openInvitations();
    const withdraw = () => app.withdrawStaffInvitation({ actor: deputy, email: NINA });
    must(await invite());
    must(await withdraw());
    expect([await told(), await withdraw()]).toEqual([[], refuse('INVITATION_NOT_FOUND')]);
    must(await invite());
    const first = await codeTo();
    must(await invite(NINA, 'Doc', deputy));
    const second = await codeTo();
    expect(await pending()).toMatchObject([{ role: 'Doc', by: deputy }]);
    expect(codeOf(await register(first))).toBe('INVITATION_INVALID');
    clock.advance(7 * DAY);
    expect([codeOf(await register(second, NINA, 'Doc')), await pending(boss)]).toEqual(['INVITATION_INVALID', []]);
  });

  test('is worth nothing once its manager is none any more, and its mail is not sent', async () => {
    const { boss, codeTo, invite, pending, register, setManager, told } = await openInvitations();
    must(await invite());
    const code = await codeTo();
    must(await invite(email('late@example.org')));
    await setManager(boss, false);
    expect(await pending(boss).catch(() => 'refused')).toBe('refused');
    expect([codeOf(await register(code)), await told()]).toEqual(['INVITATION_INVALID', [[NINA, 'staff invited']]]);
  });

  test('to staff is refused at once; a parent learns it by mail alone', async () => {
    const { app, assistant, codeTo, invite, otherDoctor, parent, pending, register, told } = await openInvitations();
    for (const { email: taken } of [assistant, otherDoctor]) expect(await invite(taken)).toEqual(refuse('EMAIL_TAKEN'));
    must(await invite(parent.email));
    expect(await told()).toEqual([[parent.email, 'has an account']]);
    expect((await pending()).map(({ mail }) => mail)).toEqual(['sent']);
    expect(codeOf(await register(await codeTo(parent.email), parent.email))).toBe('INVITATION_INVALID');
    must(await app.disableAccount({ email: parent.email }));
    must(await invite(parent.email));
    expect(await told()).toEqual([]);
  });

  test('is sent twenty times an hour at most, by one to one address a day, and by managers alone', async () => {
    const { app, clock, deputy, invite, otherDoctor, parent } = await openInvitations();
    for (const actor of [otherDoctor, parent]) {
      expect(await invite(NINA, 'Doc', actor)).toEqual(refuse('ROLE_NOT_ALLOWED'));
      expect(codeOf(await app.listStaffInvitations({ actor }))).toBe('ROLE_NOT_ALLOWED');
      expect(codeOf(await app.withdrawStaffInvitation({ actor, email: NINA }))).toBe('ROLE_NOT_ALLOWED');
    }
    for (let nth = 0; nth < 20; nth += 1) must(await invite());
    expect([codeOf(await invite()), codeOf(await invite(NINA, 'Ast', deputy))]).toEqual(['THROTTLED', 'THROTTLED']);
    expect(codeOf(await invite(email('other@example.org'), 'Ast', deputy))).toBe('OK');
    clock.advance(HOUR);
    expect([codeOf(await invite()), codeOf(await invite(NINA, 'Ast', deputy))]).toEqual(['THROTTLED', 'OK']);
    clock.advance(DAY);
    must(await invite());
  });

  test('is not said to be there for a form that is sent again, once it is there in another role', async () => {
    const { app, boss, invite } = await openInvitations();
    const sent = { actor: boss, email: NINA, role: 'Ast', idempotencyKey: must(parseIdempotencyKey('form')) } as const;
    expect(await app.inviteStaff(sent)).toEqual(ok('Ast'));
    must(await invite(NINA, 'Doc'));
    expect(await app.inviteStaff(sent)).toEqual(refuse('IDEMPOTENCY_KEY_REUSED'));
  });

  test('is recorded by who sends it, without the address', async () => {
    const { boss, codeTo, storage, ...ports } = await openInvitations();
    const { inviteStaff } = createApplication({ ...ports, storage });
    must(await inviteStaff({ actor: boss, email: NINA, role: 'Ast', requestId: 'a request' }));
    await codeTo();
    const records = await storage.read.audit.records({}, { after: 0, size: 99 });
    const made = records.filter(({ action }) => /invited|code made/.test(action));
    expect(made).toMatchObject([
      { action: 'staff invited: Ast', by: boss.id },
      { action: 'code made', by: undefined },
    ]);
    expect(JSON.stringify(records)).not.toContain('@');
  });

  test('goes with its address, and with its manager, once their account is erased', async () => {
    const { app, assistant, deputy, invite, pending, register } = await openInvitations();
    must(await invite(NINA, 'Ast', deputy));
    must(await app.eraseAccount({ email: assistant.email }));
    expect(await pending()).toEqual([]);
    expect(codeOf(await register('no code'))).toBe('INVITATION_INVALID');
  });
});
