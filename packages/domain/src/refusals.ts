/**
 * Everything the domain may refuse, with the sentence that tells the caller what to change (D-02), by what kind of refusal
 * it is: a transport has a status for each.
 */
export const REFUSALS = {
  invalid: {
    BIRTH_DATE_IN_FUTURE: 'birthDate must not lie in the future.',
    COVER_DAYS_INVALID: 'A cover begins today or later, ends on that day or later, and lasts 366 days at most.',
    PASSWORD_COMMON: 'This password is one of the most common ones; choose another.',
    REASON_NEEDED: 'Give a reason: the parents are told.',
    VALIDITY_OUT_OF_RANGE: 'validUntil must be a day from today on, at most 365 days ahead.',
  },
  unproven: {
    CODE_INVALID: 'The code is wrong, used or expired; check it, or ask for a new one.',
    CREDENTIALS_WRONG: 'The e-mail address or the password is wrong.',
    PASSKEY_INVALID: 'The passkey is unknown or does not fit; try again, or log in with the password.',
    PASSKEY_IN_DOUBT:
      'The passkey has not counted on since its last use: a copy of it may have signed; log in with the password.',
    PASSWORD_WRONG: 'The present password is wrong.',
    SECOND_FACTOR_REQUIRED:
      'This account has a second factor; send its one-time password or a recovery code as otp, too.',
    SESSION_INVALID: 'The session is unknown or has ended; log in again.',
  },
  forbidden: {
    ACCOUNT_DISABLED: 'This account has been disabled; ask those who run the service.',
    INVITATION_INVALID:
      'To register in this role takes a valid invitation; ask the operator for a code and send it as invitation.',
    NOT_CONFIRMED: 'This account waits until whoever manages the practice has confirmed it; try again then.',
    OWN_INTEREST: 'You would get a part in the cases of this doctor; the doctor or another manager must do it.',
    ROLE_NOT_ALLOWED: 'This account may not do this.',
    SECOND_FACTOR_NEEDED: 'This account needs a second factor; turn one on by POST /api/Auth/factor first.',
  },
  unknown: {
    ACCOUNT_NOT_FOUND: 'No account has this e-mail address; check its spelling.',
    ASSISTANT_NOT_FOUND: 'No such assistant is known here; check the e-mail address or the id.',
    CASE_NOT_FOUND: 'No such case or task is known to you; check the id in the path.',
    CERTIFICATION_NOT_FOUND: 'No certification has been requested for this task; request one first.',
    CHILD_NOT_FOUND: 'No such child is known to you; check ChildID.',
    COVER_NOT_FOUND: 'No such cover is known to you, or its days are over; check the id.',
    DOCTOR_NOT_FOUND: 'No such doctor is known here; take an id from the list of doctors.',
    IMPORT_NOT_FOUND: 'No such import or row is known here; list the imports.',
    INVITATION_NOT_FOUND: 'No invitation to this address waits; list those of the child.',
    LOGIN_NOT_FOUND: 'You have no such login; take a LoginID from the list of your logins.',
    MAIL_NOT_FOUND: 'No mail has this id; list the mails.',
    NOTE_NOT_FOUND: 'No such note is on this case; list its notes.',
    PARENT_NOT_FOUND: 'The child has no such parent; take an id from the list of its parents.',
    PASSKEY_NOT_FOUND: 'The account has no such passkey; list its passkeys.',
    PHRASE_NOT_FOUND: 'No such phrase is yours; list your phrases.',
    SIGNING_KEY_NOT_FOUND: 'No signing key has this id; list the signing keys.',
    STATUS_LIST_NOT_FOUND: 'No status list has this number; take the address from a certificate.',
    TASK_NOT_FOUND: 'No such task belongs to this case; check TaskID.',
  },
  conflict: {
    ACCOUNT_CONFIRMED: 'The account is confirmed already.',
    ADDRESS_NOT_PROVEN: 'The e-mail address of the account is not proven yet; its owner does that first.',
    CASES_LEFT: 'The doctor has ongoing cases; have them handed over or finished first.',
    CASE_FINISHED: 'The case is finished; reopen it first.',
    CASE_ONGOING: 'The case is ongoing; only a finished one can be reopened.',
    CASE_WORKED_IN: 'The case has tasks already; finish it instead.',
    CERTIFICATES_EXHAUSTED: 'The account has made 100 certificates, the most of one certification; use one of them.',
    CERTIFICATION_DECIDED: 'The certification has been decided already; check its status.',
    CERTIFICATION_EXPIRED: 'The certification is no longer valid; have it revoked, then request a new one.',
    CERTIFICATION_LIVE: 'A certification of the task is requested or issued; reject or revoke it first.',
    CERTIFICATION_NOT_ISSUED: 'The certification is not issued; check its status.',
    CERTIFICATION_TO_CONFIRM:
      'The child was corrected since the certification was issued; the doctor who issued it must confirm it first.',
    CHILDREN_EQUAL: 'The two ids name the same child; name two different ones.',
    CHILDREN_LEFT: 'The parent is the only one of a child; have another parent join it, or erase the child first.',
    CHILD_CORRECTED: 'The child is called otherwise by now; read its names and birth date again, and decide anew.',
    CHILD_HAS_PARENTS: 'A parent looks after the child.',
    CHILD_KNOWN: 'You have added a child with this socSecNum already.',
    COVER_OVERLAPS:
      'On some of these days the doctor has a deputy or is one, or the deputy has one; choose other days or another doctor.',
    DOCTOR_TAKES_NO_CHILDREN: 'This doctor takes no new children; choose another one.',
    DOCTOR_UNAVAILABLE: 'The doctor of the case is not available any more; have it handed over first.',
    EMAIL_OWN: 'This is the e-mail address of your own account; name the one of the other parent.',
    EMAIL_TAKEN: 'An account with this e-mail address exists already; log in or use another one.',
    HELPED_LATELY: 'Of an account, managers give an address or reset the factor within 30 days; ask the operator.',
    IMPORT_CHANGED: 'The import is in another state by now; look at it again.',
    LAST_MANAGER: 'Nobody else who can log in runs the practice; make another manager first.',
    LAST_PARENT: 'This is the only parent of the child; invite another one first.',
    MANAGER_EXISTS: 'Somebody who can log in manages the practice already.',
    NOTE_MARKED: 'The note is marked as entered in error already.',
    REQUEST_IN_FLIGHT:
      'A request with this Idempotency-Key is under way; try again after the time in the Retry-After header.',
    SECOND_FACTOR_ON: 'The account has a second factor; turn it off first.',
    TASKS_OPEN: 'The case has open tasks; close them first.',
    TASK_ALREADY_CLOSED: 'The task is closed already.',
    TASK_NOT_CLOSED: 'A certification needs a closed task; close the task first.',
    TOO_MANY_PARENTS: 'A child can have six parents at most; have one removed first.',
    TOO_MANY_PASSKEYS: 'An account can have ten passkeys at most; remove one first.',
    TOO_MANY_PHRASES: 'You keep as many phrases of the kind as you can; remove one first.',
    UNDO_OVER: 'The task is open, or was closed by somebody else, or too long ago.',
    WISH_ENDED: 'The wish for a certificate is closed or declined already.',
  },
  otherRequest: {
    IDEMPOTENCY_KEY_REUSED: 'This Idempotency-Key was used for another request; use a new one for each new request.',
  },
  tooOften: {
    THROTTLED: 'That was too often; wait for the time in the Retry-After header.',
  },
} as const;

/** Closed: a transport must know an answer to each code. */
export type RefusalCode = { [Kind in keyof typeof REFUSALS]: keyof (typeof REFUSALS)[Kind] }[keyof typeof REFUSALS];
