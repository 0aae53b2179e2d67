import {
  type Account,
  LANGUAGES,
  NOTICES,
  parseCode,
  parseLanguage,
  parseNotices,
} from '@health-case/domain/model/account';
import { z } from 'zod';
import { done, endpoints, nothing, one, reader, role } from '../endpoint.ts';
import * as field from '../fields.ts';

// The people of the examples, who register and log in one after another.
export const GRETA = { email: 'greta@example.org', password: 'vT9#mossy-lantern' };
export const NOOR = { email: 'noor@example.org', password: 'rB6-quiet-harbour' };
export const JAN = { email: 'jan@example.org', password: 'kW4!paper-rainbow' };

/** The refusals of a call that takes the present password. */
export const PASSWORD_AGAIN = {
  PASSWORD_WRONG: 'The present password is another.',
  THROTTLED: 'Too many tries failed for this account or from this client address, or it made too many calls.',
};
const NO_CODE = 'The code is wrong, or was used, replaced by a newer one, or is older than 30 minutes.';

const invitation = field.field(parseCode, 'The code of an invitation, where registering in this role takes one.', {
  minLength: 1,
  maxLength: field.BODY_LIMIT,
});
const IN_LANGUAGE = 'In which mails to the account are written (ISO 639-1).';
const language = field.field(parseLanguage, IN_LANGUAGE);
const notices = field.field(
  parseNotices,
  'Which mails the account gets: all, or only those about security, such as who becomes a parent of its children.',
);

const [password, newPassword] = [field.passwordAttempt, field.password];

/** `through`: the variant. */
const registration = (through: 'A' | 'B') =>
  reader(
    {
      firstName: field.firstName,
      lastName: field.lastName,
      email: field.newEmail,
      password: field.password,
      role: field.role,
      invitation: invitation.optional(),
    },
    {},
    (given) => ({ ...given, through }),
  );

const ownAccount = one(
  z
    .object({
      ID: field.accountId.in,
      firstName: field.firstName.in,
      lastName: field.lastName.in,
      email: field.email.in,
      role,
      language: z.enum(LANGUAGES).meta({ description: IN_LANGUAGE }),
      notices: z.enum(NOTICES).meta({ description: 'Which mails it gets: all, or only those about security.' }),
      secondFactor: z.boolean().meta({ description: 'Whether its logins ask for a second factor.', examples: [false] }),
    })
    .meta({ id: 'Account' }),
  ({ id, firstName, lastName, email, role, language, notices, secondFactor }: Account) => {
    return { ID: id, firstName, lastName, email, role, language, notices, secondFactor };
  },
);

export const account = endpoints('Accounts', {
  /** As variant B has it. */
  registerAccount: {
    summary: 'Register an account',
    description:
      'For a doctor, an assistant or a parent. The operator may ask for an invitation from the first two, or have them confirmed before they can do more than log in. Whoever has the address is told by mail.',
    request: registration('B'),
    answer: done,
    anyone: true,
    retriable: true,
    examples: {
      doctor: { firstName: 'Greta', lastName: 'Holm', ...GRETA, role: 'Doc' },
      assistant: { firstName: 'Noor', lastName: 'Bakker', ...NOOR, role: 'Ast' },
      parent: { firstName: 'Jan', lastName: 'Jansen', ...JAN, role: 'Par' },
    },
    refused: {
      EMAIL_TAKEN: 'There is an account with this address, in whichever variant it was registered.',
      INVITATION_INVALID: 'This role takes an invitation here, and none that is valid was sent.',
      PASSWORD_COMMON: 'The password is known from leaks.',
      THROTTLED: 'Too many registrations came from this client address.',
    },
  },
  describeAccount: {
    summary: 'Show the account behind the session',
    description: 'Its id, names, e-mail address and role, how it wants its mails, and whether it has a second factor.',
    request: nothing,
    answer: ownAccount,
    spared: { confirmation: true, secondFactor: true },
  },
  changeProfile: {
    summary: 'Change the names, or how mails are written',
    description: 'Changes what is given.',
    request: reader({
      firstName: field.firstName.optional(),
      lastName: field.lastName.optional(),
      language: language.optional(),
      notices: notices.optional(),
    }),
    spared: { confirmation: true },
    examples: { parent: { language: 'nl', notices: 'security' } },
  },
  changePassword: {
    summary: 'Change the password',
    description: 'Ends every other session of the account.',
    request: reader({ password, newPassword }),
    spared: { callLimit: true, confirmation: true },
    examples: { parent: { password: JAN.password, newPassword: 'hD2%winter-orchard' } },
    refused: { PASSWORD_COMMON: 'The new password is known from leaks.', ...PASSWORD_AGAIN },
  },
  changeEmail: {
    summary: 'Ask to change the e-mail address',
    description: 'The new address gets a code by mail, which is valid for 30 minutes.',
    request: reader({ email: field.newEmail, password }),
    spared: { confirmation: true },
    examples: { parent: { email: 'jan.jansen@example.org', password: JAN.password } },
    retriable: true,
    refused: PASSWORD_AGAIN,
  },
  confirmEmail: {
    summary: 'Change the e-mail address, by the code',
    description: 'From then on the account logs in by the new address. The old one gets a notice.',
    request: reader({ code: field.code }),
    spared: { confirmation: true },
    refused: {
      CODE_INVALID: `${NO_CODE} The code may be of another account.`,
      EMAIL_TAKEN: 'Meanwhile another account has the address.',
      THROTTLED: 'Too many codes were wrong from this client address, or the account made too many calls.',
    },
  },
  requestReset: {
    summary: 'Ask for a new password',
    description:
      'An account with this address gets a code by mail, which is valid for 30 minutes. Without such an account the reply is the same.',
    request: reader({ email: field.email }),
    anyone: true,
    examples: { assistant: { email: NOOR.email } },
    retriable: true,
    refused: { THROTTLED: 'Too many codes were asked for, for this address or from this client address.' },
  },
  confirmReset: {
    summary: 'Set a new password, by the code',
    description:
      'Ends all sessions and passkeys of the account. With a second factor it takes otp, too; but where the code is the first proof of the address, it turns the factor off instead.',
    request: reader({ code: field.code, newPassword, otp: field.otp.optional() }),
    answer: done,
    anyone: true,
    refused: {
      CODE_INVALID: `${NO_CODE} Or otp is wrong.`,
      PASSWORD_COMMON: 'The new password is known from leaks.',
      SECOND_FACTOR_REQUIRED: 'The code is right, and otp is missing.',
      THROTTLED: 'Too many tries failed with this code or from this client address.',
    },
  },
});

const ID = field.accountId.in;
export const registerInA = {
  ...account.registerAccount,
  request: registration('A'),
  answer: one(z.object({ role, ID }), ({ id, role }: Account) => ({ role, ID: id })),
};
