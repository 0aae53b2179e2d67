import { describe, expect, test } from 'vitest';
import type { Account, Role, SessionDigest } from '../../src/model/account.ts';
import { EVERYTHING } from '../../src/model/pages.ts';
import type { Ports } from '../../src/ports/ports.ts';
import { ok } from '../../src/result.ts';
import { createSetup } from '../../testing/setup.ts';
import { credentials, newcomer, openClinic } from '../support/clinic.ts';
import { codeMailed, deliveryOf } from '../support/mails.ts';
import { underRules } from '../support/ports.ts';
import { codeOf, email, must, title } from '../support/values.ts';

/** The assistant Anna runs the practice, and newcomers wait to be confirmed. */
const openConfirming = async (addressProof: Ports['rules']['addressProof'] = 'waived') => {
  const clinic = await openClinic();
  const { assistant, storage } = clinic;
  const byManager = { actor: await clinic.setManager(assistant) };
  const ports = underRules(clinic, { registration: 'confirmed', addressProof });
  const app = createSetup(ports);
  const nora = (role: Role) => ({ ...newcomer('Nora', role), email: email(`nora.${role}@example.org`) });
  const register = async (role: Role, more: object = {}) => must(await app.registerAccount({ ...nora(role), ...more }));
  const now = async ({ id }: Account) => storage.read.accounts.find(id);
  const enter = async (account: Account) => {
    const session = await app.logIn(credentials(account));
    return session.ok ? codeOf(await app.resumeSession(session.value.token)) : session.refusal.code;
  };
  const waiting = async () =>
    (await storage.read.accounts.unconfirmed({ after: undefined, size: 9 })).map(({ id }) => id);
  const mails = async () =>
    (await storage.read.mails.all(EVERYTHING)).map(({ kind, accountId }) => ({ kind, accountId }));
  return { ...clinic, app, byManager, enter, mails, nora, now, register, waiting };
};

