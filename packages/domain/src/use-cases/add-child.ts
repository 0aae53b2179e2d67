import { type Refusal, refuse } from '../errors.ts';
import type { Account } from '../model/account.ts';
import { type BirthDate, isInFuture, type SocSecNum } from '../model/child.ts';
import type { ChildId, PersonName } from '../model/values.ts';
import type { Ports } from '../ports/ports.ts';
import { ok, type Result } from '../result.ts';

type Input = {
  readonly actor: Account;
  readonly firstName: PersonName;
  readonly lastName: PersonName;
  readonly birthDate?: BirthDate | undefined;
  readonly socSecNum?: SocSecNum | undefined;
};
type Outcome = Result<ChildId, Refusal<'BIRTH_DATE_IN_FUTURE' | 'CHILD_KNOWN' | 'ROLE_NOT_ALLOWED'>>;

/** The child's parent is whoever calls, and so must be one. */
export const addChild =
  ({ storage, ids, clock }: Ports) =>
  async ({ actor, firstName, lastName, birthDate, socSecNum }: Input): Promise<Outcome> => {
    if (actor.role !== 'Par') return refuse('ROLE_NOT_ALLOWED');
    if (birthDate !== undefined && isInFuture(birthDate, clock.now())) return refuse('BIRTH_DATE_IN_FUTURE');
    return storage.write(async ({ children }) => {
      const id = ids.child();
      const inserted = await children.insert({ id, parentId: actor.id, firstName, lastName, birthDate, socSecNum });
      return inserted.ok ? ok(id) : inserted;
    });
  };
