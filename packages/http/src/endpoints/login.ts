import type { Account, SessionToken } from '@health-case/domain/model/account';
import type { Login } from '@health-case/domain/use-cases/logins';
import { z } from 'zod';
import { done, endpoints, isoOf, list, nothing, one, paging, reader, role } from '../endpoint.ts';
import * as field from '../fields.ts';
import { GRETA, JAN, NOOR, PASSWORD_AGAIN } from './account.ts';

const { passwordAttempt: password, otp } = field;

export const login = endpoints('Accounts', {
  logIn: {
    summary: 'Log in',
    description: 'Answers the session that every further call sends along.',
    request: reader({ email: field.email, password, otp: otp.optional() }),
    /** D-16. */
    answer: one(
      z
        .object({ id: field.sessionId, firstName: field.firstName.in, lastName: field.lastName.in, role })
        .meta({ id: 'Session' }),
      ({ token, account: { firstName, lastName, role } }: { token: SessionToken; account: Account }) => {
        return { id: token, firstName, lastName, role };
      },
    ),
    anyone: true,
    examples: { doctor: GRETA, assistant: NOOR, parent: JAN },
    refused: {
      ACCOUNT_DISABLED: 'The password is right, and the operator has disabled the account.',
      CREDENTIALS_WRONG: 'The address is unknown, or the password or otp wrong; which of them is not told.',
      SECOND_FACTOR_REQUIRED: 'The password is right, and otp is missing.',
      THROTTLED: 'Too many logins failed for this account or from this client address.',
    },
  },
  listLogins: {
    summary: 'List the sessions of the account',
    description: 'In the order of their ids. An id names a session to its owner, and nobody can call by it.',
    request: reader(paging(field.loginId), {}, (paging) => ({ paging })),
    answer: list(
      z
        .object({
          LoginID: field.loginId.in,
          startedAt: field.instant,
          lastUsedAt: field.instant,
          current: z.boolean().meta({ description: 'Whether this call was made in it.', examples: [true] }),
        })
        .meta({ id: 'Login' }),
      ({ id, startedAt, lastUsedAt, isCurrent }: Login) => {
        return { LoginID: id, startedAt: isoOf(startedAt), lastUsedAt: isoOf(lastUsedAt), current: isCurrent };
      },
    ),
    spared: { confirmation: true },
  },
  endLogin: {
    summary: 'End a session of the account',
    description: 'This one or another.',
    request: reader({}, { LoginID: [field.loginId, 'LOGIN_NOT_FOUND', 'login'] }),
    spared: { confirmation: true },
    retriable: true,
    refused: { LOGIN_NOT_FOUND: 'The account has no such session, or it has ended.' },
  },
  logOut: {
    summary: 'End the session',
    description: 'Other sessions of the account go on.',
    request: nothing,
    answer: done,
    spared: { callLimit: true, confirmation: true, secondFactor: true },
  },
  offerFactor: {
    summary: 'Begin to turn on a second factor',
    description:
      'Answers the secret for an app that makes one-time passwords (TOTP, RFC 6238). It counts once it is confirmed.',
    request: reader({ password }),
    answer: one(
      z.object({ secret: field.factorSecret, uri: field.factorUri }).meta({ id: 'OfferedFactor' }),
      ({ secret, uri }: { readonly secret: string; readonly uri: string }) => ({ secret, uri }),
    ),
    spared: { confirmation: true, secondFactor: true },
    refused: { ...PASSWORD_AGAIN, SECOND_FACTOR_ON: 'The account has one.' },
  },
  confirmFactor: {
    summary: 'Turn on the second factor',
    description: 'Answers ten recovery codes, which cannot be had again. From then on a login takes otp, too.',
    request: reader({ otp }),
    answer: one(
      z.object({ recoveryCodes: z.array(field.recoveryCode) }).meta({ id: 'RecoveryCodes' }),
      ({ recoveryCodes }: { readonly recoveryCodes: readonly string[] }) => ({ recoveryCodes: [...recoveryCodes] }),
    ),
    spared: { confirmation: true, secondFactor: true },
    refused: {
      CODE_INVALID: 'otp is not what the app shows, or no secret was asked for.',
      SECOND_FACTOR_ON: 'The account has one.',
      THROTTLED: 'Too many one-time passwords were wrong, or the account made too many calls.',
    },
  },
  removeFactor: {
    summary: 'Turn off the second factor',
    description: 'Without a second factor, nothing happens.',
    request: reader({ password, otp }),
    spared: { confirmation: true },
    refused: { CODE_INVALID: 'otp is wrong, or was used before.', ...PASSWORD_AGAIN },
  },
});

/** D-25: for a login by GET, with which many clients can send no body. */
export const logInByGet = { ...login.logIn, request: { ...login.logIn.request, takesBasic: true } };
