import { type Asked, measureAsked } from './ask.ts';
import type { Operation } from './curve.ts';
import { backUp, processStart, verifyAudit } from './processes.ts';
import { reads } from './reads.ts';
import { wholeList } from './whole-list.ts';
import { writes } from './writes.ts';

const asked = (call: Asked): Operation => ({
  id: call.id,
  title: call.title,
  memoryAt: 'after the requests',
  measure: (context) => measureAsked(call, context),
});

/** In the order of the table. Those that write come after those that read, so that these find the stores as they were filled. */
export const OPERATIONS: readonly Operation[] = [
  ...reads.map(asked),
  wholeList,
  ...writes.map(asked),
  processStart,
  backUp,
  verifyAudit,
];
