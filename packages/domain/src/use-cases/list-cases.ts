import type { Account } from '../model/account.ts';
import type { Case } from '../model/case.ts';
import { type PageRequest, type Pages, type Paging, pagesOf } from '../model/request-options.ts';
import type { CaseId } from '../model/values.ts';
import type { Ports } from '../ports/ports.ts';
import type { CaseReads } from '../ports/storage.ts';
import { ok, type Result } from '../result.ts';

type Input = { readonly actor: Account; readonly paging: Paging<CaseId> };

/** The cases in which the caller has a part. */
export const listCases =
  ({ storage }: Ports) =>
  async ({ actor, paging }: Input): Promise<Result<Pages<Case>, never>> =>
    ok(pagesOf((request) => casesOf(storage.read.cases, actor, request), paging));

const casesOf = (cases: CaseReads, { role, id }: Account, request: PageRequest<CaseId>): Promise<readonly Case[]> => {
  if (role === 'Doc') return cases.ofDoctor(id, request);
  return role === 'Ast' ? cases.ofAssistant(id, request) : cases.ofParent(id, request);
};