describe('where doctors and assistants are confirmed (D-40)', () => {
  test.each(['Doc', 'Ast'] as const)(
    'a newcomer in the role %s has no session for others until a manager confirms',
    async (role) => {
      const { app, assistant, byManager, enter, mails, now, register, waiting } = await openConfirming();
      const nora = await register(role);
      expect([nora.confirmed, await enter(nora), await waiting()]).toEqual([undefined, 'NOT_CONFIRMED', [nora.id]]);
      expect(await mails()).toContainEqual({ kind: 'account to confirm', accountId: assistant.id });
      for (const _ of ['once', 'again']) must(await app.confirmAccount({ ...byManager, accountId: nora.id }));
      expect([(await now(nora))?.confirmed, await enter(nora), await waiting()]).toEqual(['manager', 'OK', []]);
      expect((await mails()).filter(({ kind }) => kind === 'account confirmed')).toHaveLength(1);
      expect(codeOf(await app.declineAccount({ ...byManager, accountId: nora.id }))).toBe('ACCOUNT_CONFIRMED');
    },
  );

  test('parents need it not, nor does whoever has an invitation, or registered while all were taken', async () => {
    const { app, clock, doctor, enter, register, waiting } = await openConfirming();
    expect(await enter(await register('Par'))).toBe('OK');
    const invitation = must(await app.issueInvitation({ role: 'Doc', validFor: 60_000 }));
    const invited = await register('Doc', { invitation });
    expect([invited.confirmed, await enter(invited), await waiting()]).toEqual(['invitation', 'OK', []]);
    expect(doctor.confirmed).toBe('open');
    expect(codeOf(await app.registerAccount({ ...(await openConfirming()).nora('Ast'), invitation }))).toBe(
      'INVITATION_INVALID',
    );
    expect(clock.now()).toBeGreaterThan(0);
  });

  test('a registration that is sent again answers the same account, and confirms nobody', async () => {
    const { app, byManager, nora, waiting } = await openConfirming();
    const sent = { ...nora('Doc'), idempotencyKey: 'k-1' as never };
    const { id } = must(await app.registerAccount(sent));
    expect(must(await app.registerAccount(sent)).confirmed).toBeUndefined();
    expect(await waiting()).toEqual([id]);
    must(await app.declineAccount({ ...byManager, accountId: id }));
    expect(must(await app.registerAccount(sent)).id).toBe(id);
    expect(await waiting()).toEqual([]);
  });

  test('an impostor is listed nowhere, and chosen by nobody who still has the page', async () => {
    const { app, childOf, doctor, caseOf, otherParent: parent, register } = await openConfirming();
    const [impostor, helper] = [await register('Doc'), await register('Ast')];
    const childId = await childOf(parent, 'Carla');
    const opening = { actor: parent, childId, doctorId: impostor.id, title: title('Cough') };
    expect(codeOf(await app.openCase(opening))).toBe('DOCTOR_NOT_FOUND');
    const caseId = await caseOf(childId, doctor);
    expect(codeOf(await app.handOverCase({ actor: parent, caseId, doctorId: impostor.id }))).toBe('DOCTOR_NOT_FOUND');
    const linked = await app.linkAssistant({ actor: doctor, doctorId: doctor.id, email: helper.email });
    expect(codeOf(linked)).toBe('ASSISTANT_NOT_FOUND');
  });

  test('nobody is confirmed whose address may be another person’s, and managers hear of it once it is proven (D-28)', async () => {
    const { app, byManager, mails, now, register, secretCodes, storage } = await openConfirming('asked');
    const nora = await register('Doc');
    const told = async () => (await mails()).filter(({ kind }) => kind === 'account to confirm').length;
    expect(codeOf(await app.confirmAccount({ ...byManager, accountId: nora.id }))).toBe('ADDRESS_NOT_PROVEN');
    expect(codeOf(await app.confirmByOperator({ email: nora.email }))).toBe('ADDRESS_NOT_PROVEN');
    expect(await told()).toBe(0);
    const code = secretCodes.issue();
    const proof = { purpose: 'proof', accountId: nora.id, email: nora.email, expiresAt: Number.MAX_SAFE_INTEGER };
    await storage.write(async ({ accountCodes }) =>
      ok(await accountCodes.save({ ...proof, digest: secretCodes.digestOf(code) } as never)),
    );
    must(await app.proveAddress({ code }));
    expect(await told()).toBe(1);
    must(await app.confirmByOperator({ email: nora.email }));
    expect((await now(nora))?.confirmed).toBe('operator');
  });

  test('the daily mail of who waits does not come once nobody does, or to who manages no more', async () => {
    const { app, assistant, byManager, calendar, clock, mailer, register, setManager, storage, ...ports } =
      await openConfirming();
    const deliver = deliveryOf({ ...ports, calendar, clock, mailer, storage });
    const choices = [{ topic: 'to confirm', time: 'daily' }] as const;
    must(await app.chooseNotices({ ...byManager, session: '' as SessionDigest, choices }));
    const toManager = async () => {
      clock.advance(calendar.morningAfter(clock.now()) - clock.now());
      await deliver();
      return mailer.sent
        .splice(0)
        .filter(({ to }) => to === assistant.email)
        .map(({ kind }) => kind);
    };
    const nora = await register('Doc');
    await deliver();
    expect(await toManager()).toEqual(['daily']);
    await register('Ast');
    await deliver();
    await setManager(assistant, false);
    expect(await toManager()).toEqual([]);
    await setManager(assistant);
    await register('Doc', { email: email('nick@example.org') });
    await deliver();
    for (const accountId of [nora.id, ...(await storage.read.accounts.unconfirmed(EVERYTHING)).map(({ id }) => id)])
      must(await app.confirmAccount({ ...byManager, accountId }));
    expect(await toManager()).toEqual([]);
  });

  test('who is declined cannot log in, and is told; enabled again, the account waits again', async () => {
    const { app, byManager, enter, mails, register, waiting } = await openConfirming();
    const nora = await register('Ast');
    must(await app.declineAccount({ ...byManager, accountId: nora.id }));
    expect([await enter(nora), await waiting()]).toEqual(['ACCOUNT_DISABLED', []]);
    expect(await mails()).toContainEqual({ kind: 'account declined', accountId: nora.id });
    expect(codeOf(await app.confirmAccount({ ...byManager, accountId: nora.id }))).toBe('ACCOUNT_NOT_FOUND');
    must(await app.enableAccount({ email: nora.email }));
    expect([await enter(nora), await waiting()]).toEqual(['NOT_CONFIRMED', [nora.id]]);
  });
});

test('managers do not hear of a newcomer who had typed another person’s address, and whom nobody has confirmed', async () => {
  const { app, mails, register, ...clinic } = await openConfirming('asked');
  await register('Doc');
  await deliveryOf(clinic)();
  must(await app.disownAccount({ code: codeMailed(clinic, 'account made') }));
  expect((await mails()).filter(({ kind }) => kind === 'staff disabled')).toEqual([]);
});
