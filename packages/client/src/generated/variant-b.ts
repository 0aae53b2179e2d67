// Made of the API document. To make it anew:
// npm test -- packages/client/test/operation-types -u

export type CodeOfAnyCall =
  | 'BODY_TOO_LARGE'
  | 'FIELDS_INVALID'
  | 'HEADERS_TOO_LARGE'
  | 'INTERNAL'
  | 'MALFORMED_HTTP'
  | 'MALFORMED_JSON'
  | 'OVERLOADED'
  | 'REQUEST_TIMEOUT'
  | 'STORE_UNAVAILABLE';

export interface Operations {
  /**
   * Log in. Answers the session that every further call sends along.
   */
  logIn: {
    kind: 'once';
    input: {
      /**
       * An e-mail address; case does not matter.
       */
      email: string;
      /**
       * The present password of the account.
       */
      password: string;
      /**
       * The one-time password that the app shows, or a recovery code.
       */
      otp?: string;
    };
    answer: Session;
    refusal: ('ACCOUNT_DISABLED' | 'CREDENTIALS_WRONG' | 'SECOND_FACTOR_REQUIRED' | 'THROTTLED') | CodeOfAnyCall;
  };
  /**
   * Register an account. For a doctor, an assistant or a parent. The operator may ask for an invitation from the first two, or have them confirmed before they can do more than log in. Whoever has the address is told by mail.
   */
  registerAccount: {
    kind: 'keyed';
    input: {
      /**
       * The first name.
       */
      firstName: string;
      /**
       * The last name.
       */
      lastName: string;
      /**
       * An e-mail address; case does not matter.
       */
      email: string;
      /**
       * A password that is none of the most common ones; any characters.
       */
      password: string;
      /**
       * The kind of account: doctor, assistant or parent.
       */
      role: 'Doc' | 'Ast' | 'Par';
      /**
       * The code of an invitation, where registering in this role takes one.
       */
      invitation?: string;
    };
    answer: null;
    refusal:
      | (
          | 'EMAIL_TAKEN'
          | 'IDEMPOTENCY_KEY_REUSED'
          | 'INVITATION_INVALID'
          | 'PASSWORD_COMMON'
          | 'REQUEST_IN_FLIGHT'
          | 'THROTTLED'
        )
      | CodeOfAnyCall;
  };
  /**
   * List the doctors. Those who can log in. Any account may list them.
   */
  listDoctors: {
    kind: 'list';
    input: {
      /**
       * Only the entries that follow the one with this id.
       */
      after?: string;
      /**
       * At most so many entries, 1 to 1000, in digits. Without it the list is whole.
       */
      limit?: number;
      /**
       * Only those who have a name that begins so: one or more words. Case and accents do not matter.
       */
      name?: string;
    };
    answer: Person[];
    refusal:
      | (
          | 'NOT_CONFIRMED'
          | 'SECOND_FACTOR_NEEDED'
          | 'SESSION_AMBIGUOUS'
          | 'SESSION_INVALID'
          | 'SESSION_MISSING'
          | 'THROTTLED'
        )
      | CodeOfAnyCall;
  };
  /**
   * List a doctor's assistants. Those who can log in. Any account may list them.
   */
  listAssistants: {
    kind: 'list';
    input: {
      /**
       * The id of a doctor.
       */
      id: string;
      /**
       * Only the entries that follow the one with this id.
       */
      after?: string;
      /**
       * At most so many entries, 1 to 1000, in digits. Without it the list is whole.
       */
      limit?: number;
      /**
       * Only those who have a name that begins so: one or more words. Case and accents do not matter.
       */
      name?: string;
    };
    answer: Person[];
    refusal:
      | (
          | 'DOCTOR_NOT_FOUND'
          | 'NOT_CONFIRMED'
          | 'SECOND_FACTOR_NEEDED'
          | 'SESSION_AMBIGUOUS'
          | 'SESSION_INVALID'
          | 'SESSION_MISSING'
          | 'THROTTLED'
        )
      | CodeOfAnyCall;
  };
  /**
   * Name an assistant. By the address of the account. Repeating it is no mistake.
   */
  linkAssistant: {
    kind: 'keyed';
    input: {
      /**
       * The id of a doctor.
       */
      id: string;
      /**
       * An e-mail address; case does not matter.
       */
      email: string;
    };
    answer: {
      /**
       * The id of an assistant.
       */
      AstID: string;
    };
    refusal:
      | (
          | 'ASSISTANT_NOT_FOUND'
          | 'DOCTOR_NOT_FOUND'
          | 'IDEMPOTENCY_KEY_REUSED'
          | 'NOT_CONFIRMED'
          | 'REQUEST_IN_FLIGHT'
          | 'ROLE_NOT_ALLOWED'
          | 'SECOND_FACTOR_NEEDED'
          | 'SESSION_AMBIGUOUS'
          | 'SESSION_INVALID'
          | 'SESSION_MISSING'
          | 'THROTTLED'
        )
      | CodeOfAnyCall;
  };
  /**
   * List the children with cases assigned to a doctor. Ongoing or finished cases; each child once. The doctor and their assistants see all, parents their own children.
   */
  listDoctorsChildren: {
    kind: 'list';
    input: {
      /**
       * The id of a doctor.
       */
      id: string;
      /**
       * Only the entries that follow the one with this id.
       */
      after?: string;
      /**
       * At most so many entries, 1 to 1000, in digits. Without it the list is whole.
       */
      limit?: number;
      /**
       * Only those who have a name that begins so: one or more words. Case and accents do not matter.
       */
      name?: string;
    };
    answer: Child[];
    refusal:
      | (
          | 'DOCTOR_NOT_FOUND'
          | 'NOT_CONFIRMED'
          | 'ROLE_NOT_ALLOWED'
          | 'SECOND_FACTOR_NEEDED'
          | 'SESSION_AMBIGUOUS'
          | 'SESSION_INVALID'
          | 'SESSION_MISSING'
          | 'THROTTLED'
        )
      | CodeOfAnyCall;
  };
  /**
   * Add a child to the parent's own account. The parent is whoever holds the session.
   */
  addChild: {
    kind: 'keyed';
    input: {
      /**
       * The first name.
       */
      firstName: string;
      /**
       * The last name.
       */
      lastName: string;
    };
    answer: {
      /**
       * The id of a child.
       */
      ChildID: string;
    };
    refusal:
      | (
          | 'CHILD_NOT_FOUND'
          | 'IDEMPOTENCY_KEY_REUSED'
          | 'NOT_CONFIRMED'
          | 'REQUEST_IN_FLIGHT'
          | 'ROLE_NOT_ALLOWED'
          | 'SECOND_FACTOR_NEEDED'
          | 'SESSION_AMBIGUOUS'
          | 'SESSION_INVALID'
          | 'SESSION_MISSING'
          | 'THROTTLED'
        )
      | CodeOfAnyCall;
  };
  /**
   * Show the account behind the session. Its id, names, e-mail address and role, how it wants its mails, and whether it has a second factor.
   */
  describeAccount: {
    kind: 'read';
    input: Readonly<Record<string, never>>;
    answer: Account;
    refusal:
      | (
          | 'NOT_CONFIRMED'
          | 'SECOND_FACTOR_NEEDED'
          | 'SESSION_AMBIGUOUS'
          | 'SESSION_INVALID'
          | 'SESSION_MISSING'
          | 'THROTTLED'
        )
      | CodeOfAnyCall;
  };
  /**
   * Change the names, or how mails are written. Changes what is given.
   */
  changeProfile: {
    kind: 'once';
    input: {
      /**
       * The first name.
       */
      firstName?: string;
      /**
       * The last name.
       */
      lastName?: string;
      /**
       * In which mails to the account are written (ISO 639-1).
       */
      language?: 'en' | 'de' | 'fr' | 'nl';
      /**
       * Which mails the account gets: all, or only those about security, such as who becomes a parent of its children.
       */
      notices?: 'all' | 'security';
    };
    answer: null;
    refusal:
      | (
          | 'NOT_CONFIRMED'
          | 'SECOND_FACTOR_NEEDED'
          | 'SESSION_AMBIGUOUS'
          | 'SESSION_INVALID'
          | 'SESSION_MISSING'
          | 'THROTTLED'
        )
      | CodeOfAnyCall;
  };
  /**
   * End the session. Other sessions of the account go on.
   */
  logOut: {
    kind: 'once';
    input: Readonly<Record<string, never>>;
    answer: null;
    refusal:
      | (
          | 'NOT_CONFIRMED'
          | 'SECOND_FACTOR_NEEDED'
          | 'SESSION_AMBIGUOUS'
          | 'SESSION_INVALID'
          | 'SESSION_MISSING'
          | 'THROTTLED'
        )
      | CodeOfAnyCall;
  };
  /**
   * Change the password. Ends every other session of the account.
   */
  changePassword: {
    kind: 'once';
    input: {
      /**
       * The present password of the account.
       */
      password: string;
      /**
       * A password that is none of the most common ones; any characters.
       */
      newPassword: string;
    };
    answer: null;
    refusal:
      | (
          | 'NOT_CONFIRMED'
          | 'PASSWORD_COMMON'
          | 'PASSWORD_WRONG'
          | 'SECOND_FACTOR_NEEDED'
          | 'SESSION_AMBIGUOUS'
          | 'SESSION_INVALID'
          | 'SESSION_MISSING'
          | 'THROTTLED'
        )
      | CodeOfAnyCall;
  };
  /**
   * Ask to change the e-mail address. The new address gets a code by mail, which is valid for 30 minutes.
   */
  changeEmail: {
    kind: 'keyed';
    input: {
      /**
       * An e-mail address; case does not matter.
       */
      email: string;
      /**
       * The present password of the account.
       */
      password: string;
    };
    answer: null;
    refusal:
      | (
          | 'IDEMPOTENCY_KEY_REUSED'
          | 'NOT_CONFIRMED'
          | 'PASSWORD_WRONG'
          | 'REQUEST_IN_FLIGHT'
          | 'SECOND_FACTOR_NEEDED'
          | 'SESSION_AMBIGUOUS'
          | 'SESSION_INVALID'
          | 'SESSION_MISSING'
          | 'THROTTLED'
        )
      | CodeOfAnyCall;
  };
  /**
   * Change the e-mail address, by the code. From then on the account logs in by the new address. The old one gets a notice.
   */
  confirmEmail: {
    kind: 'once';
    input: {
      /**
       * The code in the mail.
       */
      code: string;
    };
    answer: null;
    refusal:
      | (
          | 'CODE_INVALID'
          | 'EMAIL_TAKEN'
          | 'NOT_CONFIRMED'
          | 'SECOND_FACTOR_NEEDED'
          | 'SESSION_AMBIGUOUS'
          | 'SESSION_INVALID'
          | 'SESSION_MISSING'
          | 'THROTTLED'
        )
      | CodeOfAnyCall;
  };
  /**
   * Ask for a new password. An account with this address gets a code by mail, which is valid for 30 minutes. Without such an account the reply is the same.
   */
  requestReset: {
    kind: 'keyed';
    input: {
      /**
       * An e-mail address; case does not matter.
       */
      email: string;
    };
    answer: null;
    refusal: ('IDEMPOTENCY_KEY_REUSED' | 'REQUEST_IN_FLIGHT' | 'THROTTLED') | CodeOfAnyCall;
  };
  /**
   * Set a new password, by the code. Ends all sessions and passkeys of the account. With a second factor it takes otp, too; but where the code is the first proof of the address, it turns the factor off instead.
   */
  confirmReset: {
    kind: 'once';
    input: {
      /**
       * The code in the mail.
       */
      code: string;
      /**
       * A password that is none of the most common ones; any characters.
       */
      newPassword: string;
      /**
       * The one-time password that the app shows, or a recovery code.
       */
      otp?: string;
    };
    answer: null;
    refusal: ('CODE_INVALID' | 'PASSWORD_COMMON' | 'SECOND_FACTOR_REQUIRED' | 'THROTTLED') | CodeOfAnyCall;
  };
  /**
   * List the sessions of the account. In the order of their ids. An id names a session to its owner, and nobody can call by it.
   */
  listLogins: {
    kind: 'list';
    input: {
      /**
       * Only the entries that follow the one with this id.
       */
      after?: string;
      /**
       * At most so many entries, 1 to 1000, in digits. Without it the list is whole.
       */
      limit?: number;
    };
    answer: Login[];
    refusal:
      | (
          | 'NOT_CONFIRMED'
          | 'SECOND_FACTOR_NEEDED'
          | 'SESSION_AMBIGUOUS'
          | 'SESSION_INVALID'
          | 'SESSION_MISSING'
          | 'THROTTLED'
        )
      | CodeOfAnyCall;
  };
  /**
   * End a session of the account. This one or another.
   */
  endLogin: {
    kind: 'keyed';
    input: {
      /**
       * The id of a login. Nobody can call by it.
       */
      LoginID: string;
    };
    answer: null;
    refusal:
      | (
          | 'IDEMPOTENCY_KEY_REUSED'
          | 'LOGIN_NOT_FOUND'
          | 'NOT_CONFIRMED'
          | 'REQUEST_IN_FLIGHT'
          | 'SECOND_FACTOR_NEEDED'
          | 'SESSION_AMBIGUOUS'
          | 'SESSION_INVALID'
          | 'SESSION_MISSING'
          | 'THROTTLED'
        )
      | CodeOfAnyCall;
  };
  /**
   * Begin to turn on a second factor. Answers the secret for an app that makes one-time passwords (TOTP, RFC 6238). It counts once it is confirmed.
   */
  offerFactor: {
    kind: 'once';
    input: {
      /**
       * The present password of the account.
       */
      password: string;
    };
    answer: OfferedFactor;
    refusal:
      | (
          | 'NOT_CONFIRMED'
          | 'PASSWORD_WRONG'
          | 'SECOND_FACTOR_NEEDED'
          | 'SECOND_FACTOR_ON'
          | 'SESSION_AMBIGUOUS'
          | 'SESSION_INVALID'
          | 'SESSION_MISSING'
          | 'THROTTLED'
        )
      | CodeOfAnyCall;
  };
  /**
   * Turn off the second factor. Without a second factor, nothing happens.
   */
  removeFactor: {
    kind: 'once';
    input: {
      /**
       * The present password of the account.
       */
      password: string;
      /**
       * The one-time password that the app shows, or a recovery code.
       */
      otp: string;
    };
    answer: null;
    refusal:
      | (
          | 'CODE_INVALID'
          | 'NOT_CONFIRMED'
          | 'PASSWORD_WRONG'
          | 'SECOND_FACTOR_NEEDED'
          | 'SESSION_AMBIGUOUS'
          | 'SESSION_INVALID'
          | 'SESSION_MISSING'
          | 'THROTTLED'
        )
      | CodeOfAnyCall;
  };
  /**
   * Turn on the second factor. Answers ten recovery codes, which cannot be had again. From then on a login takes otp, too.
   */
  confirmFactor: {
    kind: 'once';
    input: {
      /**
       * The one-time password that the app shows, or a recovery code.
       */
      otp: string;
    };
    answer: RecoveryCodes;
    refusal:
      | (
          | 'CODE_INVALID'
          | 'NOT_CONFIRMED'
          | 'SECOND_FACTOR_NEEDED'
          | 'SECOND_FACTOR_ON'
          | 'SESSION_AMBIGUOUS'
          | 'SESSION_INVALID'
          | 'SESSION_MISSING'
          | 'THROTTLED'
        )
      | CodeOfAnyCall;
  };
  /**
   * Remove an assistant. From then on, the doctor's cases do not exist for the assistant.
   */
  unlinkAssistant: {
    kind: 'keyed';
    input: {
      /**
       * The id of a doctor.
       */
      id: string;
      /**
       * The id of an assistant.
       */
      AstID: string;
    };
    answer: null;
    refusal:
      | (
          | 'ASSISTANT_NOT_FOUND'
          | 'DOCTOR_NOT_FOUND'
          | 'IDEMPOTENCY_KEY_REUSED'
          | 'NOT_CONFIRMED'
          | 'REQUEST_IN_FLIGHT'
          | 'ROLE_NOT_ALLOWED'
          | 'SECOND_FACTOR_NEEDED'
          | 'SESSION_AMBIGUOUS'
          | 'SESSION_INVALID'
          | 'SESSION_MISSING'
          | 'THROTTLED'
        )
      | CodeOfAnyCall;
  };
  /**
   * List the parent's own children. The parent is whoever holds the session.
   */
  listOwnChildren: {
    kind: 'list';
    input: {
      /**
       * Only the entries that follow the one with this id.
       */
      after?: string;
      /**
       * At most so many entries, 1 to 1000, in digits. Without it the list is whole.
       */
      limit?: number;
    };
    answer: Child[];
    refusal:
      | (
          | 'NOT_CONFIRMED'
          | 'ROLE_NOT_ALLOWED'
          | 'SECOND_FACTOR_NEEDED'
          | 'SESSION_AMBIGUOUS'
          | 'SESSION_INVALID'
          | 'SESSION_MISSING'
          | 'THROTTLED'
        )
      | CodeOfAnyCall;
  };
  /**
   * Show a child of the parent. Of the number, only the last two characters.
   */
  showChild: {
    kind: 'read';
    input: {
      /**
       * The id of a child.
       */
      ChildID: string;
    };
    answer: OwnChild;
    refusal:
      | (
          | 'CHILD_NOT_FOUND'
          | 'NOT_CONFIRMED'
          | 'ROLE_NOT_ALLOWED'
          | 'SECOND_FACTOR_NEEDED'
          | 'SESSION_AMBIGUOUS'
          | 'SESSION_INVALID'
          | 'SESSION_MISSING'
          | 'THROTTLED'
        )
      | CodeOfAnyCall;
  };
  /**
   * Correct what is known of a child. Replaces what is given, and forgets what `clear` names. Certificates that name what was wrong are revoked; a new one is made once the doctor who issued it has confirmed the corrected names and birth date.
   */
  correctChild: {
    kind: 'once';
    input: {
      /**
       * The id of a child.
       */
      ChildID: string;
      /**
       * The first name.
       */
      firstName?: string;
      /**
       * The last name.
       */
      lastName?: string;
      /**
       * A calendar day from 1900-01-01 to today, YYYY-MM-DD.
       */
      birthDate?: string;
      /**
       * The social security number: letters, digits, spaces, "-", "." and "/". It is compared without separators and case.
       */
      socSecNum?: string;
      /**
       * What is not to be known any more: birthDate, socSecNum, or both with a space between them. It counts more than a value beside it.
       */
      clear?: string;
    };
    answer: {
      /**
       * How many certificates named what was corrected. They are revoked.
       */
      withdrawn: number;
    };
    refusal:
      | (
          | 'BIRTH_DATE_IN_FUTURE'
          | 'CHILD_KNOWN'
          | 'CHILD_NOT_FOUND'
          | 'NOT_CONFIRMED'
          | 'ROLE_NOT_ALLOWED'
          | 'SECOND_FACTOR_NEEDED'
          | 'SESSION_AMBIGUOUS'
          | 'SESSION_INVALID'
          | 'SESSION_MISSING'
          | 'THROTTLED'
        )
      | CodeOfAnyCall;
  };
  /**
   * List who has looked at a child, or changed something. What the audit trail holds about the child, newest first. A page of a list of cases or tasks counts for each child in it, and so does a search by name; a list of names alone does not.
   */
  listAccess: {
    kind: 'list';
    input: {
      /**
       * The id of a child.
       */
      ChildID: string;
      /**
       * Only the entries that follow the one with this id.
       */
      after?: string;
      /**
       * At most so many entries, 1 to 1000, in digits. Without it the list is whole.
       */
      limit?: number;
    };
    answer: Access[];
    refusal:
      | (
          | 'CHILD_NOT_FOUND'
          | 'NOT_CONFIRMED'
          | 'ROLE_NOT_ALLOWED'
          | 'SECOND_FACTOR_NEEDED'
          | 'SESSION_AMBIGUOUS'
          | 'SESSION_INVALID'
          | 'SESSION_MISSING'
          | 'THROTTLED'
        )
      | CodeOfAnyCall;
  };
  /**
   * List the parents of a child. First the one who added it, the others in the order in which they joined.
   */
  listParents: {
    kind: 'list';
    input: {
      /**
       * The id of a child.
       */
      ChildID: string;
    };
    answer: Person[];
    refusal:
      | (
          | 'CHILD_NOT_FOUND'
          | 'NOT_CONFIRMED'
          | 'ROLE_NOT_ALLOWED'
          | 'SECOND_FACTOR_NEEDED'
          | 'SESSION_AMBIGUOUS'
          | 'SESSION_INVALID'
          | 'SESSION_MISSING'
          | 'THROTTLED'
        )
      | CodeOfAnyCall;
  };
  /**
   * Invite another parent of a child. The address gets a mail, with a code that is valid for 7 days, or with why its account cannot join. The reply does not tell which.
   */
  inviteParent: {
    kind: 'keyed';
    input: {
      /**
       * The id of a child.
       */
      ChildID: string;
      /**
       * An e-mail address; case does not matter.
       */
      email: string;
    };
    answer: null;
    refusal:
      | (
          | 'CHILD_NOT_FOUND'
          | 'EMAIL_OWN'
          | 'IDEMPOTENCY_KEY_REUSED'
          | 'NOT_CONFIRMED'
          | 'REQUEST_IN_FLIGHT'
          | 'ROLE_NOT_ALLOWED'
          | 'SECOND_FACTOR_NEEDED'
          | 'SESSION_AMBIGUOUS'
          | 'SESSION_INVALID'
          | 'SESSION_MISSING'
          | 'THROTTLED'
          | 'TOO_MANY_PARENTS'
        )
      | CodeOfAnyCall;
  };
  /**
   * Leave a child, or remove another parent. Everybody may leave but the last one. Who has added the child may remove the others. Invitations that the parent got or sent end.
   */
  removeParent: {
    kind: 'keyed';
    input: {
      /**
       * The id of a child.
       */
      ChildID: string;
      /**
       * The id of a parent.
       */
      ParID: string;
    };
    answer: null;
    refusal:
      | (
          | 'CHILD_NOT_FOUND'
          | 'IDEMPOTENCY_KEY_REUSED'
          | 'LAST_PARENT'
          | 'NOT_CONFIRMED'
          | 'PARENT_NOT_FOUND'
          | 'REQUEST_IN_FLIGHT'
          | 'ROLE_NOT_ALLOWED'
          | 'SECOND_FACTOR_NEEDED'
          | 'SESSION_AMBIGUOUS'
          | 'SESSION_INVALID'
          | 'SESSION_MISSING'
          | 'THROTTLED'
        )
      | CodeOfAnyCall;
  };
  /**
   * Become a parent of a child, by the code. For the parent whose address got the code. If the parent has added the same child, by its number, the two become one.
   */
  joinChild: {
    kind: 'keyed';
    input: {
      /**
       * The code in the mail.
       */
      code: string;
    };
    answer: {
      /**
       * The id of a child.
       */
      ChildID: string;
    };
    refusal:
      | (
          | 'CHILD_NOT_FOUND'
          | 'CODE_INVALID'
          | 'IDEMPOTENCY_KEY_REUSED'
          | 'NOT_CONFIRMED'
          | 'REQUEST_IN_FLIGHT'
          | 'ROLE_NOT_ALLOWED'
          | 'SECOND_FACTOR_NEEDED'
          | 'SESSION_AMBIGUOUS'
          | 'SESSION_INVALID'
          | 'SESSION_MISSING'
          | 'THROTTLED'
          | 'TOO_MANY_PARENTS'
        )
      | CodeOfAnyCall;
  };
  /**
   * List the cases in which the account has a part. A doctor's own, those of the doctors whom an assistant assists, those of a parent's children.
   */
  listCases: {
    kind: 'list';
    input: {
      /**
       * Only the entries that follow the one with this id.
       */
      after?: string;
      /**
       * At most so many entries, 1 to 1000, in digits. Without it the list is whole.
       */
      limit?: number;
      /**
       * Only such cases.
       */
      status?: 'ongoing' | 'finished';
      /**
       * Only cases of this child.
       */
      ChildID?: string;
      /**
       * Only cases of this doctor.
       */
      DocID?: string;
      /**
       * Only cases of which the newest certification is so.
       */
      certification?: 'requested' | 'issued' | 'rejected' | 'revoked';
      /**
       * With it the answer says more.
       */
      detail?: 'full';
    };
    answer: Case[];
    refusal:
      | (
          | 'NOT_CONFIRMED'
          | 'SECOND_FACTOR_NEEDED'
          | 'SESSION_AMBIGUOUS'
          | 'SESSION_INVALID'
          | 'SESSION_MISSING'
          | 'THROTTLED'
        )
      | CodeOfAnyCall;
  };
  /**
   * Open a case of a child with a doctor. A parent opens a case for a child of their own with any doctor; a doctor, or an assistant of theirs, for a child on the doctor's list.
   */
  openCase: {
    kind: 'keyed';
    input: {
      /**
       * The id of a child.
       */
      ChildID: string;
      /**
       * The id of a doctor.
       */
      DocID: string;
      /**
       * What it is about.
       */
      title: string;
    };
    answer: {
      /**
       * The id of a case.
       */
      CaseID: string;
    };
    refusal:
      | (
          | 'CHILD_NOT_FOUND'
          | 'DOCTOR_NOT_FOUND'
          | 'DOCTOR_TAKES_NO_CHILDREN'
          | 'IDEMPOTENCY_KEY_REUSED'
          | 'NOT_CONFIRMED'
          | 'REQUEST_IN_FLIGHT'
          | 'ROLE_NOT_ALLOWED'
          | 'SECOND_FACTOR_NEEDED'
          | 'SESSION_AMBIGUOUS'
          | 'SESSION_INVALID'
          | 'SESSION_MISSING'
          | 'THROTTLED'
        )
      | CodeOfAnyCall;
  };
  /**
   * Show a case with its tasks. Tasks come in the order in which they were added.
   */
  showCase: {
    kind: 'read';
    input: {
      /**
       * The id of a case.
       */
      id: string;
    };
    answer: CaseWithTasks;
    refusal:
      | (
          | 'CASE_NOT_FOUND'
          | 'NOT_CONFIRMED'
          | 'SECOND_FACTOR_NEEDED'
          | 'SESSION_AMBIGUOUS'
          | 'SESSION_INVALID'
          | 'SESSION_MISSING'
          | 'THROTTLED'
        )
      | CodeOfAnyCall;
  };
  /**
   * Correct the title of an ongoing case. By the doctor of the case or an assistant of theirs. The history tells that it was renamed.
   */
  renameCase: {
    kind: 'once';
    input: {
      /**
       * The id of a case.
       */
      id: string;
      /**
       * What it is about.
       */
      title: string;
    };
    answer: null;
    refusal:
      | (
          | 'CASE_FINISHED'
          | 'CASE_NOT_FOUND'
          | 'NOT_CONFIRMED'
          | 'ROLE_NOT_ALLOWED'
          | 'SECOND_FACTOR_NEEDED'
          | 'SESSION_AMBIGUOUS'
          | 'SESSION_INVALID'
          | 'SESSION_MISSING'
          | 'THROTTLED'
        )
      | CodeOfAnyCall;
  };
  /**
   * Show the history of a case. Every change of the case, of its tasks and of their certifications, oldest first.
   */
  showHistory: {
    kind: 'list';
    input: {
      /**
       * The id of a case.
       */
      id: string;
      /**
       * Only the entries that follow the one with this id.
       */
      after?: string;
      /**
       * At most so many entries, 1 to 1000, in digits. Without it the list is whole.
       */
      limit?: number;
      /**
       * With it the answer says more.
       */
      detail?: 'full';
    };
    answer: CaseEvent[];
    refusal:
      | (
          | 'CASE_NOT_FOUND'
          | 'NOT_CONFIRMED'
          | 'SECOND_FACTOR_NEEDED'
          | 'SESSION_AMBIGUOUS'
          | 'SESSION_INVALID'
          | 'SESSION_MISSING'
          | 'THROTTLED'
        )
      | CodeOfAnyCall;
  };
  /**
   * Add a task to an ongoing case. By the doctor of the case or an assistant of theirs.
   */
  addTask: {
    kind: 'keyed';
    input: {
      /**
       * The id of a case.
       */
      id: string;
      /**
       * What it is about.
       */
      title: string;
    };
    answer: {
      /**
       * The id of a task.
       */
      TaskID: string;
    };
    refusal:
      | (
          | 'CASE_FINISHED'
          | 'CASE_NOT_FOUND'
          | 'IDEMPOTENCY_KEY_REUSED'
          | 'NOT_CONFIRMED'
          | 'REQUEST_IN_FLIGHT'
          | 'ROLE_NOT_ALLOWED'
          | 'SECOND_FACTOR_NEEDED'
          | 'SESSION_AMBIGUOUS'
          | 'SESSION_INVALID'
          | 'SESSION_MISSING'
          | 'THROTTLED'
        )
      | CodeOfAnyCall;
  };
  /**
   * List the tasks of the cases in which the account works. Of a doctor's own cases, or of those of the doctors whom an assistant assists; oldest first.
   */
  listTasks: {
    kind: 'list';
    input: {
      /**
       * Only the entries that follow the one with this id.
       */
      after?: string;
      /**
       * At most so many entries, 1 to 1000, in digits. Without it the list is whole.
       */
      limit?: number;
      /**
       * Only such tasks.
       */
      status?: 'open' | 'closed';
    };
    answer: TaskOfCase[];
    refusal:
      | (
          | 'NOT_CONFIRMED'
          | 'ROLE_NOT_ALLOWED'
          | 'SECOND_FACTOR_NEEDED'
          | 'SESSION_AMBIGUOUS'
          | 'SESSION_INVALID'
          | 'SESSION_MISSING'
          | 'THROTTLED'
        )
      | CodeOfAnyCall;
  };
  /**
   * Correct the title of an open task. By the doctor of the case or an assistant of theirs. The history tells that it was renamed.
   */
  renameTask: {
    kind: 'once';
    input: {
      /**
       * The id of a task.
       */
      id: string;
      /**
       * What it is about.
       */
      title: string;
    };
    answer: null;
    refusal:
      | (
          | 'CASE_FINISHED'
          | 'NOT_CONFIRMED'
          | 'ROLE_NOT_ALLOWED'
          | 'SECOND_FACTOR_NEEDED'
          | 'SESSION_AMBIGUOUS'
          | 'SESSION_INVALID'
          | 'SESSION_MISSING'
          | 'TASK_ALREADY_CLOSED'
          | 'TASK_NOT_FOUND'
          | 'THROTTLED'
        )
      | CodeOfAnyCall;
  };
  /**
   * Close a task. By the doctor of the case or an assistant of theirs. Nothing opens it again.
   */
  closeTask: {
    kind: 'keyed';
    input: {
      /**
       * The id of a task.
       */
      id: string;
    };
    answer: null;
    refusal:
      | (
          | 'IDEMPOTENCY_KEY_REUSED'
          | 'NOT_CONFIRMED'
          | 'REQUEST_IN_FLIGHT'
          | 'ROLE_NOT_ALLOWED'
          | 'SECOND_FACTOR_NEEDED'
          | 'SESSION_AMBIGUOUS'
          | 'SESSION_INVALID'
          | 'SESSION_MISSING'
          | 'TASK_ALREADY_CLOSED'
          | 'TASK_NOT_FOUND'
          | 'THROTTLED'
        )
      | CodeOfAnyCall;
  };
  /**
   * Finish a case. By the doctor of the case or an assistant of theirs. All its tasks must be closed.
   */
  finishCase: {
    kind: 'keyed';
    input: {
      /**
       * The id of a case.
       */
      id: string;
    };
    answer: null;
    refusal:
      | (
          | 'CASE_FINISHED'
          | 'CASE_NOT_FOUND'
          | 'IDEMPOTENCY_KEY_REUSED'
          | 'NOT_CONFIRMED'
          | 'REQUEST_IN_FLIGHT'
          | 'ROLE_NOT_ALLOWED'
          | 'SECOND_FACTOR_NEEDED'
          | 'SESSION_AMBIGUOUS'
          | 'SESSION_INVALID'
          | 'SESSION_MISSING'
          | 'TASKS_OPEN'
          | 'THROTTLED'
        )
      | CodeOfAnyCall;
  };
  /**
   * Reopen a finished case. By the doctor of the case, who says why.
   */
  reopenCase: {
    kind: 'keyed';
    input: {
      /**
       * The id of a case.
       */
      id: string;
      /**
       * Why.
       */
      reason: string;
    };
    answer: null;
    refusal:
      | (
          | 'CASE_NOT_FOUND'
          | 'CASE_ONGOING'
          | 'IDEMPOTENCY_KEY_REUSED'
          | 'NOT_CONFIRMED'
          | 'REQUEST_IN_FLIGHT'
          | 'ROLE_NOT_ALLOWED'
          | 'SECOND_FACTOR_NEEDED'
          | 'SESSION_AMBIGUOUS'
          | 'SESSION_INVALID'
          | 'SESSION_MISSING'
          | 'THROTTLED'
        )
      | CodeOfAnyCall;
  };
  /**
   * Give an ongoing case to another doctor. By the doctor of the case or a parent of the child. From then on the former doctor and their assistants have no part in it. Mails tell both doctors and the parents.
   */
  handOverCase: {
    kind: 'keyed';
    input: {
      /**
       * The id of a case.
       */
      id: string;
      /**
       * The id of a doctor.
       */
      DocID: string;
    };
    answer: null;
    refusal:
      | (
          | 'CASE_FINISHED'
          | 'CASE_NOT_FOUND'
          | 'DOCTOR_NOT_FOUND'
          | 'DOCTOR_TAKES_NO_CHILDREN'
          | 'IDEMPOTENCY_KEY_REUSED'
          | 'NOT_CONFIRMED'
          | 'REQUEST_IN_FLIGHT'
          | 'ROLE_NOT_ALLOWED'
          | 'SECOND_FACTOR_NEEDED'
          | 'SESSION_AMBIGUOUS'
          | 'SESSION_INVALID'
          | 'SESSION_MISSING'
          | 'THROTTLED'
        )
      | CodeOfAnyCall;
  };
  /**
   * Check that the process is alive. Whatever the state of the store.
   */
  alive: {
    kind: 'once';
    input: Readonly<Record<string, never>>;
    answer: null;
    refusal: CodeOfAnyCall;
  };
  /**
   * Check that the process can reach its store. Answers 503 while it cannot.
   */
  checkReadiness: {
    kind: 'once';
    input: Readonly<Record<string, never>>;
    answer: null;
    refusal: CodeOfAnyCall;
  };
}
export interface Session {
  /**
   * The id of a session, as logging in answers it. Secret.
   */
  id: string;
  /**
   * The first name.
   */
  firstName: string;
  /**
   * The last name.
   */
  lastName: string;
  /**
   * Doctor, assistant or parent.
   */
  role: 'Doc' | 'Ast' | 'Par';
}
export interface Person {
  /**
   * The first name.
   */
  firstName: string;
  /**
   * The last name.
   */
  lastName: string;
  /**
   * The id of an account.
   */
  id: string;
}
export interface Child {
  /**
   * The first name.
   */
  firstName: string;
  /**
   * The last name.
   */
  lastName: string;
  /**
   * The id of a child.
   */
  id: string;
}
export interface Account {
  /**
   * The id of an account.
   */
  ID: string;
  /**
   * The first name.
   */
  firstName: string;
  /**
   * The last name.
   */
  lastName: string;
  /**
   * An e-mail address; case does not matter.
   */
  email: string;
  /**
   * Doctor, assistant or parent.
   */
  role: 'Doc' | 'Ast' | 'Par';
  /**
   * In which mails to the account are written (ISO 639-1).
   */
  language: 'en' | 'de' | 'fr' | 'nl';
  /**
   * Which mails it gets: all, or only those about security.
   */
  notices: 'all' | 'security';
  /**
   * Whether its logins ask for a second factor.
   */
  secondFactor: boolean;
}
export interface Login {
  /**
   * The id of a login. Nobody can call by it.
   */
  LoginID: string;
  /**
   * A moment, in UTC.
   */
  startedAt: string;
  /**
   * A moment, in UTC.
   */
  lastUsedAt: string;
  /**
   * Whether this call was made in it.
   */
  current: boolean;
}
export interface OfferedFactor {
  /**
   * What the app makes one-time passwords of, in base32. Secret.
   */
  secret: string;
  /**
   * The same for an app, which reads it as a QR code. Secret.
   */
  uri: string;
}
export interface RecoveryCodes {
  /**
   * Items: Logs in once in place of a one-time password. Secret.
   */
  recoveryCodes: string[];
}
export interface OwnChild {
  /**
   * The id of a child.
   */
  id: string;
  /**
   * The first name.
   */
  firstName: string;
  /**
   * The last name.
   */
  lastName: string;
  birthDate: string | null;
  socSecNum: string | null;
}
export interface Access {
  /**
   * The id of an entry of the audit trail.
   */
  id: string;
  /**
   * A moment, in UTC.
   */
  at: string;
  /**
   * What was done.
   */
  action: string;
  /**
   * null: the operator, or an account that was erased.
   */
  by: PersonInRole | null;
}
export interface PersonInRole {
  /**
   * The first name.
   */
  firstName: string;
  /**
   * The last name.
   */
  lastName: string;
  /**
   * Doctor, assistant or parent.
   */
  role: 'Doc' | 'Ast' | 'Par';
}
export interface Case {
  /**
   * The id of a case.
   */
  id: string;
  /**
   * What it is about.
   */
  title: string;
  status: 'ongoing' | 'finished';
  /**
   * The id of a child.
   */
  ChildID: string;
  /**
   * The id of a doctor.
   */
  DocID: string;
  child?: ChildNames;
  /**
   * The newest in the case. null: none was requested.
   */
  certification?: ('requested' | 'issued' | 'rejected' | 'revoked') | null;
}
export interface ChildNames {
  /**
   * The id of a child.
   */
  id: string;
  /**
   * The first name.
   */
  firstName: string;
  /**
   * The last name.
   */
  lastName: string;
  birthDate: string | null;
}
export interface CaseWithTasks {
  /**
   * The id of a case.
   */
  id: string;
  /**
   * What it is about.
   */
  title: string;
  status: 'ongoing' | 'finished';
  /**
   * The id of a child.
   */
  ChildID: string;
  /**
   * The id of a doctor.
   */
  DocID: string;
  /**
   * A moment, in UTC.
   */
  openedAt: string;
  finishedAt: string | null;
  child: ChildNames;
  tasks: Task[];
}
export interface Task {
  /**
   * The id of a task.
   */
  id: string;
  /**
   * What it is about.
   */
  title: string;
  status: 'open' | 'closed';
  closedAt: string | null;
}
export interface CaseEvent {
  /**
   * The id of an event in the history of a case.
   */
  id: string;
  /**
   * A moment, in UTC.
   */
  at: string;
  /**
   * null: the operator.
   */
  by: string | null;
  action:
    | 'case opened'
    | 'case finished'
    | 'case refused'
    | 'case reopened'
    | 'case renamed'
    | 'case handed over'
    | 'task added'
    | 'task renamed'
    | 'task closed'
    | 'task reopened'
    | 'certificate wanted'
    | 'wish declined'
    | 'wish withdrawn'
    | 'certification requested'
    | 'certification issued'
    | 'certification rejected'
    | 'certification revoked'
    | 'certification confirmed'
    | 'certification corrected'
    | 'child corrected'
    | 'parent removed'
    | 'note written'
    | 'note marked';
  reason: string | null;
  /**
   * The doctor to whom the case was handed over.
   */
  to?: string;
  /**
   * What was corrected of the child: never from what to what.
   */
  fields?: ('firstName' | 'lastName' | 'birthDate' | 'socSecNum')[];
  /**
   * null: an account that was erased, or the operator.
   */
  byWhom?: PersonInRole | null;
}
export interface TaskOfCase {
  /**
   * The id of a task.
   */
  id: string;
  /**
   * What it is about.
   */
  title: string;
  status: 'open' | 'closed';
  closedAt: string | null;
  /**
   * The id of a case.
   */
  CaseID: string;
}

