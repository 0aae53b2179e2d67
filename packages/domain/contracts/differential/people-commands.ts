import type { SessionDigest } from '@health-case/domain/model/account';
import { loginOf } from '@health-case/domain/model/throttle';
import { HOUR } from '@health-case/domain/model/values';
import fc from 'fast-check';
import { command } from './command.ts';
import { accountIds, hasRoomFor, type Known, pick, pickId, somebody } from './known.ts';
import { address, email, idempotencyKey, nth, password, personName, role, span } from './values.ts';

const requestId = 'a request';

/** Somebody's address, or one that may be nobody's. */
const whose = fc.record({ nth, email });
const emailOf = (known: Known, given: { nth: number; email: string }) =>
  pick(known.accounts, given.nth)?.email ?? (given.email as never);

const person = fc.record({ firstName: personName, lastName: personName, email, password, role });

/** Notes the limits and keys that a call leaves behind; says whether there is room for them. */
const takesRoom = (known: Known, throttles: readonly string[], retry?: string): boolean => {
  if (!hasRoomFor(known.throttles, ...throttles)) return false;
  if (retry !== undefined && !hasRoomFor(known.retries, retry)) return false;
  for (const key of throttles) known.throttles.add(key);
  if (retry !== undefined && !known.retries.has(retry)) known.retries.set(retry, new Set());
  return true;
};

const loginKeys = (address: string, email: string) => [loginOf(email as never), `logins from ${address}`];

export const peopleCommands = [
  command('registerAccount', fc.record({ person, code: nth, address, idempotencyKey }), (data, { known }) => {
    const input = { ...data.person, invitation: pick(known.codes, data.code), address: data.address, requestId };
    const retry = data.idempotencyKey && JSON.stringify([data.person.email, data.idempotencyKey]);
    if (!takesRoom(known, [`registrations from ${data.address}`], retry)) return undefined;
    return {
      run: ({ app }) => app.registerAccount({ ...input, idempotencyKey: data.idempotencyKey }),
      learn: (account) => known.accounts.some(({ id }) => id === account.id) || known.accounts.push(account),
    };
  }),
  command('logIn', fc.record({ whose, password, address }), (data, { known }) => {
    const input = { email: emailOf(known, data.whose), password: data.password, address: data.address, requestId };
    if (!hasRoomFor(known.sessions, 'another')) return undefined;
    if (!takesRoom(known, loginKeys(data.address, input.email))) return undefined;
    return {
      run: ({ app }) => app.logIn(input),
      learn: ({ token }) => {
        known.tokens.push(token);
        known.sessions.add(`digest of ${token}` as never);
      },
    };
  }),
  command('resumeSession', nth, (data, { known }) => ({
    run: ({ app }) => app.resumeSession(pick(known.tokens, data) ?? (data % 2 ? 'token-999' : 'no token')),
  })),
  command('logOut', nth, (data, { known }) => {
    const session = pick([...known.sessions], data) ?? ('gone' as SessionDigest);
    return { run: ({ app }) => app.logOut({ session, requestId }) };
  }),
  command(
    'changePassword',
    fc.record({ nth, session: nth, password, newPassword: password, address }),
    (data, { known }) => {
      const actor = somebody(known, data.nth);
      if (!actor || !takesRoom(known, loginKeys(data.address, actor.email))) return undefined;
      const { password, newPassword, address } = data;
      const session = pick([...known.sessions], data.session) ?? ('gone' as SessionDigest);
      return { run: ({ app }) => app.changePassword({ actor, session, password, newPassword, address, requestId }) };
    },
  ),
  command('linkAssistant', fc.record({ by: nth, doctor: nth, whose, address, idempotencyKey }), (data, { known }) => {
    const actor = somebody(known, data.by, ...(data.by % 8 ? (['Doc'] as const) : []));
    const retry = data.idempotencyKey && JSON.stringify([actor?.id, data.idempotencyKey]);
    if (!actor || !takesRoom(known, [`misses of ${actor.id}`], retry)) return undefined;
    const doctorId = data.doctor % 4 ? actor.id : pickId(accountIds(known), data.doctor);
    const assistant = data.whose.nth % 4 ? somebody(known, data.whose.nth, 'Ast') : undefined;
    const input = {
      actor,
      doctorId,
      email: assistant?.email ?? emailOf(known, data.whose),
      address: data.address,
      requestId,
    };
    return { run: ({ app }) => app.linkAssistant({ ...input, idempotencyKey: data.idempotencyKey }) };
  }),
  command('unlinkAssistant', fc.record({ by: nth, assistant: nth }), (data, { known }) => {
    const actor = somebody(known, data.by, ...(data.by % 8 ? (['Doc'] as const) : []));
    const assistantId = somebody(known, data.assistant, 'Ast')?.id ?? pickId(accountIds(known), data.assistant);
    return actor && { run: ({ app }) => app.unlinkAssistant({ actor, doctorId: actor.id, assistantId, requestId }) };
  }),
];

export const operatorCommands = [
  command('createAccount', person, (input, { known }) => ({
    run: ({ operator }) => operator.createAccount({ ...input, requestId }),
    learn: (account) => known.accounts.push(account),
  })),
  ...(['disableAccount', 'enableAccount', 'endSessions', 'unlockLogin'] as const).map((name) =>
    command(name, whose, (data, { known }) => ({
      run: async ({ operator }) => operator[name]({ email: emailOf(known, data), requestId }),
    })),
  ),
  command('setPassword', fc.record({ whose, newPassword: password }), (data, { known }) => ({
    run: ({ operator }) =>
      operator.setPassword({ email: emailOf(known, data.whose), newPassword: data.newPassword, requestId }),
  })),
  command('issueInvitation', fc.record({ role, hours: fc.nat({ max: 30 }) }), (data, { known }) => ({
    run: ({ operator }) => operator.issueInvitation({ role: data.role, validFor: data.hours * HOUR, requestId }),
    learn: (code) => {
      known.codes.push(code);
      known.invitations.add(`digest of ${code}` as never);
    },
  })),
  command('the clock goes on', span, (data) => ({
    run: async ({ clock }) => {
      clock.advance(data);
      return { ok: true, value: clock.now() };
    },
  })),
  command('the noted is written', fc.constant(undefined), () => ({ run: (side) => side.writeNoted() })),
];
