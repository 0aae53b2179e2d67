import { describe, expect, test, vi } from 'vitest';
import type { Role } from '../../src/model/account.ts';
import { HOUR } from '../../src/model/values.ts';
import { createSetup } from '../../testing/setup.ts';
import { openClinic, PASSWORD } from '../support/clinic.ts';
import { codeOf, must } from '../support/outcomes.ts';
import { at, email, name, password } from '../support/values.ts';

/** A clinic where doctors and assistants register by invitation. */
const openInvited = async () => {
  const clinic = await openClinic();
  const ports = { ...clinic, registration: 'invited' } as const;
  const invited = createSetup(ports);
  let people = 0;
  const register = (role: Role, invitation?: string) => {
    people += 1;
    return invited.registerAccount({
      firstName: name('Nina'),
      lastName: name('New'),
      email: email(`nina.${people}@example.org`),
      password: password(PASSWORD),
      role,
      invitation,
    });
  };
  const invite = async (role: Role, validFor = HOUR) =>
    must(await createSetup(ports).issueInvitation({ role, validFor }));
  return { ...clinic, invited, register, invite };
};

test('an invitation whose code could not be found again is not issued', async () => {
  const { storage, ...ports } = await openInvited();
  const invitationCodes = { ...ports.invitationCodes, digestOf: () => undefined };
  const issuing = createSetup({ ...ports, storage, invitationCodes }).issueInvitation({ role: 'Doc', validFor: HOUR });
  await expect(issuing).rejects.toThrow('has no digest');
  expect(await storage.read.invitations.issuedFrom(at('2026-01-01T00:00:00.000Z'), 9)).toEqual([]);
});

describe('registering by invitation (D-15)', () => {
  test.each(['Doc', 'Ast'] as const)('takes one for the role %s', async (role) => {
    const { invite, register } = await openInvited();
    expect(codeOf(await register(role))).toBe('INVITATION_INVALID');
    expect(codeOf(await register(role, 'code-999'))).toBe('INVITATION_INVALID');
    expect(codeOf(await register(role, 'no code'))).toBe('INVITATION_INVALID');
    expect(codeOf(await register(role, await invite(role)))).toBe('OK');
  });

  test('takes none for parents, nor where registration is open', async () => {
    const { app, register } = await openInvited();
    expect(codeOf(await register('Par'))).toBe('OK');
    const doctor = {
      firstName: name('Open'),
      lastName: name('Door'),
      password: password(PASSWORD),
      role: 'Doc',
    } as const;
    expect(codeOf(await app.registerAccount({ ...doctor, email: email('open@example.org') }))).toBe('OK');
  });

  test('takes each once, also of two who come at once', async () => {
    const { invite, register } = await openInvited();
    const code = await invite('Doc');
    const outcomes = await Promise.all([register('Doc', code), register('Doc', code)]);
    expect(outcomes.map(codeOf).sort()).toEqual(['INVITATION_INVALID', 'OK']);
    expect(codeOf(await register('Doc', code))).toBe('INVITATION_INVALID');
  });

  test('takes it for the role that it was issued for alone, and until it expires', async () => {
    const { clock, invite, register } = await openInvited();
    const [code, late] = [await invite('Ast'), await invite('Doc')];
    expect(codeOf(await register('Doc', code))).toBe('INVITATION_INVALID');
    expect(codeOf(await register('Ast', code))).toBe('OK');
    clock.advance(HOUR);
    expect(codeOf(await register('Doc', late))).toBe('INVITATION_INVALID');
  });

  test('does not use up an invitation where the registration is refused for something else', async () => {
    const { invite, invited, register } = await openInvited();
    const code = await invite('Doc');
    const taken = must(await register('Doc', await invite('Doc'))).email;
    const facts = { firstName: name('Nina'), lastName: name('New'), role: 'Doc', invitation: code } as const;
    expect(codeOf(await invited.registerAccount({ ...facts, email: taken, password: password(PASSWORD) }))).toBe(
      'EMAIL_TAKEN',
    );
    expect(codeOf(await register('Doc', code))).toBe('OK');
  });

  test('spares the hash where the invitation is not valid', async () => {
    const { passwords, register } = await openInvited();
    const hash = vi.spyOn(passwords, 'hash');
    await register('Doc');
    expect(hash).not.toHaveBeenCalled();
  });

  test('keeps the code nowhere', async () => {
    const { clock, invite, storage } = await openInvited();
    const code = await invite('Doc');
    const [kept] = await storage.read.invitations.issuedFrom(clock.now(), 10);
    expect(kept?.digest).toBe(`digest of ${code}`);
    expect(kept?.usedBy).toBeUndefined();
  });
});