export const rows = {
  logIn: 'once GET /api/Auth',
  registerAccount: 'keyed POST /api/Auth',
  listDoctors: 'list GET /api/Doc',
  listAssistants: 'list GET /api/Doc/{id}/assistants',
  linkAssistant: 'keyed POST /api/Doc/{id}/assistants',
  listDoctorsChildren: 'list GET /api/Doc/{id}/children',
  addChild: 'keyed POST /api/Parent/child',
  describeAccount: 'read GET /api/Auth/me',
  changeProfile: 'once POST /api/Auth/me',
  logOut: 'once POST /api/Auth/logout',
  changePassword: 'once POST /api/Auth/password',
  changeEmail: 'keyed POST /api/Auth/email',
  confirmEmail: 'once POST /api/Auth/email/confirm',
  requestReset: 'keyed POST /api/Auth/reset',
  confirmReset: 'once POST /api/Auth/reset/confirm',
  listLogins: 'list GET /api/Auth/logins',
  endLogin: 'keyed DELETE /api/Auth/logins/{LoginID}',
  offerFactor: 'once POST /api/Auth/factor',
  removeFactor: 'once DELETE /api/Auth/factor',
  confirmFactor: 'once POST /api/Auth/factor/confirm',
  unlinkAssistant: 'keyed DELETE /api/Doc/{id}/assistants/{AstID}',
  listOwnChildren: 'list GET /api/Parent/children',
  showChild: 'read GET /api/Parent/children/{ChildID}',
  correctChild: 'once POST /api/Parent/children/{ChildID}',
  listAccess: 'list GET /api/Parent/children/{ChildID}/access',
  listParents: 'list GET /api/Parent/children/{ChildID}/parents',
  inviteParent: 'keyed POST /api/Parent/children/{ChildID}/parents',
  removeParent: 'keyed DELETE /api/Parent/children/{ChildID}/parents/{ParID}',
  joinChild: 'keyed POST /api/Parent/join',
  listCases: 'list GET /api/Case',
  openCase: 'keyed POST /api/Case',
  showCase: 'read GET /api/Case/{id}',
  renameCase: 'once POST /api/Case/{id}',
  showHistory: 'list GET /api/Case/{id}/history',
  addTask: 'keyed POST /api/Case/{id}/tasks',
  listTasks: 'list GET /api/Task',
  renameTask: 'once POST /api/Task/{id}',
  closeTask: 'keyed POST /api/Task/{id}/close',
  finishCase: 'keyed POST /api/Case/{id}/finish',
  reopenCase: 'keyed POST /api/Case/{id}/reopen',
  handOverCase: 'keyed POST /api/Case/{id}/handover',
  alive: 'once GET /healthz',
  checkReadiness: 'once GET /readyz',
};
