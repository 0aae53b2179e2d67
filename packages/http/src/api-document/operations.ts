import type { Application } from '@health-case/domain/application';
import type { RefusalCode } from '@health-case/domain/result';
import type { CodesOf, GENERAL, REFUSALS } from '../refusals.ts';
import type { alive } from '../shared-routes.ts';

export const TAGS = {
  Accounts: 'Registering, logging in and out, and what an account says of itself.',
  Doctors: 'Doctors, their assistants, and the children who are their patients.',
  Children: 'The children of a parent.',
  Cases: 'Cases of children, and the tasks in them.',
  Certifications: 'Health certifications for closed tasks.',
  Process: 'What a monitor asks.',
};

type Tag = keyof typeof TAGS;
type Words = {
  readonly description: string;
  readonly retriable?: boolean;
  /** Fields of requests that work one after another, by name. By default, one is made of the fields' examples. */
  readonly examples?: Readonly<Record<string, Readonly<Record<string, string>>>>;
};

/** What the API document says of a use case, with the reason for each code of its refusals. */
export type Operation<Reasons = Readonly<Partial<Record<RefusalCode, string>>>> = {
  readonly tag: Tag;
  readonly summary: string;
  readonly words: Words & Reasons;
};

/** D-24: the codes of calls with an Idempotency-Key. */
type RetryCode = keyof typeof GENERAL.callWithKey;

/** A code that the type of the use case does not have, or that has no reason here, does not compile. */
type OperationOf<Code extends RefusalCode> = Operation<
  Readonly<Record<Exclude<Code, RetryCode>, string>> & Retry<Code>
>;
type Retry<Code> = RetryCode extends Code ? { readonly retriable: true } : { readonly retriable?: never };

/** What routes serve: every use case but the one that finds the session, and those that verifiers read. */
type UseCases = Omit<Application, 'resumeSession' | 'listPublicKeys' | 'readStatusList'> & {
  readonly alive: typeof alive;
};
type Operations = { readonly [Name in keyof UseCases]: OperationOf<CodesOf<UseCases[Name]>> };

/** The compiler takes the type of the words from `Operations`. */
const operation = <Of>(tag: Tag, summary: string, words: NoInfer<Of>) => ({ tag, summary, words: words as Of });

// The people of the examples, who register and log in one after another.
const GRETA = { email: 'greta@example.org', password: 'vT9#mossy-lantern' };
const NOOR = { email: 'noor@example.org', password: 'rB6-quiet-harbour' };
const JAN = { email: 'jan@example.org', password: 'kW4!paper-rainbow' };

/** The refusals of a call that takes the present password. */
const PASSWORD_AGAIN = {
  PASSWORD_WRONG: 'The present password is another.',
  THROTTLED: 'Too many tries failed for this account or from this client address, or it made too many calls.',
};
const NO_CODE = 'The code is wrong, or was used, replaced by a newer one, or is older than 30 minutes.';

const NOT_A_DOCTOR = 'The path names no doctor.';
const NO_PART = 'There is no such case, or the account has no part in it.';
const BY_DOCTOR_OR_ASSISTANT = 'By the doctor of the case or an assistant of theirs.';
const PARENTS_ONLY_SEE = 'Parents see a case, but do not work on it.';

const WHICH_TASK =
  'The path names a case or a task. With a case, TaskID names one of its tasks; without it the one that was closed last is meant.';
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
  description: WHICH_TASK,
};

/** Which field a refusal is about: a variant whose call has no such field does not refuse so. */
export const FIELD_OF: { readonly [Code in keyof typeof REFUSALS]?: string } = {
  BIRTH_DATE_IN_FUTURE: 'birthDate',
  CHILD_KNOWN: 'socSecNum',
};

