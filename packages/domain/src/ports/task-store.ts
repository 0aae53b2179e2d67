import type { CaseId, TaskId } from '../model/ids.ts';
import type { PageRequest } from '../model/paging.ts';
import type { ClosedTask, OpenTask, Task } from '../model/task.ts';

export interface TaskReads {
  find(id: TaskId): Promise<Task | undefined>;
  ofCase(caseId: CaseId, request: PageRequest<TaskId>): Promise<readonly Task[]>;
  /** The one that was saved last, whatever the ids and moments. */
  lastClosedOf(caseId: CaseId): Promise<ClosedTask | undefined>;
  anyOpenIn(caseId: CaseId): Promise<boolean>;
}

export interface TaskStore extends TaskReads {
  insert(task: OpenTask): Promise<void>;
  /** Replaces the state of a task that is there. */
  save(task: ClosedTask): Promise<void>;
}
