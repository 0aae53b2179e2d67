import type { AccountId } from '@health-case/domain/model/values';
import { z } from 'zod';
import { children, endpoints, one, paging, people, reader } from '../endpoint.ts';
import * as field from '../fields.ts';
import { NOOR } from './account.ts';

/** D-19. */
const doctorInPath = { id: [field.doctorId, 'DOCTOR_NOT_FOUND', 'doctorId'] } as const;

/** D-31. */
const search = <Id extends z.ZodType>(id: Id) => ({ ...paging(id), name: field.nameSearch.optional() });
const searchOfDoctor = <Id extends z.ZodType>(id: Id) =>
  reader(search(id), doctorInPath, ({ name, ...paging }, { doctorId }) => ({ doctorId, paging, name }));

const NOT_A_DOCTOR = 'The path names no doctor.';
const NAMED_DOCTOR = 'Only the doctor who is named in the path does this.';

export const doctor = endpoints('Doctors', {
  listDoctors: {
    summary: 'List the doctors',
    description: 'Those who can log in. Any account may list them.',
    request: reader(search(field.accountId), {}, ({ name, ...paging }) => ({ paging, name })),
    answer: people,
  },
  listAssistants: {
    summary: "List a doctor's assistants",
    description: 'Those who can log in. Any account may list them.',
    request: searchOfDoctor(field.accountId),
    answer: people,
    refused: { DOCTOR_NOT_FOUND: NOT_A_DOCTOR },
  },
  listDoctorsChildren: {
    summary: 'List the children with cases assigned to a doctor',
    description:
      'Ongoing or finished cases; each child once. The doctor and their assistants see all, parents their own children.',
    request: searchOfDoctor(field.childId),
    answer: children,
    refused: {
      DOCTOR_NOT_FOUND: NOT_A_DOCTOR,
      ROLE_NOT_ALLOWED: "It is another doctor's list, or that of a doctor whom the assistant does not assist.",
    },
  },
  linkAssistant: {
    summary: 'Name an assistant',
    description: 'By the address of the account. Repeating it is no mistake.',
    request: reader({ email: field.email }, doctorInPath),
    answer: one(z.object({ AstID: field.assistantId.in }), (id: AccountId) => ({ AstID: id })),
    retriable: true,
    examples: { assistant: { email: NOOR.email } },
    refused: {
      ASSISTANT_NOT_FOUND: 'No assistant who can log in has this address, or has proven it where mails are sent.',
      THROTTLED: 'This account named too many addresses without an assistant, or made too many calls.',
      DOCTOR_NOT_FOUND: NOT_A_DOCTOR,
      ROLE_NOT_ALLOWED: NAMED_DOCTOR,
    },
  },
  unlinkAssistant: {
    summary: 'Remove an assistant',
    description: "From then on, the doctor's cases do not exist for the assistant.",
    request: reader({}, { ...doctorInPath, AstID: [field.assistantId, 'ASSISTANT_NOT_FOUND', 'assistantId'] }),
    retriable: true,
    refused: {
      ASSISTANT_NOT_FOUND: 'The path names nobody who assists this doctor.',
      DOCTOR_NOT_FOUND: NOT_A_DOCTOR,
      ROLE_NOT_ALLOWED: NAMED_DOCTOR,
    },
  },
});
