import { cookieIn, keepCookie } from './cookies.ts';
import type { MemberVisit, Typed } from './form.ts';
import { SHOWN_FOR } from './keeper.ts';
import { withQuery } from './urls.ts';

/*
 * What is searched may be a name, which stands in no address and no log in the clear: the address holds it encrypted. What is
 * shown once, such as recovery codes, a cookie holds encrypted: a form leads to the page that shows it, so that a reload sends no
 * form again; and the page finds it for some minutes, also after a reload or Back.
 */

/** Where what was found is shown, on the page at `path`, which may have a query of its own. */
export const searchAt = (path: string, { keeper, member }: MemberVisit, text: string): string =>
  withQuery(path, { search: keeper.search(text, member.caller.actor.id, path.split('?')[0] ?? '') });

/** What the address asks for. `undefined` without one, or if another account has searched. */
export const searchedAt = (path: string, { c, keeper, member }: MemberVisit): string | undefined => {
  const encrypted = c.req.query('search');
  return encrypted === undefined ? undefined : keeper.searched(encrypted, member.caller.actor.id, path);
};

/** The path of the page, to which the form leads. */
export const showAt = (path: string, { c, keeper, member }: MemberVisit, shown: Typed): string => {
  keepCookie(c, 'shown', keeper.show(member.caller, path, shown), SHOWN_FOR);
  return path;
};

export const shownAt = (path: string, { c, keeper, member }: MemberVisit): Typed | undefined =>
  keeper.shown(cookieIn(c, 'shown') ?? '', member.caller, path);
