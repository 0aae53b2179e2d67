import { parseCaseOrTaskId } from '@health-case/domain/model/ids';
import { birthDate, firstName, lastName, socSecNum, taskId } from '@health-case/http/fields';
import { fieldsOnly, reader } from '@health-case/http/reader';

/** The requests that are A's own. */
export const fullChild = fieldsOnly({ firstName, lastName, birthDate, socSecNum });

/** D-21: the path names a case or a task; with a case, the field `TaskID` may name one of its tasks. */
export const taskReference = reader(
  { TaskID: taskId.optional() },
  { id: { parse: parseCaseOrTaskId, otherwise: 'CASE_NOT_FOUND' } },
  ({ TaskID }, { id }) => ({ id, taskId: TaskID }),
);
