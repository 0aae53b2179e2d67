import { type Refusal, refuse } from '../errors.ts';
import type { Account } from '../model/account.ts';
import type { Certification } from '../model/case.ts';
import type { Ports } from '../ports/ports.ts';
import { ok, type Result } from '../result.ts';
import { locateTask, type TaskReference } from './locate-task.ts';

type Input = TaskReference & { readonly actor: Account };
type Outcome = Result<
  Certification,
  Refusal<'CASE_NOT_FOUND' | 'CERTIFICATION_NOT_FOUND' | 'TASK_NOT_CLOSED' | 'TASK_NOT_FOUND'>
>;

/** D-22: the newest certification of the task. */
export const checkCertification =
  ({ storage }: Ports) =>
  async ({ actor, ...reference }: Input): Promise<Outcome> => {
    const located = await locateTask(storage.read, actor, reference);
    if (!located.ok) return located;
    const newest = await storage.read.certifications.newestOf(located.value.task.id);
    return newest ? ok(newest) : refuse('CERTIFICATION_NOT_FOUND');
  };
