import type { MemberVisit } from './visit.ts';

/* What is searched may be a name, which stands in no address and no log in the clear: the address holds it sealed. */

/** Where what was found is shown, on the page at `path`. */
export const searchAt = (path: string, { keeper, member }: MemberVisit, text: string): string =>
  `${path}?search=${keeper.search(text, member.caller.actor.id, path)}`;

/** What the address asks for. `undefined` without one, or if another account has searched. */
export const searchedAt = (path: string, { c, keeper, member }: MemberVisit): string | undefined =>
  keeper.searched(c.req.query('search') ?? '', member.caller.actor.id, path);
