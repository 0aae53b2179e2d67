import { type Refusal, refuse } from '../errors.ts';
import type { Account } from '../model/account.ts';
import { type CaseAction, type Certification, issue, reject, revoke } from '../model/case.ts';
import type { Instant, Reason } from '../model/values.ts';
import type { Ports } from '../ports/ports.ts';
import { ok, type Result } from '../result.ts';
import { locateCase, locateTask, type TaskReference } from './locate-task.ts';
import { remember } from './remember.ts';

type Input = TaskReference & { readonly actor: Account };
type InputWithReason = Input & { readonly reason: Reason };
type Decided = 'CERTIFICATION_DECIDED';
type NotIssued = 'CERTIFICATION_NOT_ISSUED';
type Shared = 'CASE_NOT_FOUND' | 'CERTIFICATION_NOT_FOUND' | 'ROLE_NOT_ALLOWED' | 'TASK_NOT_CLOSED' | 'TASK_NOT_FOUND';
type Outcome<Own extends Decided | NotIssued> = Result<undefined, Refusal<Shared | Own>>;

type Decision<Own extends Decided | NotIssued> = {
  readonly action: CaseAction;
  readonly reason?: Reason;
  readonly decide: (certification: Certification, now: Instant) => Result<Certification, Refusal<Own>>;
};

/** The case's doctor decides about the newest certification of the task; other participants may see it only (D-23). */
const deciding =
  <Own extends Decided | NotIssued>({ storage, ids, clock }: Ports) =>
  ({ actor, id, taskId }: Input, { decide, ...change }: Decision<Own>): Promise<Outcome<Own>> =>
    storage.write(async (stores): Promise<Outcome<Own>> => {
      const concerned = await locateCase(stores, actor, id);
      if (!concerned.ok) return concerned;
      if (actor.id !== concerned.value.case.doctorId) return refuse('ROLE_NOT_ALLOWED');
      const located = await locateTask(stores, actor, { id, taskId });
      if (!located.ok) return located;
      const newest = await stores.certifications.newestOf(located.value.task.id);
      if (!newest) return refuse('CERTIFICATION_NOT_FOUND');
      const at = clock.now();
      const decided = decide(newest, at);
      if (!decided.ok) return decided;
      await stores.certifications.save(decided.value);
      await remember(stores, ids, { caseId: newest.caseId, actor, at, ...change });
      return ok(undefined);
    });

export const issueCertification = (ports: Ports) => (input: Input) =>
  deciding<Decided>(ports)(input, { action: 'certification issued', decide: issue });

export const rejectCertification = (ports: Ports) => (input: InputWithReason) =>
  deciding<Decided>(ports)(input, {
    action: 'certification rejected',
    reason: input.reason,
    decide: (certification, now) => reject(certification, now, input.reason),
  });

export const revokeCertification = (ports: Ports) => (input: InputWithReason) =>
  deciding<NotIssued>(ports)(input, {
    action: 'certification revoked',
    reason: input.reason,
    decide: (certification, now) => revoke(certification, now, input.reason),
  });
