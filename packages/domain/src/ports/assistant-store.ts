import type { Person } from '../model/account.ts';
import type { AccountId } from '../model/ids.ts';
import type { PageRequest } from '../model/paging.ts';

export interface AssistantReads {
  assists(assistantId: AccountId, doctorId: AccountId): Promise<boolean>;
  ofDoctor(doctorId: AccountId, request: PageRequest<AccountId>): Promise<readonly Person[]>;
}

export interface AssistantStore extends AssistantReads {
  /** Linking what is linked changes nothing. */
  link(doctorId: AccountId, assistantId: AccountId): Promise<void>;
  /** Unlinking what is not linked changes nothing. */
  unlink(doctorId: AccountId, assistantId: AccountId): Promise<void>;
}
