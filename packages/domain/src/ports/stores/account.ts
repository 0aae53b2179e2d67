import type {
  Account,
  AccountCode,
  CodeDigest,
  Colleague,
  Confirmed,
  Credentials,
  Invitation,
  KnownAccount,
  PasswordHash,
  Person,
  PersonInRole,
  Profile,
  Role,
} from '../../model/account.ts';
import type { EmailAddress } from '../../model/email.ts';
import type { NameSearch } from '../../model/names.ts';
import type { PageRequest } from '../../model/pages.ts';
import type { AccountId, Instant } from '../../model/values.ts';
import type { Refusal, Result } from '../../result.ts';

/** Accounts, the codes that change them, and the invitations of doctors. */
export type AccountReads = {
  readonly accounts: {
    find(id: AccountId): Promise<Account | undefined>;
    /** D-32: if it can log in. Until the unit ends, nobody disables it. */
    findAvailable(id: AccountId): Promise<Account | undefined>;
    credentialsOf(id: AccountId): Promise<Credentials | undefined>;
    credentialsByEmail(email: EmailAddress): Promise<Credentials | undefined>;
    any(): Promise<boolean>;
    /** D-40: those who can log in, in the order of their ids. Until the unit ends, nobody disables or unmakes one. */
    managers(): Promise<readonly Account[]>;
    /** D-40: doctors and assistants, in any order, but those who wait to be confirmed. They are few. */
    staff(): Promise<readonly KnownAccount[]>;
    /** D-40: doctors and assistants who can log in and wait to be confirmed. */
    unconfirmed(request: PageRequest<AccountId>): Promise<readonly Account[]>;
    /** D-32, D-40: those who can log in and are confirmed. */
    doctors(request: PageRequest<AccountId>): Promise<readonly Person[]>;
    all(request: PageRequest<AccountId>): Promise<readonly KnownAccount[]>;
    /**
     * D-31: in the order of `foundBy`, then of ids. If the search does not find `after` any more, from the start.
     * `whom`: those who can log in and are confirmed; by default all.
     */
    search(
      role: Role,
      search: NameSearch,
      request: PageRequest<AccountId>,
      whom?: 'available',
    ): Promise<readonly KnownAccount[]>;
    /** Those of the accounts that have names, in any order. */
    namesOf(ids: readonly AccountId[]): Promise<readonly (PersonInRole & Colleague)[]>;
  };
  /** An account has at most one code for each purpose. A unit locks what it finds. */
  readonly accountCodes: {
    find(digest: CodeDigest): Promise<AccountCode | undefined>;
  };
  readonly invitations: {
    find(digest: Invitation['digest']): Promise<Invitation | undefined>;
    /** At most `size` that were issued at the instant or later, oldest first. */
    issuedFrom(from: Instant, size: number): Promise<readonly Invitation[]>;
  };
};

export type AccountStores = AccountReads & {
  readonly accounts: {
    /** D-07: the first account with an address stays; further ones are refused. */
    insert(credentials: Credentials): Promise<Result<undefined, Refusal<'EMAIL_TAKEN'>>>;
    setPassword(id: AccountId, passwordHash: PasswordHash): Promise<void>;
    setProfile(id: AccountId, profile: Profile): Promise<void>;
    /**
     * Removes the person's data: names, address, password, and whom the account assists or is assisted by. The id and
     * the role stay, for what it did; nothing but its id finds or lists it any more. `keeps`: its names stay, too (D-50).
     */
    erase(id: AccountId, at: Instant, keeps?: 'names'): Promise<void>;
    setSecondFactor(id: AccountId, isOn: boolean): Promise<void>;
    /** D-07, D-28: an address that another account has stays with that account. `provenAt` is of the new address. */
    setEmail(
      id: AccountId,
      email: EmailAddress,
      provenAt: Instant | undefined,
    ): Promise<Result<undefined, Refusal<'EMAIL_TAKEN'>>>;
    setProven(id: AccountId, provenAt: Instant): Promise<void>;
    /** D-28: another account may have the address. The account is found by its id alone (`noAddressOf`). */
    freeEmail(id: AccountId): Promise<void>;
    /** `undefined` lets it log in again. Waits for the units that have found it with `findAvailable`. */
    setDisabled(id: AccountId, disabledAt: Instant | undefined): Promise<void>;
    setTakesNoChildren(id: AccountId, takesNone: boolean): Promise<void>;
    setConfirmed(id: AccountId, confirmed: Confirmed): Promise<void>;
    setManager(id: AccountId, isManager: boolean): Promise<void>;
  };
  readonly accountCodes: {
    /** Replaces the account's code for the same purpose. */
    save(code: AccountCode): Promise<void>;
    removeAll(of: AccountId, but?: AccountCode['purpose']): Promise<void>;
    sweep(expiredBefore: Instant, atMost: number): Promise<number>;
  };
  readonly invitations: {
    insert(invitation: Invitation): Promise<void>;
    save(invitation: Invitation): Promise<void>;
  };
};
