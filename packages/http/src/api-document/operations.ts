import { ACCOUNT_OPERATIONS } from './account-operations.ts';
import { CASE_OPERATIONS } from './case-operations.ts';
import { CERTIFICATION_OPERATIONS } from './certification-operations.ts';
import { CHILD_OPERATIONS } from './child-operations.ts';
import { type Operations, operation } from './operation.ts';

export const OPERATIONS: Operations = {
  ...ACCOUNT_OPERATIONS,
  ...CHILD_OPERATIONS,
  ...CASE_OPERATIONS,
  ...CERTIFICATION_OPERATIONS,
  alive: operation('Process', 'Check that the process is alive', { description: 'Whatever the state of the store.' }),
  checkReadiness: operation('Process', 'Check that the process can reach its store', {
    description: 'Answers 503 while it cannot.',
  }),
};
