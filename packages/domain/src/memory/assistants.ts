import type { AccountId } from '../model/values.ts';
import type { AssistantStore } from '../ports/storage.ts';
import { personOf } from './accounts.ts';
import { all, page, type Tables } from './tables.ts';

export const memoryAssistants = ({ accounts, assistants }: Tables): AssistantStore => {
  const of = (doctorId: AccountId): ReadonlySet<AccountId> => assistants.get(doctorId) ?? new Set();
  return {
    assists: async (assistantId, doctorId) => of(doctorId).has(assistantId),
    ofDoctor: async (doctorId, request) => {
      const linked = all(accounts, ({ account }) => of(doctorId).has(account.id));
      return page(
        linked.map(({ account }) => personOf(account)),
        request,
      );
    },
    link: async (doctorId, assistantId) => {
      assistants.set(doctorId, new Set([...of(doctorId), assistantId]));
    },
    unlink: async (doctorId, assistantId) => {
      assistants.set(doctorId, new Set([...of(doctorId)].filter((id) => id !== assistantId)));
    },
  };
};
