import type { Operations } from './operation.ts';

const NOT_A_DOCTOR = 'The path names no doctor.';

/** Doctors, assistants, and the children of parents. */
export const practiceOperations: Pick<
  Operations,
  | 'listDoctors'
  | 'listAssistants'
  | 'listDoctorsChildren'
  | 'linkAssistant'
  | 'unlinkAssistant'
  | 'addChild'
  | 'listOwnChildren'
> = {
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
    examples: { assistant: { email: 'noor@example.org' } },
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
};
