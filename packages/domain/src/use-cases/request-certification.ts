import type { Refusal } from '../errors.ts';
import type { Account } from '../model/account.ts';
import { certify } from '../model/case.ts';
import type { CertificationId } from '../model/values.ts';
import type { Ports } from '../ports/ports.ts';
import { ok, type Result } from '../result.ts';
import { locateTask, type TaskReference } from './locate-task.ts';
import { remember } from './remember.ts';

type Input = TaskReference & { readonly actor: Account };
type Outcome = Result<CertificationId, Refusal<'CASE_NOT_FOUND' | 'TASK_NOT_CLOSED' | 'TASK_NOT_FOUND'>>;

/** D-22: asking again while one is live answers the same certification. */
export const requestCertification =
  ({ storage, ids, clock }: Ports) =>
  ({ actor, ...reference }: Input): Promise<Outcome> =>
    storage.write(async (stores) => {
      const located = await locateTask(stores, actor, reference);
      if (!located.ok) return located;
      const [{ task }, at] = [located.value, clock.now()];
      const wanted = certify(task, ids.certification(), actor.id, at);
      const { id } = await stores.certifications.insertOnce(wanted);
      if (id === wanted.id) {
        await remember(stores, ids, { caseId: task.caseId, actor, action: 'certification requested', at });
      }
      return ok(id);
    });
