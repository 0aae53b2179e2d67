import { type Refusal, refuse } from '../errors.ts';
import type { Account } from '../model/account.ts';
import { openCase as open } from '../model/case.ts';
import type { AccountId, CaseId, ChildId, Title } from '../model/values.ts';
import type { Ports } from '../ports/ports.ts';
import type { Reads } from '../ports/storage.ts';
import { ok, type Result } from '../result.ts';
import { isDoctor, worksFor } from './participation.ts';
import { remember } from './remember.ts';

type Input = {
  readonly actor: Account;
  readonly childId: ChildId;
  readonly doctorId: AccountId;
  readonly title: Title;
};
type Outcome = Result<CaseId, Refusal<'CHILD_NOT_FOUND' | 'DOCTOR_NOT_FOUND' | 'ROLE_NOT_ALLOWED'>>;

/** A parent opens a case for an own child with any doctor; doctor and assistants for a child already on the doctor's list. */
export const openCase =
  ({ storage, ids, clock }: Ports) =>
  ({ actor, childId, doctorId, title }: Input): Promise<Outcome> =>
    storage.write(async (stores): Promise<Outcome> => {
      if (!(await isDoctor(stores.accounts, doctorId))) return refuse('DOCTOR_NOT_FOUND');
      if (actor.role !== 'Par' && !(await worksFor(stores.assistants, actor, doctorId))) {
        return refuse('ROLE_NOT_ALLOWED');
      }
      const parentId = await stores.children.parentOf(childId);
      if (parentId === undefined || !(await isOpenTo(stores, actor, { childId, parentId, doctorId }))) {
        return refuse('CHILD_NOT_FOUND');
      }
      const [id, at] = [ids.case(), clock.now()];
      await stores.cases.insert(open({ id, childId, parentId, doctorId, title, openedAt: at }));
      await remember(stores, ids, { caseId: id, actor, action: 'case opened', at });
      return ok(id);
    });

type Assignment = { readonly childId: ChildId; readonly parentId: AccountId; readonly doctorId: AccountId };

const isOpenTo = async ({ children }: Reads, actor: Account, { childId, parentId, doctorId }: Assignment) =>
  actor.role === 'Par' ? parentId === actor.id : children.isOfDoctor(childId, doctorId);
