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
}
