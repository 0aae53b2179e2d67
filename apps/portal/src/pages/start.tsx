import { LANGUAGES } from '@health-case/domain/model/account';
import { ok } from '@health-case/domain/result';
import { headerOf } from '@health-case/http/server/headers';
import { form, page } from '../kit/form.ts';
import { isPathHere, pathAndQuery } from '../kit/place.ts';
import { dropDraftsIn, dropSession, keepLanguage } from '../kit/session-cookie.ts';
import { type MemberVisit, needed } from '../kit/visit.ts';

/** Where each role begins. */
export const START = { Doc: '/decisions', Ast: '/tasks', Par: '/children' } as const;

/** D-28: whoever has an address to prove is told so first. */
export const beginningOf = ({ member }: MemberVisit): string =>
  member.isProven ? START[member.caller.actor.role] : '/account/address';

export const UNREACHED = '/account/unreached';

export const start = page('/', 'member', async (visit) =>
  needed(await visit.app.showUnreached(visit.call)) ? UNREACHED : beginningOf(visit),
);

export const signOut = form('does the same', {
  path: '/sign-out',
  staysOpen: true,
  // Whose session has ended meanwhile has signed out.
  who: 'anyone',
  spared: { callLimit: true, secondFactor: true },
  fields: {},
  step: { title: ({ account }) => account.signOut.title, back: '/', send: ({ common }) => common.signOut },
  submit: async ({ app, facts, member }) => {
    if (!member) return ok(undefined);
    // What was typed goes, too.
    await app.dropDrafts({ accountId: member.caller.actor.id });
    return app.logOut({ ...facts, ...member.caller });
  },
  leadsTo: ({ c }) => {
    dropSession(c);
    dropDraftsIn(c);
    return '/sign-in?done=signedOut';
  },
});

/** A language is chosen by a link, as it changes nothing but what this browser shows. */
export const chooseLanguage = LANGUAGES.map((language) =>
  page(`/language/${language}`, 'anyone', ({ c, origin }) => {
    keepLanguage(c, language);
    // Only a page of this portal is gone back to.
    const from = URL.parse(headerOf(c.env.incoming, 'referer') ?? '');
    return from?.origin === origin && isPathHere(from.pathname) ? pathAndQuery(from.href) : '/';
  }),
);
