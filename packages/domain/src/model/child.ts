import type { BirthDate } from './birth-date.ts';
import type { AccountId, ChildId } from './ids.ts';
import type { SocSecNum } from './soc-sec-num.ts';
import type { PersonName } from './text.ts';

/** A child belongs to one parent, for good. D-11: one added through variant B has neither birth date nor number. */
export type Child = {
  readonly id: ChildId;
  readonly parentId: AccountId;
  readonly firstName: PersonName;
  readonly lastName: PersonName;
  readonly birthDate: BirthDate | undefined;
  readonly socSecNum: SocSecNum | undefined;
};

/** D-18: a child as lists show it. */
export type ChildEntry = Pick<Child, 'id' | 'firstName' | 'lastName'>;
