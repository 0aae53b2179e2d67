import type { ClosedTask, ListedTask, OpenTask, Task, TaskFilter } from '../../model/case.ts';
import type { PageRequest } from '../../model/pages.ts';
import type { AccountId, CaseId, CaseOrTaskId, Day, TaskId } from '../../model/values.ts';

export type TaskReads = {
  readonly tasks: {
    find(id: TaskId): Promise<Task | undefined>;
    /**
     * D-21: the task, or the one of the case that was closed last, whatever the ids and moments. Locks nothing: a unit
     * must have asked for the case before.
     */
    meantBy(id: CaseOrTaskId): Promise<Task | undefined>;
    ofCase(caseId: CaseId, request: PageRequest<TaskId>): Promise<readonly Task[]>;
    anyOpenIn(caseId: CaseId): Promise<boolean>;
    /** D-31: the tasks of the doctors' cases. */
    ofDoctors(
      doctorIds: readonly AccountId[],
      request: PageRequest<TaskId>,
      filter?: TaskFilter,
    ): Promise<readonly ListedTask[]>;
    /** D-46: how many tasks are of cases of these doctors, and fit. */
    count(doctors: readonly AccountId[], filter: TaskFilter, atMost: number): Promise<number>;
  };
};

export type TaskStores = TaskReads & {
  readonly tasks: {
    insert(task: OpenTask): Promise<void>;
    rename(task: OpenTask): Promise<void>;
    /** Closes it. */
    save(task: ClosedTask): Promise<void>;
    /** D-46: open tasks, due until that day, that were not taken yet: the doctor of each. At most so many, each by one unit. */
    takeDue(until: Day, atMost: number): Promise<readonly AccountId[]>;
    /** D-46: once it is closed again, it is closed last. */
    reopen(task: OpenTask): Promise<void>;
    /** D-44: one that was never closed. */
    remove(id: TaskId): Promise<void>;
  };
};
