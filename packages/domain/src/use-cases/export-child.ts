import { type Refusal, refuse } from '../errors.ts';
import type { Account } from '../model/account.ts';
import type { Case, CaseEvent, Certification, Task } from '../model/case.ts';
import type { Child } from '../model/child.ts';
import { type PageRequest, pagesOf } from '../model/request-options.ts';
import type { AccountId, CaseEventId, CaseId, CertificationId, ChildId, TaskId } from '../model/values.ts';
import type { Ports } from '../ports/ports.ts';
import type { Reads } from '../ports/storage.ts';
import { ok, type Result } from '../result.ts';

type Input = { readonly childId: ChildId };
type Outcome = Result<ChildFile, Refusal<'CHILD_NOT_FOUND'>>;

export type CaseFile = {
  readonly case: Case;
  readonly tasks: readonly Task[];
  readonly certifications: readonly Certification[];
  readonly history: readonly CaseEvent[];
};

/** All that is kept about one child, and who everybody is that is named in it. */
export type ChildFile = {
  readonly child: Child;
  readonly cases: readonly CaseFile[];
  readonly people: readonly Account[];
};

/** For the operator, on a person's request (GDPR, article 15). One unit of work, so that the parts fit together. */
export const exportChild =
  ({ storage }: Ports) =>
  ({ childId }: Input): Promise<Outcome> =>
    storage.write(async (stores): Promise<Outcome> => {
      const child = await stores.children.record(childId);
      if (!child) return refuse('CHILD_NOT_FOUND');
      const cases: CaseFile[] = [];
      for (const facts of await whole<CaseId, Case>((request) => stores.cases.ofChild(childId, request))) {
        cases.push(await caseFile(stores, facts));
      }
      return ok({ child, cases, people: await peopleIn(stores, child, cases) });
    });

const whole = async <Id extends string, Entry extends { readonly id: Id }>(
  fetch: (request: PageRequest<Id>) => Promise<readonly Entry[]>,
): Promise<readonly Entry[]> => {
  const entries: Entry[] = [];
  for await (const page of pagesOf(fetch, {})) entries.push(...page);
  return entries;
};

const caseFile = async ({ tasks, certifications, history }: Reads, facts: Case): Promise<CaseFile> => ({
  case: facts,
  tasks: await whole<TaskId, Task>((request) => tasks.ofCase(facts.id, request)),
  certifications: await whole<CertificationId, Certification>((request) => certifications.ofCase(facts.id, request)),
  history: await whole<CaseEventId, CaseEvent>((request) => history.ofCase(facts.id, request)),
});

const peopleIn = async ({ accounts }: Reads, child: Child, files: readonly CaseFile[]): Promise<readonly Account[]> => {
  const ids = new Set<AccountId>([child.parentId]);
  for (const { case: facts, history } of files) {
    ids.add(facts.doctorId);
    for (const { by } of history) ids.add(by);
  }
  const people: Account[] = [];
  for (const id of ids) {
    const account = await accounts.find(id);
    if (account) people.push(account);
  }
  return people;
};
