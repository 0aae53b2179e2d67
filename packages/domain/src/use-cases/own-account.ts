import { type Password, type PasswordAttempt, PROFILE, type Profile } from '../model/account.ts';
import type { EmailAddress } from '../model/email.ts';
import { type NoticeChoice, timeOf, topicsOf } from '../model/notice.ts';
import { mostOf } from '../model/throttle.ts';
import { DAY } from '../model/values.ts';
import type { Reads } from '../ports/storage.ts';
import { ok, refuse } from '../result.ts';
import { tellManagers } from './confirmed-accounts.ts';
import {
  codeLimits,
  endAccess,
  isProven,
  knownNetwork,
  lockOwn,
  mailingLimits,
  moveTo,
  ownLimits,
  provePassword,
  stillProven,
  validCode,
} from './credentials.ts';
import type { Caller, ClientAddress, Platform } from './declaration.ts';
import { putMail, unreached } from './mails.ts';
import { command, query } from './runner.ts';

const describeAccount = query({
  run: async ({ actor }: Caller) => ok(actor),
  audit: 'own account',
});

type ChangeProfile = Caller & { readonly [Name in keyof Profile]?: Profile[Name] | undefined };

/** Changes what is given. */
const changeProfile = command({
  run: async ({ actor, ...given }: ChangeProfile, { accounts, notices }) => {
    // Locked: of two changes at once, each keeps what the other has set.
    const known = await accounts.credentialsOf(actor.id);
    // It was erased meanwhile.
    if (!known) return ok(undefined);
    const profile = PROFILE.map((name) => [name, given[name] ?? known.account[name]]);
    await accounts.setProfile(actor.id, Object.fromEntries(profile) as Profile);
    if (given.notices) await notices.choose(actor.id, []);
    return ok(undefined);
  },
  audit: { action: 'account changed', on: ({ actor }) => actor.id },
});

/** D-43: when the caller is told of what. */
const showNotices = query({
  run: async ({ actor }: Caller, { notices }) => {
    const choices = await notices.choicesOf(actor.id);
    return ok(topicsOf(actor).map((topic): NoticeChoice => ({ topic, time: timeOf(actor, choices, topic) })));
  },
  audit: 'own account',
});

/** What is chosen as it is without a choice is not kept. */
const chooseNotices = command({
  run: async ({ actor, choices }: Caller & { readonly choices: readonly NoticeChoice[] }, stores) => {
    await lockOwn(actor, stores);
    const isKept = ({ topic, time }: NoticeChoice) =>
      topicsOf(actor).includes(topic) && time !== timeOf(actor, [], topic);
    return ok(await stores.notices.choose(actor.id, choices.filter(isKept)));
  },
  audit: { action: 'account changed', on: ({ actor }) => actor.id },
});

type ChangePassword = ClientAddress & Caller & { readonly password: PasswordAttempt; readonly newPassword: Password };

/** D-09: ends all other sessions, forgets all other networks, keeps passkeys (D-38). Of two at once one succeeds. */
const changePassword = command({
  prepare: async (input: ChangePassword, reads, ports) => {
    const known = await provePassword(input, reads, ports);
    if (!known.ok) return known;
    if (await ports.commonPasswords.includes(input.newPassword)) return refuse('PASSWORD_COMMON');
    return ok({ known: known.value, newHash: await ports.passwords.hash(input.newPassword) });
  },
  run: async ({ actor, session, address }: ChangePassword, stores, ports) => {
    const { accountCodes, accounts, knownNetworks, sessions } = stores;
    const current = await stillProven(ports.prepared.known, stores);
    if (!current.ok) return current;
    await accounts.setPassword(actor.id, ports.prepared.newHash);
    await sessions.endOthers(actor.id, session);
    // Whoever reads the mails of the address can still say that the account is not theirs (D-28).
    await accountCodes.removeAll(actor.id, 'proof');
    await endAccess(current.value.account, stores);
    await knownNetworks.save(knownNetwork(actor, address, ports.clock.now()));
    await putMail('password changed', { accountId: actor.id }, stores, ports);
    return ok(undefined);
  },
  outdated: 'PASSWORD_WRONG',
  audit: { action: 'password changed', on: ({ actor }) => actor.id },
  limits: ownLimits,
});

type ChangeEmail = ClientAddress & Caller & { readonly email: EmailAddress; readonly password: PasswordAttempt };

/** Failed logins are counted by address, so each change begins a new count. */
const CHANGES_PER_DAY = 20;

/** Whether another account has the address is told only to whoever reads its mails. */
const changeEmail = command({
  prepare: (input: ChangeEmail, reads: Reads, ports: Platform) => provePassword(input, reads, ports),
  run: async ({ actor, email }: ChangeEmail, stores, ports) => {
    const current = await stillProven(ports.prepared, stores);
    if (!current.ok) return current;
    await putMail('new address', { accountId: actor.id, to: email }, stores, ports);
    // To the present one, also if the new one is confirmed before it is sent.
    await putMail('address wanted', { accountId: actor.id, to: current.value.account.email }, stores, ports);
    return ok(undefined);
  },
  outdated: 'PASSWORD_WRONG',
  audit: { action: 'address change requested', on: ({ actor }) => actor.id },
  idempotency: { fields: ['email'], answerAgain: async () => ok(undefined) },
  limits: {
    ...ownLimits,
    of: (input, ports) => [...ownLimits.of(input, ports), ...mailingLimits('address changes', input, ports)],
  },
});

/** Tells the old address, if it is proven: any other may be anybody's, and was told when the change was asked for. */
const confirmEmail = command({
  run: async ({ actor, code }: ClientAddress & Caller & { readonly code: string }, stores, ports) => {
    const found = await validCode('address', code, stores, ports);
    if (found?.accountId !== actor.id) return refuse('CODE_INVALID');
    const { account = actor } = (await stores.accounts.credentialsOf(actor.id)) ?? {};
    const changed = await moveTo(actor.id, found.email, ports.clock.now(), stores);
    if (!changed.ok) return changed;
    if (isProven(account, ports))
      await putMail('address changed', { accountId: actor.id, to: account.email }, stores, ports);
    await putMail('address changed', { accountId: actor.id }, stores, ports);
    await tellManagers({ ...account, provenAt: ports.clock.now() }, stores, ports);
    return ok(undefined);
  },
  audit: { action: 'address changed', on: ({ actor }) => actor.id },
  limits: {
    ...codeLimits,
    of: (input, ports) => [
      mostOf(`addresses of ${input.actor.id}`, DAY, CHANGES_PER_DAY),
      ...codeLimits.of(input, ports),
    ],
  },
});

const showUnreached = query({
  run: async ({ actor }: Caller, reads) => {
    const refused = await unreached(actor, reads);
    return ok(refused && { at: refused.at, email: actor.email });
  },
  audit: 'own account',
});

export const ownAccountUseCases = {
  changeEmail,
  changePassword,
  changeProfile,
  confirmEmail,
  chooseNotices,
  describeAccount,
  showNotices,
  showUnreached,
};
