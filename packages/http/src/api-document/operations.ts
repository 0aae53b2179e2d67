import { accountOperations } from './account-operations.ts';
import { caseOperations } from './case-operations.ts';
import { certificationOperations } from './certification-operations.ts';
import type { Operations } from './operation.ts';
import { practiceOperations } from './practice-operations.ts';

/** What the API document says of each use case. A code that its type does not have, or that is missing here, does not compile. */
export const OPERATIONS: Operations = {
  ...accountOperations,
  ...practiceOperations,
  ...caseOperations,
  ...certificationOperations,
  alive: { tag: 'Process', summary: 'Is the process alive?', refusals: {} },
  checkReadiness: {
    tag: 'Process',
    summary: 'Can the process reach its store?',
    description: 'Answers 503 while it cannot.',
    refusals: {},
  },
};
