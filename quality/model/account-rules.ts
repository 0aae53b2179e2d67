import { type Call, type CallName, ID, normalEmail } from './calls.ts';
import { oneTimePassword } from './one-time-password.ts';
import { COMMON_PASSWORD } from './people-rules.ts';
import type { Account, Letter, Rule, World } from './world.ts';
import * as worlds from './world.ts';

const { accountAt, afterFactor, find, INSTANT, trimmed, withAccount, withLetter, withoutCodes } = worlds;

const tokenOf = ({ session, bearer }: Call): string => session ?? bearer ?? '';

/** The account without the sessions; those that are unknown have an empty text. */
const without = ({ sessions, ended }: Account, ends: (session: string) => boolean) => ({
  sessions: sessions.filter((one) => !ends(one)),
  ended: [...ended, ...sessions.filter((one) => one !== '' && ends(one))],
});

/** The mail whose code is given, while the code works. */
const letterOf = ({ letters }: World, purpose: Letter['purpose'], code = ''): Letter | undefined =>
  letters.find((one) => one.live && one.purpose === purpose && one.code === code.trim().toLowerCase());

/** One step of clock drift either way (D-29), and some more in which a call may have been on its way. */
const STEPS = [-4, -3, -2, -1, 0, 1];
const isShownBy = (secret: string, otp: string): boolean =>
  STEPS.some((later) => oneTimePassword(secret, later) === otp);

const RECOVERY_CODES = Array(10).fill(/^[0-9a-f]{4}(-[0-9a-f]{4}){7}$/);

/** What was offered for the password before is worth nothing any more. */
const turnedOn = ({ factor }: Account): Account['factor'] => (factor?.isOn ? factor : undefined);

/** A right password forgets wrong ones, but not those of an account with a second factor: only a login does. */
const proven = ({ factor, failures }: Account): Pick<Account, 'failures'> => ({
  failures: factor?.isOn ? failures : 0,
});

/** What the calls about one's own account answer and change. */
export const ACCOUNT_RULES = {
  describeAccount: ({ world, me, me: { id, firstName, lastName, email, role, chosen, factor } }) => {
    const names = { ID: id === '' ? ID : id, firstName, lastName, email, role };
    return {
      content: { ...names, ...chosen, secondFactor: factor?.isOn === true },
      next: ({ ID: given = '' }) => withAccount(world, me, { id: given }),
    };
  },
  changeProfile: ({ world, me, args: { firstName = me.firstName, lastName = me.lastName, ...chosen } }) => {
    const names = { firstName: trimmed(firstName), lastName: trimmed(lastName) };
    return {
      content: null,
      next: () => withAccount(world, me, { ...names, chosen: { ...me.chosen, ...chosen } }),
    };
  },
  logOut: ({ world, me, call }) => {
    return {
      content: null,
      next: () =>
        withAccount(
          world,
          me,
          without(me, (one) => one === tokenOf(call)),
        ),
    };
  },
  listLogins: ({ me, call, args }) => {
    const logins = me.sessions.map((session) => ({
      id: worlds.loginIdOf(session),
      current: session === tokenOf(call),
    }));
    const listed = worlds.page(logins, args).map(({ id, current }) => {
      return { LoginID: id, startedAt: INSTANT, lastUsedAt: INSTANT, current };
    });
    return { content: listed };
  },
  endLogin: ({ world, me, args: { LoginID } }) => {
    const isMeant = (one: string) => one !== '' && worlds.loginIdOf(one) === LoginID;
    if (!me.sessions.some(isMeant)) return 'LOGIN_NOT_FOUND';
    return { content: null, next: () => withAccount(world, me, without(me, isMeant)) };
  },
  changePassword: ({ world, me, call, args: { password, newPassword = '' } }) => {
    if (password !== me.password) return 'PASSWORD_WRONG';
    if (newPassword === COMMON_PASSWORD) return 'PASSWORD_COMMON';
    const left = { ...without(me, (one) => one !== tokenOf(call)), factor: turnedOn(me) };
    return { content: null, next: () => withAccount(world, me, { ...left, password: newPassword, ...proven(me) }) };
  },
  changeEmail: ({ world, me, args: { email = '', password } }) => {
    if (password !== me.password) return 'PASSWORD_WRONG';
    const letter = { account: me.id, purpose: 'address', to: normalEmail(email) } as const;
    return { content: null, next: () => withLetter(withAccount(world, me, proven(me)), letter) };
  },
  confirmEmail: ({ world, me, args: { code } }) => {
    const letter = letterOf(world, 'address', code);
    if (letter?.account !== me.id) return 'CODE_INVALID';
    if ((accountAt(world, letter.to) ?? me) !== me) return 'EMAIL_TAKEN';
    const moved = withAccount(world, me, { email: letter.to, failures: 0 });
    return { content: null, next: () => withoutCodes(moved, me) };
  },
  offerFactor: ({ world, me, args: { password } }) => {
    if (password !== me.password) return 'PASSWORD_WRONG';
    if (me.factor?.isOn) return 'SECOND_FACTOR_ON';
    return {
      content: { secret: /^[A-Z2-7]{32}$/, uri: /^otpauth:\/\/totp\/\S+$/ },
      next: ({ secret = '' }) =>
        withAccount(world, me, { failures: 0, factor: { secret, isOn: false, recoveryCodes: [] } }),
    };
  },
  confirmFactor: ({ world, me, me: { factor }, args: { otp = '' } }) => {
    if (factor?.isOn) return 'SECOND_FACTOR_ON';
    if (!factor || !isShownBy(factor.secret, otp)) return 'CODE_INVALID';
    return {
      content: { recoveryCodes: RECOVERY_CODES },
      // The one answer with a member that is no text.
      next: (given) => {
        const { recoveryCodes = [] } = given as { readonly recoveryCodes?: readonly string[] };
        return withAccount(world, me, { factor: { ...factor, isOn: true, recoveryCodes } });
      },
    };
  },
  removeFactor: ({ world, me, args: { password, otp } }) => {
    if (password !== me.password) return 'PASSWORD_WRONG';
    if (!afterFactor(me, otp)) return 'CODE_INVALID';
    // What is only offered stays so.
    const factor = me.factor?.isOn ? undefined : me.factor;
    return { content: null, next: () => withAccount(world, me, { ...proven(me), factor }) };
  },
  requestReset: ({ world, args: { email = '' } }) => {
    const account = accountAt(world, email);
    const letter = { account: account?.id ?? '', purpose: 'reset', to: normalEmail(email) } as const;
    return { content: null, next: () => (account ? withLetter(world, letter) : world) };
  },
  confirmReset: ({ world, args: { code, newPassword = '', otp } }) => {
    const account = find(world.accounts, letterOf(world, 'reset', code)?.account);
    if (!account) return 'CODE_INVALID';
    if (account.factor?.isOn && otp === undefined) return 'SECOND_FACTOR_REQUIRED';
    const proved = afterFactor(account, otp);
    if (!proved) return 'CODE_INVALID';
    if (newPassword === COMMON_PASSWORD) return 'PASSWORD_COMMON';
    const factor = turnedOn({ ...account, ...proved });
    const changed = { ...without(account, () => true), factor, password: newPassword };
    return { content: null, next: () => withoutCodes(withAccount(world, account, changed), account) };
  },
} as const satisfies Partial<Record<CallName, Rule>>;
