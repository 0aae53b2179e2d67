import { caseOperations } from './case-operations.ts';
import type { Operations } from './operation.ts';

// The people of the examples, who register and log in one after another.
const GRETA = { email: 'greta@example.org', password: 'vT9#mossy-lantern' };
const NOOR = { email: 'noor@example.org', password: 'rB6-quiet-harbour' };
const JAN = { email: 'jan@example.org', password: 'kW4!paper-rainbow' };
const NOT_A_DOCTOR = 'The path names no doctor.';

export const OPERATIONS: Operations = {
  logIn: {
    tag: 'Accounts',
    summary: 'Log in',
    description: 'Answers the session that every further call sends along.',
    examples: { doctor: GRETA, assistant: NOOR, parent: JAN },
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
      doctor: { firstName: 'Greta', lastName: 'Holm', ...GRETA, role: 'Doc' },
      assistant: { firstName: 'Noor', lastName: 'Bakker', ...NOOR, role: 'Ast' },
      parent: { firstName: 'Jan', lastName: 'Jansen', ...JAN, role: 'Par' },
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
    examples: { parent: { password: JAN.password, newPassword: 'hD2%winter-orchard' } },
    refusals: {
      PASSWORD_COMMON: 'The new password is known from leaks.',
      PASSWORD_WRONG: 'The present password is another.',
      THROTTLED: 'Too many tries failed for this account or from this client address, or it made too many calls.',
    },
  },
  logOut: { tag: 'Accounts', summary: 'End the session', refusals: {} },
  listDoctors: { tag: 'Doctors', summary: 'List all doctors', refusals: {} },
  listAssistants: {
    tag: 'Doctors',
    summary: "List a doctor's assistants",
    refusals: { DOCTOR_NOT_FOUND: NOT_A_DOCTOR },
  },
  listDoctorsChildren: {
    tag: 'Doctors',
    summary: 'List the children with cases assigned to a doctor',
    description:
      'Ongoing or finished cases; each child once. The doctor and their assistants see all, parents their own children.',
    refusals: {
      DOCTOR_NOT_FOUND: NOT_A_DOCTOR,
      ROLE_NOT_ALLOWED: "It is another doctor's list, or that of a doctor whom the assistant does not assist.",
    },
  },
  linkAssistant: {
    tag: 'Doctors',
    summary: 'Name an assistant',
    description: 'By the address of the account. Repeating it is no mistake.',
    retriable: true,
    examples: { assistant: { email: NOOR.email } },
    refusals: {
      ASSISTANT_NOT_FOUND: 'No assistant has registered with this address.',
      THROTTLED: 'This account named too many addresses without an assistant, or made too many calls.',
      DOCTOR_NOT_FOUND: NOT_A_DOCTOR,
      ROLE_NOT_ALLOWED: 'Only the doctor who is named in the path does this.',
    },
  },
  unlinkAssistant: {
    tag: 'Doctors',
    summary: 'Remove an assistant',
    refusals: {
      ASSISTANT_NOT_FOUND: 'The path names nobody who assists this doctor.',
      DOCTOR_NOT_FOUND: NOT_A_DOCTOR,
      ROLE_NOT_ALLOWED: 'Only the doctor who is named in the path does this.',
    },
  },
  addChild: {
    tag: 'Children',
    summary: "Add a child to the parent's own account",
    description: 'The parent is whoever holds the session.',
    retriable: true,
    refusals: {
      BIRTH_DATE_IN_FUTURE: 'The birth date lies in the future, wherever on Earth.',
      CHILD_KNOWN: 'The parent has added a child with this number before.',
      ROLE_NOT_ALLOWED: 'Only parents add children.',
    },
  },
  listOwnChildren: {
    tag: 'Children',
    summary: "List the parent's own children",
    refusals: { ROLE_NOT_ALLOWED: 'Only parents have children here.' },
  },
  ...caseOperations,
  alive: { tag: 'Process', summary: 'Is the process alive?', refusals: {} },
  checkReadiness: {
    tag: 'Process',
    summary: 'Can the process reach its store?',
    description: 'Answers 503 while it cannot.',
    refusals: {},
  },
};
