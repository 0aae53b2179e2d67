import type { Refusal } from '../errors.ts';
import type { Account, Credentials, PasswordHash, Person } from '../model/account.ts';
import type { EmailAddress } from '../model/email.ts';
import type { AccountId } from '../model/ids.ts';
import type { Instant } from '../model/instant.ts';
import type { PageRequest } from '../model/paging.ts';
import type { Result } from '../result.ts';

export interface AccountReads {
  find(id: AccountId): Promise<Account | undefined>;
  credentialsOf(id: AccountId): Promise<Credentials | undefined>;
  credentialsByEmail(email: EmailAddress): Promise<Credentials | undefined>;
  /** Whether there is an account at all. */
  any(): Promise<boolean>;
  doctors(request: PageRequest<AccountId>): Promise<readonly Person[]>;
}

export interface AccountStore extends AccountReads {
  /** D-07: of any number of accounts with one address, the first stays and the others are refused. */
  insert(credentials: Credentials): Promise<Result<undefined, Refusal<'EMAIL_TAKEN'>>>;
  /** Does nothing if there is no such account. */
  setPassword(id: AccountId, passwordHash: PasswordHash): Promise<void>;
  /** `undefined` lets it log in again. Does nothing if there is no such account. */
  setDisabled(id: AccountId, disabledAt: Instant | undefined): Promise<void>;
}
