import { refuse } from '../errors.ts';
import type { Child, ChildEntry } from '../model/child.ts';
import type { AccountId } from '../model/ids.ts';
import { comparableSocSecNum } from '../model/soc-sec-num.ts';
import type { ChildStore } from '../ports/child-store.ts';
import { ok } from '../result.ts';
import { all, page, type Tables } from './tables.ts';

const entryOf = ({ id, firstName, lastName }: Child): ChildEntry => ({ id, firstName, lastName });

const isSame = (one: Child, other: Child): boolean =>
  one.parentId === other.parentId &&
  one.socSecNum !== undefined &&
  other.socSecNum !== undefined &&
  comparableSocSecNum(one.socSecNum) === comparableSocSecNum(other.socSecNum);

export const memoryChildren = ({ cases, children }: Tables): ChildStore => {
  const isOfDoctor = (child: Child, doctorId: AccountId): boolean =>
    all(cases, (found) => found.doctorId === doctorId && found.childId === child.id).length > 0;
  return {
    parentOf: async (id) => children.get(id)?.parentId,
    record: async (id) => children.get(id),
    ofParent: async (parentId, request) =>
      page(all(children, (child) => child.parentId === parentId).map(entryOf), request),
    ofDoctor: async (doctorId, request) =>
      page(all(children, (child) => isOfDoctor(child, doctorId)).map(entryOf), request),
    ofDoctorAndParent: async (doctorId, parentId, request) =>
      page(all(children, (child) => child.parentId === parentId && isOfDoctor(child, doctorId)).map(entryOf), request),
    isOfDoctor: async (id, doctorId) => {
      const child = children.get(id);
      return child !== undefined && isOfDoctor(child, doctorId);
    },
    insert: async (child) => {
      if (all(children, (known) => isSame(known, child)).length > 0) return refuse('CHILD_KNOWN');
      children.set(child.id, child);
      return ok(undefined);
    },
  };
};
