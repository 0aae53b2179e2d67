import { LANGUAGES } from '@health-case/domain/model/account';
import { FormOf, Submit } from '../kit/elements.tsx';
import { form, page } from '../kit/form.ts';
import { isPathHere } from '../kit/place.ts';
import { dropSession, keepLanguage } from '../kit/session-cookie.ts';

/** Where each role begins. */
const START = { Doc: '/decisions', Ast: '/tasks', Par: '/children' } as const;

export const start = page('/', 'member', ({ member }) => START[member.caller.actor.role]);

export const signOut = form({
  path: '/sign-out',
  who: 'member',
  spared: { callLimit: true, secondFactor: true },
  fields: {},
  steps: [
    {
      asks: [],
      view: ({ words }, state) => ({
        title: words.account.signOut.title,
        back: '/',
        body: (
          <FormOf state={state}>
            <Submit>{words.common.signOut}</Submit>
          </FormOf>
        ),
      }),
    },
  ],
  submit: ({ app, call }) => app.logOut(call),
  leadsTo: ({ c }) => {
    dropSession(c);
    return '/sign-in?done=signedOut';
  },
});

/** A language is chosen by a link, as it changes nothing but what this browser shows. */
export const chooseLanguage = LANGUAGES.map((language) =>
  page(`/language/${language}`, 'anyone', ({ c, origin }) => {
    keepLanguage(c, language);
    // Only a page of this portal is gone back to.
    const from = URL.parse(c.req.header('referer') ?? '');
    return from?.origin === origin && isPathHere(from.pathname) ? from.pathname : '/';
  }),
);
