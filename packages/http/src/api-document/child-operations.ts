import type { childUseCases } from '@health-case/domain/use-cases/children';
import type { parentUseCases } from '@health-case/domain/use-cases/parents';
import type { practiceUseCases } from '@health-case/domain/use-cases/practice';
import { NOOR } from './account-operations.ts';
import { type Operations, operation } from './operation.ts';

const NOT_A_DOCTOR = 'The path names no doctor.';
const NOT_OWN = 'There is no such child, or the account is not its parent.';
/** The refusals of a call about an own child. */
const OF_OWN_CHILD = { CHILD_NOT_FOUND: NOT_OWN, ROLE_NOT_ALLOWED: 'Only parents have children here.' };

type Names = keyof (typeof childUseCases & typeof parentUseCases & typeof practiceUseCases);

export const CHILD_OPERATIONS: Pick<Operations, Names> = {
  listDoctors: operation('Doctors', 'List the doctors', {
    description: 'Those who can log in. Any account may list them.',
  }),
  listAssistants: operation('Doctors', "List a doctor's assistants", {
    description: 'Those who can log in. Any account may list them.',
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
    ASSISTANT_NOT_FOUND: 'No assistant who can log in has this address, or has proven it where mails are sent.',
    THROTTLED: 'This account named too many addresses without an assistant, or made too many calls.',
    DOCTOR_NOT_FOUND: NOT_A_DOCTOR,
    ROLE_NOT_ALLOWED: 'Only the doctor who is named in the path does this.',
  }),
  unlinkAssistant: operation('Doctors', 'Remove an assistant', {
    description: "From then on, the doctor's cases do not exist for the assistant.",
    retriable: true,
    ASSISTANT_NOT_FOUND: 'The path names nobody who assists this doctor.',
    DOCTOR_NOT_FOUND: NOT_A_DOCTOR,
    ROLE_NOT_ALLOWED: 'Only the doctor who is named in the path does this.',
  }),
  addChild: operation('Children', "Add a child to the parent's own account", {
    description: 'The parent is whoever holds the session.',
    retriable: true,
    fields: { BIRTH_DATE_IN_FUTURE: 'birthDate', CHILD_KNOWN: 'socSecNum' },
    BIRTH_DATE_IN_FUTURE: 'The birth date lies in the future, wherever on Earth.',
    CHILD_KNOWN: 'The parent has added a child with this number before.',
    CHILD_NOT_FOUND: 'The child that this Idempotency-Key added was erased since.',
    ROLE_NOT_ALLOWED: 'Only parents add children.',
    THROTTLED: 'This parent added 60 children within an hour, or made too many calls.',
  }),
  listOwnChildren: operation('Children', "List the parent's own children", {
    description: 'The parent is whoever holds the session.',
    ROLE_NOT_ALLOWED: OF_OWN_CHILD.ROLE_NOT_ALLOWED,
  }),
  showChild: operation('Children', 'Show a child of the parent', {
    description: 'Of the number, only the last two characters.',
    ...OF_OWN_CHILD,
  }),
  correctChild: operation('Children', 'Correct what is known of a child', {
    description:
      'Replaces what is given, and forgets what `clear` names. Certificates that name what was wrong are revoked; a new one is made once the doctor who issued it has confirmed the corrected names and birth date.',
    examples: { child: { birthDate: '2019-02-27' } },
    ...OF_OWN_CHILD,
    BIRTH_DATE_IN_FUTURE: 'The birth date lies in the future, wherever on Earth.',
    CHILD_KNOWN: 'The parent has another child with this number.',
  }),
  listAccess: operation('Children', 'List who has looked at a child, or changed something', {
    description:
      'What the audit trail holds about the child, newest first. A page of a list of cases or tasks counts for each child in it, and so does a search by name; a list of names alone does not.',
    ...OF_OWN_CHILD,
  }),
  listParents: operation('Children', 'List the parents of a child', {
    description: 'First the one who added it, the others in the order in which they joined.',
    ...OF_OWN_CHILD,
  }),
  inviteParent: operation('Children', 'Invite another parent of a child', {
    description:
      'The address gets a mail, with a code that is valid for 7 days, or with why its account cannot join. The reply does not tell which.',
    examples: { parent: { email: 'eva@example.org' } },
    ...OF_OWN_CHILD,
    EMAIL_OWN: 'The address is that of the caller.',
    THROTTLED:
      'The account sent too many invitations, or the address got too many, or the account made too many calls.',
    TOO_MANY_PARENTS: 'The child has six.',
  }),
  joinChild: operation('Children', 'Become a parent of a child, by the code', {
    description:
      'For the parent whose address got the code. If the parent has added the same child, by its number, the two become one.',
    retriable: true,
    CHILD_NOT_FOUND: 'The child was erased meanwhile.',
    CODE_INVALID: 'The code is wrong, or was used, is older than 7 days, or went to another address.',
    ROLE_NOT_ALLOWED: 'Only parents have children here.',
    THROTTLED: 'Too many codes were wrong, or the account made too many calls.',
    TOO_MANY_PARENTS: 'The child has six.',
  }),
  removeParent: operation('Children', 'Leave a child, or remove another parent', {
    description:
      'Everybody may leave but the last one. Who has added the child may remove the others. Invitations that the parent got or sent end.',
    retriable: true,
    CHILD_NOT_FOUND: NOT_OWN,
    LAST_PARENT: 'The child would have no parent.',
    PARENT_NOT_FOUND: 'The path names no parent of the child.',
    ROLE_NOT_ALLOWED: 'Only the parent who has added the child removes others.',
  }),
};
