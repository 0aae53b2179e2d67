import type { Refusal } from '../errors.ts';
import type { Child, ChildEntry } from '../model/child.ts';
import type { AccountId, ChildId } from '../model/ids.ts';
import type { PageRequest } from '../model/paging.ts';
import type { Result } from '../result.ts';

export interface ChildReads {
  parentOf(id: ChildId): Promise<AccountId | undefined>;
  /** The whole child, with the number in the clear: for those who must see it, never for a list. */
  record(id: ChildId): Promise<Child | undefined>;
  ofParent(parentId: AccountId, request: PageRequest<ChildId>): Promise<readonly ChildEntry[]>;
  /** D-20: children with at least one case assigned to the doctor, ongoing or finished, each once. */
  ofDoctor(doctorId: AccountId, request: PageRequest<ChildId>): Promise<readonly ChildEntry[]>;
  /** Those of `ofDoctor` that belong to the parent. */
  ofDoctorAndParent(
    doctorId: AccountId,
    parentId: AccountId,
    request: PageRequest<ChildId>,
  ): Promise<readonly ChildEntry[]>;
  /** Whether the child is among those of `ofDoctor`. */
  isOfDoctor(id: ChildId, doctorId: AccountId): Promise<boolean>;
}

export interface ChildStore extends ChildReads {
  /**
   * D-14: one parent has each social security number at most once, compared without separators and case; children
   * without a number are as many as one likes. The number is nowhere at rest in the clear.
   */
  insert(child: Child): Promise<Result<undefined, Refusal<'CHILD_KNOWN'>>>;
  /** Removes the child, its cases, and all that belongs to these. Whether the child was there. */
  erase(id: ChildId): Promise<boolean>;
  /**
   * Seals the numbers of at most `size` children that follow `after` under the data key in use, where another one sealed
   * them. Resolves to the last child that was looked at, none once all have been, and to how many were sealed anew.
   */
  sealAnew(request: PageRequest<ChildId>): Promise<{ readonly last: ChildId | undefined; readonly sealed: number }>;
}
