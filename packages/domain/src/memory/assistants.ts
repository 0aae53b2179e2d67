import type { AccountId } from '../model/ids.ts';
import type { AssistantStore } from '../ports/assistant-store.ts';
import { personOf } from './accounts.ts';
import { page, type Tables } from './tables.ts';

export const memoryAssistants = ({ accounts, assistants }: Tables): AssistantStore => {
  const of = (doctorId: AccountId): ReadonlySet<AccountId> => assistants.get(doctorId) ?? new Set();
  return {
    assists: async (assistantId, doctorId) => of(doctorId).has(assistantId),
    ofDoctor: async (doctorId, request) => {
      const people = [...of(doctorId)].flatMap((id) => accounts.get(id)?.account ?? []);
      return page(people.map(personOf), request);
    },
    link: async (doctorId, assistantId) => {
      assistants.set(doctorId, new Set([...of(doctorId), assistantId]));
    },
    unlink: async (doctorId, assistantId) => {
      assistants.set(doctorId, new Set([...of(doctorId)].filter((id) => id !== assistantId)));
    },
  };
};
