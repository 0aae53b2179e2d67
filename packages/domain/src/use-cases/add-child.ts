import { type Refusal, refuse } from '../errors.ts';
import type { Account } from '../model/account.ts';
import { type BirthDate, isInFuture } from '../model/birth-date.ts';
import type { ChildId } from '../model/ids.ts';
import type { SocSecNum } from '../model/soc-sec-num.ts';
import type { PersonName } from '../model/text.ts';
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
