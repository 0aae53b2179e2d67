import type { CodeDigest, Colleague } from '../../model/account.ts';
import type { NameSearch } from '../../model/names.ts';
import type { PageRequest } from '../../model/pages.ts';
import type { Practice, SetupCode } from '../../model/practice.ts';
import type { AccountId } from '../../model/values.ts';

/** The practice, and who assists whom. */
export type PracticeReads = {
  readonly practice: { find(): Promise<Practice | undefined> };
  /** There is one at most. A unit locks it. */
  readonly setupCodes: { find(digest: CodeDigest): Promise<SetupCode | undefined> };
  readonly assistants: {
    assists(assistantId: AccountId, doctorId: AccountId): Promise<boolean>;
    /** With a search, those of them that it finds, in the same order. */
    ofDoctor(doctorId: AccountId, request: PageRequest<AccountId>, search?: NameSearch): Promise<readonly Colleague[]>;
    /** The doctors whom the account assists, also those who cannot log in. Locks nothing. */
    doctorsOf(assistantId: AccountId, request: PageRequest<AccountId>): Promise<readonly { readonly id: AccountId }[]>;
  };
};

export type PracticeStores = PracticeReads & {
  readonly practice: { save(practice: Practice): Promise<void> };
  readonly setupCodes: {
    /** In place of the one before. */
    save(code: SetupCode): Promise<void>;
    remove(): Promise<void>;
  };
  readonly assistants: {
    link(doctorId: AccountId, assistantId: AccountId): Promise<void>;
    unlink(doctorId: AccountId, assistantId: AccountId): Promise<void>;
  };
};
