import { birthDate, caseOrTaskId, firstName, lastName, reason, socSecNum, taskId } from '@health-case/http/fields';
import { fieldsOnly, reader } from '@health-case/http/requests';

/** The requests that are A's own. */
export const fullChild = fieldsOnly({ firstName, lastName, birthDate, socSecNum });

/** D-21: the path names a case or a task; with a case, the field `TaskID` may name one of its tasks. */
const caseOrTaskInPath = { id: [caseOrTaskId, 'CASE_NOT_FOUND'] } as const;

export const taskReference = reader({ TaskID: taskId.optional() }, caseOrTaskInPath, ({ TaskID }, { id }) => ({
  id,
  taskId: TaskID,
}));

export const decisionWithReason = reader(
  { TaskID: taskId.optional(), reason },
  caseOrTaskInPath,
  ({ TaskID, reason }, { id }) => ({ id, taskId: TaskID, reason }),
);
