import type { CaseStore } from '../ports/storage.ts';
import { all, page, type Tables } from './tables.ts';

export const memoryCases = ({ assistants, cases }: Tables): CaseStore => ({
  find: async (id) => cases.get(id),
  ofDoctor: async (doctorId, request) =>
    page(
      all(cases, (found) => found.doctorId === doctorId),
      request,
    ),
  ofAssistant: async (assistantId, request) =>
    page(
      all(cases, ({ doctorId }) => assistants.get(doctorId)?.has(assistantId) ?? false),
      request,
    ),
  ofParent: async (parentId, request) =>
    page(
      all(cases, (found) => found.parentId === parentId),
      request,
    ),
  ofChild: async (childId, request) =>
    page(
      all(cases, (found) => found.childId === childId),
      request,
    ),
  insert: async (facts) => {
    cases.set(facts.id, facts);
  },
  save: async (facts) => {
    cases.set(facts.id, facts);
  },
});
