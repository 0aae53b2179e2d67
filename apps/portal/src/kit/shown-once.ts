import type { MemberVisit, Typed } from './form.ts';
import { keepShown, shownIn } from './session-cookie.ts';

/*
 * What is shown once, such as recovery codes. A form leads to the page that shows it, so that a reload sends no form
 * again; and the page finds it for some minutes, also after a reload or Back.
 */

/** The path of the page, to which the form leads. */
export const showAt = (path: string, { c, keeper, member }: MemberVisit, shown: Typed): string => {
  keepShown(c, keeper.show(member.caller, path, shown));
  return path;
};

export const shownAt = (path: string, { c, keeper, member }: MemberVisit): Typed | undefined =>
  keeper.shown(shownIn(c), member.caller, path);
