import { assistantSubjects } from './assistant-subjects.ts';
import { caseSubjects } from './case-subjects.ts';
import { certificationSubjects } from './certification-subjects.ts';
import { peopleSubjects } from './people-subjects.ts';
import type { Subject, VariantName } from './subject.ts';

/** All that the matrix is about. */
export const subjects: readonly Subject[] = [
  ...peopleSubjects,
  ...assistantSubjects,
  ...caseSubjects,
  ...certificationSubjects,
];

export const subjectsOf = (variant: VariantName): readonly Subject[] =>
  subjects.filter(({ variants }) => variants.includes(variant));
