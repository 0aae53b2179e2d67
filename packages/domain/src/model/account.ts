import { ok } from '../result.ts';
import type { Brand } from './brand.ts';
import type { EmailAddress } from './email.ts';
import type { AccountId } from './ids.ts';
import type { Instant } from './instant.ts';
import { type Parsed, problem } from './parsed.ts';
import type { PersonName } from './text.ts';

export const ROLES = ['Doc', 'Ast', 'Par'] as const;
/** Doctor, assistant, parent. */
export type Role = (typeof ROLES)[number];

export type Account = {
  readonly id: AccountId;
  readonly firstName: PersonName;
  readonly lastName: PersonName;
  readonly email: EmailAddress;
  readonly role: Role;
  readonly registeredAt: Instant;
};

/** What a password is kept as; only the hasher that made it can read it. */
export type PasswordHash = Brand<string, 'PasswordHash'>;

/** An account together with what decides whether it may log in. Never leaves the domain. */
export type Credentials = {
  readonly account: Account;
  readonly passwordHash: PasswordHash;
  /** Since when the operator lets nobody log in to it. */
  readonly disabledAt?: Instant | undefined;
};

/** D-18: an account as lists show it. */
export type Person = Pick<Account, 'id' | 'firstName' | 'lastName'>;

export const parseRole = (text: string): Parsed<Role> => {
  const role = ROLES.find((known) => known === text.trim());
  return role === undefined ? problem(`must be one of ${ROLES.join(', ')}`) : ok(role);
};
