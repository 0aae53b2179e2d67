import { refuse } from '../errors.ts';
import { type Child, type ChildEntry, comparableSocSecNum } from '../model/child.ts';
import type { AccountId, CaseId, ChildId } from '../model/values.ts';
import type { ChildStore } from '../ports/storage.ts';
import { ok } from '../result.ts';
import { all, page, type Tables } from './tables.ts';

const entryOf = ({ id, firstName, lastName }: Child): ChildEntry => ({ id, firstName, lastName });

const isSame = (one: Child, other: Child): boolean =>
  one.parentId === other.parentId &&
  one.socSecNum !== undefined &&
  other.socSecNum !== undefined &&
  comparableSocSecNum(one.socSecNum) === comparableSocSecNum(other.socSecNum);

const eraseCase = ({ cases, ...parts }: Tables, id: CaseId): void => {
  removeFrom(parts.tasks, id);
  removeFrom(parts.certifications, id);
  removeFrom(parts.history, id);
  cases.delete(id);
};

const removeFrom = <Id>(table: Map<Id, { readonly id: Id; readonly caseId: CaseId }>, id: CaseId): void => {
  for (const entry of all(table, ({ caseId }) => caseId === id)) table.delete(entry.id);
};

export const memoryChildren = (tables: Tables): ChildStore => {
  const { cases, children } = tables;
  const isOfDoctor = (id: ChildId, doctorId: AccountId): boolean =>
    all(cases, (found) => found.doctorId === doctorId && found.childId === id).length > 0;
  return {
    parentOf: async (id) => children.get(id)?.parentId,
    record: async (id) => children.get(id),
    ofParent: async (parentId, request) =>
      page(all(children, (child) => child.parentId === parentId).map(entryOf), request),
    ofDoctor: async (doctorId, request) =>
      page(all(children, ({ id }) => isOfDoctor(id, doctorId)).map(entryOf), request),
    ofDoctorAndParent: async (doctorId, parentId, request) => {
      const own = all(children, (child) => child.parentId === parentId && isOfDoctor(child.id, doctorId));
      return page(own.map(entryOf), request);
    },
    isOfDoctor: async (id, doctorId) => isOfDoctor(id, doctorId),
    insert: async (child) => {
      if (all(children, (known) => isSame(known, child)).length > 0) return refuse('CHILD_KNOWN');
      children.set(child.id, child);
      return ok(undefined);
    },
    erase: async (id) => {
      for (const { id: caseId } of all(cases, ({ childId }) => childId === id)) eraseCase(tables, caseId);
      return children.delete(id);
    },
    reencrypt: async (request) => ({ last: page([...children.values()], request).at(-1)?.id, sealed: 0 }),
  };
};
