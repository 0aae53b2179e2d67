import type { accountUseCases } from '@health-case/domain/use-cases/accounts';
import type { loginUseCases } from '@health-case/domain/use-cases/logins';
import type { ownAccountUseCases } from '@health-case/domain/use-cases/own-account';
import type { resetUseCases } from '@health-case/domain/use-cases/resets';
import type { secondFactorUseCases } from '@health-case/domain/use-cases/second-factors';
import { type Operations, operation } from './operation.ts';

// The people of the examples, who register and log in one after another.
const GRETA = { email: 'greta@example.org', password: 'vT9#mossy-lantern' };
export const NOOR = { email: 'noor@example.org', password: 'rB6-quiet-harbour' };
const JAN = { email: 'jan@example.org', password: 'kW4!paper-rainbow' };

/** The refusals of a call that takes the present password. */
const PASSWORD_AGAIN = {
  PASSWORD_WRONG: 'The present password is another.',
  THROTTLED: 'Too many tries failed for this account or from this client address, or it made too many calls.',
};
const NO_CODE = 'The code is wrong, or was used, replaced by a newer one, or is older than 30 minutes.';

type Names = keyof (typeof accountUseCases &
  typeof loginUseCases &
  typeof ownAccountUseCases &
  typeof resetUseCases &
  typeof secondFactorUseCases);

export const ACCOUNT_OPERATIONS: Pick<Operations, Names> = {
  logIn: operation('Accounts', 'Log in', {
    description: 'Answers the session that every further call sends along.',
    examples: { doctor: GRETA, assistant: NOOR, parent: JAN },
    ACCOUNT_DISABLED: 'The password is right, and the operator has disabled the account.',
    CREDENTIALS_WRONG: 'The address is unknown, or the password or otp wrong; which of them is not told.',
    SECOND_FACTOR_REQUIRED: 'The password is right, and otp is missing.',
    THROTTLED: 'Too many logins failed for this account or from this client address.',
  }),
  registerAccount: operation('Accounts', 'Register an account', {
    description:
      'For a doctor, an assistant or a parent. The operator may ask for an invitation from the first two. Whoever has the address is told by mail.',
    retriable: true,
    examples: {
      doctor: { firstName: 'Greta', lastName: 'Holm', ...GRETA, role: 'Doc' },
      assistant: { firstName: 'Noor', lastName: 'Bakker', ...NOOR, role: 'Ast' },
      parent: { firstName: 'Jan', lastName: 'Jansen', ...JAN, role: 'Par' },
    },
    EMAIL_TAKEN: 'There is an account with this address, in whichever variant it was registered.',
    INVITATION_INVALID: 'This role takes an invitation here, and none that is valid was sent.',
    PASSWORD_COMMON: 'The password is known from leaks.',
    THROTTLED: 'Too many registrations came from this client address.',
  }),
  describeAccount: operation('Accounts', 'Show the account behind the session', {
    description: 'Its id, names, e-mail address and role, how it wants its mails, and whether it has a second factor.',
  }),
  changeProfile: operation('Accounts', 'Change the names, or how mails are written', {
    description: 'Changes what is given.',
    examples: { parent: { language: 'nl', notices: 'security' } },
  }),
  changePassword: operation('Accounts', 'Change the password', {
    description: 'Ends every other session of the account.',
    examples: { parent: { password: JAN.password, newPassword: 'hD2%winter-orchard' } },
    PASSWORD_COMMON: 'The new password is known from leaks.',
    ...PASSWORD_AGAIN,
  }),
  changeEmail: operation('Accounts', 'Ask to change the e-mail address', {
    description: 'The new address gets a code by mail, which is valid for 30 minutes.',
    examples: { parent: { email: 'jan.jansen@example.org', password: JAN.password } },
    ...PASSWORD_AGAIN,
  }),
  confirmEmail: operation('Accounts', 'Change the e-mail address, by the code', {
    description: 'From then on the account logs in by the new address. The old one gets a notice.',
    CODE_INVALID: `${NO_CODE} The code may be of another account.`,
    EMAIL_TAKEN: 'Meanwhile another account has the address.',
    THROTTLED: 'Too many codes were wrong from this client address, or the account made too many calls.',
  }),
  requestReset: operation('Accounts', 'Ask for a new password', {
    description:
      'An account with this address gets a code by mail, which is valid for 30 minutes. Without such an account the reply is the same.',
    examples: { assistant: { email: NOOR.email } },
    THROTTLED: 'Too many codes were asked for, for this address or from this client address.',
  }),
  confirmReset: operation('Accounts', 'Set a new password, by the code', {
    description:
      'Ends all sessions and passkeys of the account. With a second factor it takes otp, too; but where the code is the first proof of the address, it turns the factor off instead.',
    CODE_INVALID: `${NO_CODE} Or otp is wrong.`,
    PASSWORD_COMMON: 'The new password is known from leaks.',
    SECOND_FACTOR_REQUIRED: 'The code is right, and otp is missing.',
    THROTTLED: 'Too many tries failed with this code or from this client address.',
  }),
  listLogins: operation('Accounts', 'List the sessions of the account', {
    description: 'In the order of their ids. An id names a session to its owner, and nobody can call by it.',
  }),
  endLogin: operation('Accounts', 'End a session of the account', {
    description: 'This one or another.',
    retriable: true,
    LOGIN_NOT_FOUND: 'The account has no such session, or it has ended.',
  }),
  offerFactor: operation('Accounts', 'Begin to turn on a second factor', {
    description:
      'Answers the secret for an app that makes one-time passwords (TOTP, RFC 6238). It counts once it is confirmed.',
    ...PASSWORD_AGAIN,
    SECOND_FACTOR_ON: 'The account has one.',
  }),
  confirmFactor: operation('Accounts', 'Turn on the second factor', {
    description: 'Answers ten recovery codes, which cannot be had again. From then on a login takes otp, too.',
    CODE_INVALID: 'otp is not what the app shows, or no secret was asked for.',
    SECOND_FACTOR_ON: 'The account has one.',
    THROTTLED: 'Too many one-time passwords were wrong, or the account made too many calls.',
  }),
  removeFactor: operation('Accounts', 'Turn off the second factor', {
    description: 'Without a second factor, nothing happens.',
    CODE_INVALID: 'otp is wrong, or was used before.',
    ...PASSWORD_AGAIN,
  }),
  logOut: operation('Accounts', 'End the session', { description: 'Other sessions of the account go on.' }),
};
