import type { Child, ChildEntry, ChildNames, ChildOrder, LikeChild, Parent, Patient } from '../../model/child.ts';
import type { NameSearch } from '../../model/names.ts';
import type { PageRequest } from '../../model/pages.ts';
import type { AccountId, CaseOrTaskId, ChildId } from '../../model/values.ts';
import type { Refusal, Result } from '../../result.ts';

export type ChildReads = {
  readonly children: {
    /** A unit relies on the child: nobody erases or merges it meanwhile. */
    isOfParent(id: ChildId, parentId: AccountId): Promise<boolean>;
    /** A unit relies on the child, as with `isOfParent`. */
    isOfDoctor(id: ChildId, doctorId: AccountId): Promise<boolean>;
    /** As `parents`, in any order, without a lock. */
    parentIds(id: ChildId): Promise<readonly AccountId[]>;
    /** Who has added it first, then in the order of joining. A unit locks the child, and with it who its parents are. */
    parents(id: ChildId): Promise<readonly Parent[]>;
    /** With the number in the clear, so it is for one child at a time. A unit locks the child. */
    record(id: ChildId): Promise<Child | undefined>;
    /**
     * The child of a case, or of a task's. Locks nothing: a unit must have asked for the case before, so that nobody
     * changes the child.
     */
    ofCase(id: CaseOrTaskId): Promise<ChildNames | undefined>;
    /** Those that exist, in any order. */
    namesOf(ids: readonly ChildId[]): Promise<readonly ChildNames[]>;
    ofParent(parentId: AccountId, request: PageRequest<ChildId>): Promise<readonly ChildEntry[]>;
    /** D-20: children with at least one case assigned to the doctor, ongoing or finished, each once. */
    ofDoctor(doctorId: AccountId, request: PageRequest<ChildId>): Promise<readonly ChildEntry[]>;
    /** D-46: the children of these doctors, each once. */
    patients(
      doctors: readonly AccountId[],
      order: ChildOrder,
      request: PageRequest<ChildId>,
    ): Promise<readonly Patient[]>;
    countPatients(doctors: readonly AccountId[], atMost: number): Promise<number>;
    /** D-31: of these, in the order of `accounts.search`. */
    searchOfDoctor(
      doctorId: AccountId,
      search: NameSearch,
      request: PageRequest<ChildId>,
    ): Promise<readonly ChildEntry[]>;
    /** With a search, those of them that it finds, in the same order. */
    ofDoctorAndParent(
      doctor: AccountId,
      parent: AccountId,
      page: PageRequest<ChildId>,
      search?: NameSearch,
    ): Promise<readonly ChildEntry[]>;
    /** D-37: with their parents, whose order tells nothing, and numbers in the clear. */
    all(request: PageRequest<ChildId>): Promise<readonly (Child & { readonly parentIds: readonly AccountId[] })[]>;
    /** D-42: the doctor's children with the same number, or with the same names (`nameKey`) and birth date, in any order. */
    alikeOfDoctor(doctorId: AccountId, child: Omit<Child, 'id'>): Promise<readonly ChildNames[]>;
    /**
     * D-48: children that it may be, in any order, each once: the doctor's with the same number, or the same names and no birth
     * date on one side; and anybody's with the same names and birth date. `hasNumber`: the same number.
     */
    alikeInPractice(doctorId: AccountId, child: Omit<Child, 'id'>): Promise<readonly LikeChild[]>;
    /** Where the child is now, if it was merged. */
    mergedInto(id: ChildId): Promise<ChildId | undefined>;
  };
};

export type ChildStores = ChildReads & {
  readonly children: {
    /**
     * D-14: refused if another child of the parent has the number, without separators and case. Stores none in the clear.
     * Its unit throws `ActorErased` if the parent was erased, and nobody erases the parent meanwhile.
     */
    insert(child: Child, parentId: AccountId): Promise<Result<undefined, Refusal<'CHILD_KNOWN'>>>;
    /** D-42: one of staff, which has no parent until one is added. */
    enter(child: Child): Promise<void>;
    /** D-50: from now on it is one of staff. A unit has locked it. */
    leaveToStaff(id: ChildId): Promise<void>;
    /** D-30: replaces what the child's record says. While the unit runs, nobody works on a case of the child. */
    correct(child: Child): Promise<void>;
    /** As `correct`, with another number. Refused if another child of `by` has it; what a co-parent has is not asked. */
    renumber(child: Child, by: AccountId): Promise<Result<undefined, Refusal<'CHILD_KNOWN'>>>;
    /** Also if another child of the parent has the number. Does nothing for a parent of the child. */
    addParent(id: ChildId, parentId: AccountId): Promise<void>;
    removeParent(id: ChildId, parentId: AccountId): Promise<void>;
    /** D-33: another child of this parent that has the number of the child. */
    sameOfParent(id: ChildId, parentId: AccountId): Promise<ChildId | undefined>;
    /**
     * D-33, D-37: moves the cases of a child to another one, with their parts and what was merged into it before,
     * revokes its certificates, and removes it. Its parents are not moved. Returns how many of both.
     */
    merge(from: ChildId, into: ChildId): Promise<{ readonly cases: number; readonly certificates: number }>;
    /** Removes the child with its cases and their parts. False if there was no such child. */
    erase(id: ChildId): Promise<boolean>;
    /** Encrypts the numbers of a page of children with the key in use. `sealed`: how many another key had encrypted. */
    reencrypt(request: PageRequest<ChildId>): Promise<{ readonly last: ChildId | undefined; readonly sealed: number }>;
  };
};
