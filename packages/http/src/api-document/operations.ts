import type { Operations } from './operation.ts';

// The people of the examples, who register and log in one after another.
const GRETA = { email: 'greta@example.org', password: 'vT9#mossy-lantern' };
const NOOR = { email: 'noor@example.org', password: 'rB6-quiet-harbour' };
const JAN = { email: 'jan@example.org', password: 'kW4!paper-rainbow' };

const NOT_A_DOCTOR = 'The path names no doctor.';
const NO_PART = 'There is no such case, or the account has no part in it.';
const PARENTS_ONLY_SEE = 'Parents see a case, but do not work on it.';

/** The refusals of a call on the task of a certification. */
const TASK_OF_CERTIFICATION = {
  CASE_NOT_FOUND: 'There is no such case or task, or the account has no part in it.',
  TASK_NOT_CLOSED: 'No task of the case is closed, or the one that is named is open.',
  TASK_NOT_FOUND: 'TaskID names a task that does not belong to what the path names.',
};
const NONE_REQUESTED = { CERTIFICATION_NOT_FOUND: 'No certification has been requested for the task.' };
const DECISION = {
  ...TASK_OF_CERTIFICATION,
  ...NONE_REQUESTED,
  ROLE_NOT_ALLOWED: 'Only the doctor of the case decides.',
};
const WHICH_TASK =
  'The path names a case or a task. With a case, TaskID names one of its tasks; without it the one that was closed last is meant.';

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
  openCase: {
    tag: 'Cases',
    summary: 'Open a case of a child with a doctor',
    description:
      "A parent opens a case for a child of their own with any doctor; a doctor, or an assistant of theirs, for a child on the doctor's list.",
    retriable: true,
    refusals: {
      CHILD_NOT_FOUND: 'There is no such child, or the account has no part in it.',
      DOCTOR_NOT_FOUND: 'DocID names no doctor.',
      ROLE_NOT_ALLOWED: 'Doctors and assistants open cases with the doctor of their own practice only.',
    },
  },
  listCases: { tag: 'Cases', summary: 'List the cases in which the account has a part', refusals: {} },
  showCase: { tag: 'Cases', summary: 'Show a case with its tasks', refusals: { CASE_NOT_FOUND: NO_PART } },
  showHistory: {
    tag: 'Cases',
    summary: 'Show the history of a case',
    description: 'Every change of the case, of its tasks and of their certifications, oldest first.',
    refusals: { CASE_NOT_FOUND: NO_PART },
  },
  addTask: {
    tag: 'Cases',
    summary: 'Add a task to an ongoing case',
    retriable: true,
    examples: { task: { title: 'Measure lung function' } },
    refusals: {
      CASE_FINISHED: 'Only an ongoing case gets new tasks.',
      CASE_NOT_FOUND: NO_PART,
      ROLE_NOT_ALLOWED: PARENTS_ONLY_SEE,
    },
  },
  closeTask: {
    tag: 'Cases',
    summary: 'Close a task',
    refusals: {
      ROLE_NOT_ALLOWED: PARENTS_ONLY_SEE,
      TASK_ALREADY_CLOSED: 'It was closed before, and stays so.',
      TASK_NOT_FOUND: 'There is no such task, or the account has no part in its case.',
    },
  },
  finishCase: {
    tag: 'Cases',
    summary: 'Finish a case',
    refusals: {
      CASE_FINISHED: 'It was finished before.',
      CASE_NOT_FOUND: NO_PART,
      ROLE_NOT_ALLOWED: PARENTS_ONLY_SEE,
      TASKS_OPEN: 'A task of the case is open.',
    },
  },
  reopenCase: {
    tag: 'Cases',
    summary: 'Reopen a finished case',
    examples: { reason: { reason: 'The cough has come back.' } },
    refusals: {
      CASE_NOT_FOUND: NO_PART,
      CASE_ONGOING: 'Only a finished case can be reopened.',
      ROLE_NOT_ALLOWED: 'Only the doctor of the case reopens it.',
    },
  },
  requestCertification: {
    tag: 'Certifications',
    summary: 'Request a health certification for a closed task',
    description: `${WHICH_TASK} While one is requested or issued, asking again answers the same.`,
    retriable: true,
    refusals: TASK_OF_CERTIFICATION,
  },
  checkCertification: {
    tag: 'Certifications',
    summary: 'Check the status of a certification',
    description: `Answers the newest one of the task. ${WHICH_TASK}`,
    refusals: { ...TASK_OF_CERTIFICATION, ...NONE_REQUESTED },
  },
  issueCertification: {
    tag: 'Certifications',
    summary: 'Issue a requested certification',
    description: WHICH_TASK,
    refusals: { ...DECISION, CERTIFICATION_DECIDED: 'Only one that is requested can be issued.' },
  },
  rejectCertification: {
    tag: 'Certifications',
    summary: 'Reject a requested certification',
    description: WHICH_TASK,
    examples: { reason: { reason: 'The measurement is too old.' } },
    refusals: { ...DECISION, CERTIFICATION_DECIDED: 'Only one that is requested can be rejected.' },
  },
  revokeCertification: {
    tag: 'Certifications',
    summary: 'Revoke an issued certification',
    description: WHICH_TASK,
    examples: { reason: { reason: 'Measured with a broken device.' } },
    refusals: { ...DECISION, CERTIFICATION_NOT_ISSUED: 'Only one that is issued can be revoked.' },
  },
  alive: { tag: 'Process', summary: 'Is the process alive?', refusals: {} },
  checkReadiness: {
    tag: 'Process',
    summary: 'Can the process reach its store?',
    description: 'Answers 503 while it cannot.',
    refusals: {},
  },
};
