import type { Operations } from './operation.ts';

export const accountOperations: Pick<
  Operations,
  'logIn' | 'registerAccount' | 'describeAccount' | 'changePassword' | 'logOut'
> = {
  logIn: {
    tag: 'Accounts',
    summary: 'Log in',
    description: 'Answers the session that every further call sends along.',
    examples: {
      doctor: { email: 'greta@example.org', password: 'vT9#mossy-lantern' },
      assistant: { email: 'noor@example.org', password: 'rB6-quiet-harbour' },
      parent: { email: 'jan@example.org', password: 'kW4!paper-rainbow' },
    },
    refusals: {
      ACCOUNT_DISABLED: 'The password is right, and the operator has disabled the account.',
      CREDENTIALS_WRONG: 'The address is unknown or the password wrong; which of the two is not told.',
      THROTTLED: 'Too many logins failed for this account or from this client address.',
    },
  },
  registerAccount: {
    tag: 'Accounts',
    summary: 'Register an account',
    description: 'For a doctor, an assistant or a parent. The operator may ask for an invitation from the first two.',
    retriable: true,
    examples: {
      doctor: {
        firstName: 'Greta',
        lastName: 'Holm',
        email: 'greta@example.org',
        password: 'vT9#mossy-lantern',
        role: 'Doc',
      },
      assistant: {
        firstName: 'Noor',
        lastName: 'Bakker',
        email: 'noor@example.org',
        password: 'rB6-quiet-harbour',
        role: 'Ast',
      },
      parent: {
        firstName: 'Jan',
        lastName: 'Jansen',
        email: 'jan@example.org',
        password: 'kW4!paper-rainbow',
        role: 'Par',
      },
    },
    refusals: {
      EMAIL_TAKEN: 'There is an account with this address, in whichever variant it was registered.',
      INVITATION_INVALID: 'This role takes an invitation here, and none that is valid was sent.',
      PASSWORD_COMMON: 'The password is known from leaks.',
      THROTTLED: 'Too many registrations came from this client address.',
    },
  },
  describeAccount: { tag: 'Accounts', summary: 'Show the account behind the session', refusals: {} },
  changePassword: {
    tag: 'Accounts',
    summary: 'Change the password',
    description: 'Ends every other session of the account.',
    examples: { parent: { password: 'kW4!paper-rainbow', newPassword: 'hD2%winter-orchard' } },
    refusals: {
      PASSWORD_COMMON: 'The new password is known from leaks.',
      PASSWORD_WRONG: 'The present password is another.',
      THROTTLED: 'Too many tries failed for this account or from this client address, or it made too many calls.',
    },
  },
  logOut: { tag: 'Accounts', summary: 'End the session', refusals: {} },
};
