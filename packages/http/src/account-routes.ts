import type { Application } from '@health-case/domain/application';
import { type Account, LANGUAGES, NOTICES } from '@health-case/domain/model/account';
import type { Login } from '@health-case/domain/use-cases/logins';
import { z } from 'zod';
import { done, isoOf, list, one, role } from './answers.ts';
import * as field from './fields.ts';
import { nothing, paging, reader } from './requests.ts';
import { anyone, type Route, route, session } from './route.ts';

// The calls about one's own account, of both variants.

const [password, newPassword, otp, code] = [field.passwordAttempt, field.password, field.otp, field.code];
const passwordChange = reader({ password, newPassword });
const profileChange = reader({
  firstName: field.firstName.optional(),
  lastName: field.lastName.optional(),
  language: field.language.optional(),
  notices: field.notices.optional(),
});
const emailChange = reader({ email: field.newEmail, password });
const codeOfMail = reader({ code });
const reset = reader({ email: field.email });
const resetWithCode = reader({ code, newPassword, otp: otp.optional() });
const loginList = reader(paging(field.loginId), {}, (paging) => ({ paging }));
const oneLogin = reader({}, { LoginID: [field.loginId, 'LOGIN_NOT_FOUND'] } as const, (_, { LoginID }) => ({
  login: LoginID,
}));
const passwordAgain = reader({ password });
const oneTimePassword = reader({ otp });
const factorRemoval = reader({ password, otp });

const [firstName, lastName] = [field.firstName.in, field.lastName.in];

const ownAccount = one(
  z
    .object({
      ID: field.accountId.in,
      firstName,
      lastName,
      email: field.email.in,
      role,
      language: z.enum(LANGUAGES).meta({ description: 'In which mails to the account are written (ISO 639-1).' }),
      notices: z.enum(NOTICES).meta({ description: 'Which mails it gets: all, or only those about security.' }),
      secondFactor: z.boolean().meta({ description: 'Whether its logins ask for a second factor.', examples: [false] }),
    })
    .meta({ id: 'Account' }),
  ({ id, firstName, lastName, email, role, language, notices, secondFactor }: Account) => {
    return { ID: id, firstName, lastName, email, role, language, notices, secondFactor };
  },
);

const logins = list(
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
);

const factorOffered = one(
  z.object({ secret: field.factorSecret, uri: field.factorUri }).meta({ id: 'OfferedFactor' }),
  ({ secret, uri }: { readonly secret: string; readonly uri: string }) => ({ secret, uri }),
);
const factorConfirmed = one(
  z.object({ recoveryCodes: z.array(field.recoveryCode) }).meta({ id: 'RecoveryCodes' }),
  ({ recoveryCodes }: { readonly recoveryCodes: readonly string[] }) => ({ recoveryCodes: [...recoveryCodes] }),
);

// biome-ignore format: a table is read by its columns
export const accountRoutes = (app: Application): readonly Route[] => [
  route('GET',    '/api/Auth/me',              session, nothing,           app.describeAccount, ownAccount),
  route('POST',   '/api/Auth/me',              session, profileChange,     app.changeProfile,   done),
  route('POST',   '/api/Auth/logout',          session, nothing,           app.logOut,          done),
  route('POST',   '/api/Auth/password',        session, passwordChange,    app.changePassword,  done),
  route('POST',   '/api/Auth/email',           session, emailChange,       app.changeEmail,     done),
  route('POST',   '/api/Auth/email/confirm',   session, codeOfMail,        app.confirmEmail,    done),
  route('POST',   '/api/Auth/reset',           anyone,  reset,             app.requestReset,    done),
  route('POST',   '/api/Auth/reset/confirm',   anyone,  resetWithCode,     app.confirmReset,    done),
  route('GET',    '/api/Auth/logins',          session, loginList,         app.listLogins,      logins),
  route('DELETE', '/api/Auth/logins/:LoginID', session, oneLogin,          app.endLogin,        done),
  route('POST',   '/api/Auth/factor',          session, passwordAgain,     app.offerFactor,     factorOffered),
  route('POST',   '/api/Auth/factor/confirm',  session, oneTimePassword,   app.confirmFactor,   factorConfirmed),
  route('DELETE', '/api/Auth/factor',          session, factorRemoval,     app.removeFactor,    done),
];
