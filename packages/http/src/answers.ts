import type { Account, Person } from '@health-case/domain/model/account';
import type { ChildEntry } from '@health-case/domain/model/child';
import type { ChildId } from '@health-case/domain/model/ids';
import type { SessionToken } from '@health-case/domain/model/session';
import { list, one } from './answer.ts';

/** The answers that both variants give in the same words. */
export const done = one(() => null);

/** D-16. */
export const sessionOpened = one(({ token, account }: { token: SessionToken; account: Account }) => ({
  id: token,
  firstName: account.firstName,
  lastName: account.lastName,
  role: account.role,
}));

export const ownAccount = one(({ id, firstName, lastName, email, role }: Account) => ({
  ID: id,
  firstName,
  lastName,
  email,
  role,
}));

/** D-17. */
export const childAdded = one((id: ChildId) => ({ ChildID: id }));

/** D-18. */
export const people = list(({ id, firstName, lastName }: Person) => ({ firstName, lastName, id }));
export const children = list(({ id, firstName, lastName }: ChildEntry) => ({ firstName, lastName, id }));
