import type { MemberVisit } from './form.ts';

/* What is searched may be a name, which stands in no address and no log in the clear: the address holds it sealed. */

/** Where what was found is shown, on the page at `path`, which may have a query of its own. */
export const searchAt = (path: string, { keeper, member }: MemberVisit, text: string): string =>
  `${path}${path.includes('?') ? '&' : '?'}search=${keeper.search(text, member.caller.actor.id, path.split('?')[0] ?? '')}`;

/** What the address asks for. `undefined` without one, or if another account has searched. */
export const searchedAt = (path: string, { c, keeper, member }: MemberVisit): string | undefined => {
  const sealed = c.req.query('search');
  return sealed === undefined ? undefined : keeper.searched(sealed, member.caller.actor.id, path);
};