export const OPERATIONS: Operations = {
  logIn: operation('Accounts', 'Log in', {
    description: 'Answers the session that every further call sends along.',
    examples: { doctor: GRETA, assistant: NOOR, parent: JAN },
    ACCOUNT_DISABLED: 'The password is right, and the operator has disabled the account.',
    CREDENTIALS_WRONG: 'The address is unknown, or the password or otp wrong; which of them is not told.',
    SECOND_FACTOR_REQUIRED: 'The password is right, and otp is missing.',
    THROTTLED: 'Too many logins failed for this account or from this client address.',
  }),
  registerAccount: operation('Accounts', 'Register an account', {
    description: 'For a doctor, an assistant or a parent. The operator may ask for an invitation from the first two.',
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
    description: 'Ends all sessions of the account. With a second factor it takes otp, too.',
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
  listDoctors: operation('Doctors', 'List all doctors', { description: 'Any account may list them.' }),
  listAssistants: operation('Doctors', "List a doctor's assistants", {
    description: 'Any account may list them.',
    DOCTOR_NOT_FOUND: NOT_A_DOCTOR,
  }),
  listDoctorsChildren: operation('Doctors', 'List the children with cases assigned to a doctor', {
    description:
      'Ongoing or finished cases; each child once. The doctor and their assistants see all, parents their own children.',
    DOCTOR_NOT_FOUND: NOT_A_DOCTOR,
    ROLE_NOT_ALLOWED: "It is another doctor's list, or that of a doctor whom the assistant does not assist.",
  }),
  linkAssistant: operation('Doctors', 'Name an assistant', {
    description: 'By the address of the account. Repeating it is no mistake.',
    retriable: true,
    examples: { assistant: { email: NOOR.email } },
    ASSISTANT_NOT_FOUND: 'No assistant has registered with this address.',
    THROTTLED: 'This account named too many addresses without an assistant, or made too many calls.',
    DOCTOR_NOT_FOUND: NOT_A_DOCTOR,
    ROLE_NOT_ALLOWED: 'Only the doctor who is named in the path does this.',
  }),
  unlinkAssistant: operation('Doctors', 'Remove an assistant', {
    description: "From then on, the doctor's cases do not exist for the assistant.",
    ASSISTANT_NOT_FOUND: 'The path names nobody who assists this doctor.',
    DOCTOR_NOT_FOUND: NOT_A_DOCTOR,
    ROLE_NOT_ALLOWED: 'Only the doctor who is named in the path does this.',
  }),
  addChild: operation('Children', "Add a child to the parent's own account", {
    description: 'The parent is whoever holds the session.',
    retriable: true,
    BIRTH_DATE_IN_FUTURE: 'The birth date lies in the future, wherever on Earth.',
    CHILD_KNOWN: 'The parent has added a child with this number before.',
    CHILD_NOT_FOUND: 'The child that this Idempotency-Key added was erased since.',
    ROLE_NOT_ALLOWED: 'Only parents add children.',
  }),
  listOwnChildren: operation('Children', "List the parent's own children", {
    description: 'The parent is whoever holds the session.',
    ROLE_NOT_ALLOWED: 'Only parents have children here.',
  }),
  openCase: operation('Cases', 'Open a case of a child with a doctor', {
    description:
      "A parent opens a case for a child of their own with any doctor; a doctor, or an assistant of theirs, for a child on the doctor's list.",
    retriable: true,
    CHILD_NOT_FOUND: 'There is no such child, or the account has no part in it.',
    DOCTOR_NOT_FOUND: 'DocID names no doctor.',
    ROLE_NOT_ALLOWED: 'Doctors and assistants open cases with the doctor of their own practice only.',
  }),
  listCases: operation('Cases', 'List the cases in which the account has a part', {
    description: "A doctor's own, those of the doctors whom an assistant assists, those of a parent's children.",
  }),
  showCase: operation('Cases', 'Show a case with its tasks', {
    description: 'Tasks come in the order in which they were added.',
    CASE_NOT_FOUND: NO_PART,
  }),
  showHistory: operation('Cases', 'Show the history of a case', {
    description: 'Every change of the case, of its tasks and of their certifications, oldest first.',
    CASE_NOT_FOUND: NO_PART,
  }),
  addTask: operation('Cases', 'Add a task to an ongoing case', {
    description: BY_DOCTOR_OR_ASSISTANT,
    retriable: true,
    examples: { task: { title: 'Measure lung function' } },
    CASE_FINISHED: 'Only an ongoing case gets new tasks.',
    CASE_NOT_FOUND: NO_PART,
    ROLE_NOT_ALLOWED: PARENTS_ONLY_SEE,
  }),
  closeTask: operation('Cases', 'Close a task', {
    description: `${BY_DOCTOR_OR_ASSISTANT} Nothing opens it again.`,
    ROLE_NOT_ALLOWED: PARENTS_ONLY_SEE,
    TASK_ALREADY_CLOSED: 'It was closed before, and stays so.',
    TASK_NOT_FOUND: 'There is no such task, or the account has no part in its case.',
  }),
  finishCase: operation('Cases', 'Finish a case', {
    description: `${BY_DOCTOR_OR_ASSISTANT} All its tasks must be closed.`,
    CASE_FINISHED: 'It was finished before.',
    CASE_NOT_FOUND: NO_PART,
    ROLE_NOT_ALLOWED: PARENTS_ONLY_SEE,
    TASKS_OPEN: 'A task of the case is open.',
  }),
  reopenCase: operation('Cases', 'Reopen a finished case', {
    description: 'By the doctor of the case, who says why.',
    examples: { reason: { reason: 'The cough has come back.' } },
    CASE_NOT_FOUND: NO_PART,
    CASE_ONGOING: 'Only a finished case can be reopened.',
    ROLE_NOT_ALLOWED: 'Only the doctor of the case reopens it.',
  }),
  requestCertification: operation('Certifications', 'Request a health certification for a closed task', {
    description: `${WHICH_TASK} While one is requested or issued, asking again answers the same.`,
    retriable: true,
    ...TASK_OF_CERTIFICATION,
  }),
  checkCertification: operation('Certifications', 'Check the status of a certification', {
    description: `Answers the newest one of the task. ${WHICH_TASK}`,
    ...TASK_OF_CERTIFICATION,
    ...NONE_REQUESTED,
  }),
  issueCertification: operation('Certifications', 'Issue a requested certification', {
    ...DECISION,
    description: `${WHICH_TASK} Its certificates say the statement, and expire after the day; without them "Health certification", and 180 days ahead.`,
    VALIDITY_OUT_OF_RANGE: 'The day lies in the past, or more than 365 days ahead.',
    CERTIFICATION_DECIDED: 'Only one that is requested can be issued.',
  }),
  rejectCertification: operation('Certifications', 'Reject a requested certification', {
    examples: { reason: { reason: 'The measurement is too old.' } },
    ...DECISION,
    CERTIFICATION_DECIDED: 'Only one that is requested can be rejected.',
  }),
  revokeCertification: operation('Certifications', 'Revoke an issued certification', {
    examples: { reason: { reason: 'Measured with a broken device.' } },
    ...DECISION,
    CERTIFICATION_NOT_ISSUED: 'Only one that is issued can be revoked.',
  }),
  createCertificate: operation('Certifications', 'Create a certificate of an issued certification', {
    description: `A signed document that anyone can verify without an account. ${WHICH_TASK} Each call makes a new one.`,
    retriable: true,
    ...TASK_OF_CERTIFICATION,
    ...NONE_REQUESTED,
    CERTIFICATES_EXHAUSTED: 'It has 100 certificates.',
    CERTIFICATION_EXPIRED: 'Its last day is over.',
    CERTIFICATION_NOT_ISSUED: 'It is requested, rejected or revoked.',
    ROLE_NOT_ALLOWED: "Only the child's parent and the doctor of the case get a certificate.",
  }),
  alive: operation('Process', 'Check that the process is alive', { description: 'Whatever the state of the store.' }),
  checkReadiness: operation('Process', 'Check that the process can reach its store', {
    description: 'Answers 503 while it cannot.',
  }),
};
