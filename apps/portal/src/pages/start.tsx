import { isConfirmed, LANGUAGES } from '@health-case/domain/model/account';
import { ok } from '@health-case/domain/result';
import { headerOf } from '@health-case/http/server/headers';
import { dropDraftsIn, dropSession, keepLanguage } from '../kit/cookies.ts';
import { form, type MemberVisit, needed, OWN, page } from '../kit/form.ts';
import { startOf } from '../kit/navigation.tsx';
import { ButtonLink, Heading, InsetText, Link, Links, Text, TextLink } from '../kit/show.tsx';
import { pathAndQuery, pathHere } from '../kit/urls.ts';

/** D-28: whoever has an address to prove is told so first. */
const beginningOf = ({ member }: MemberVisit): string =>
  member.isProven ? startOf(member.caller.actor.role) : '/account/address';

const UNREACHED = '/account/unreached';

const start = page('/', 'member', async (visit) =>
  needed(await visit.app.showUnreached(visit.call)) ? UNREACHED : beginningOf(visit),
);

/** D-43: the owner is shown at the next login that a mail could not be delivered. */
const unreached = page(UNREACHED, 'member', OWN, async (visit) => {
  const { app, call, words, formats } = visit;
  const texts = words.account.unreached;
  const refused = needed(await app.showUnreached(call));
  return {
    title: texts.title,
    body: [
      <Text>{refused ? texts.text(formats.moment(refused.at), refused.email) : texts.none}</Text>,
      <TextLink href="/account/email">{texts.change}</TextLink>,
      <ButtonLink href={beginningOf(visit)}>{texts.goOn}</ButtonLink>,
    ],
  };
});

/** D-40: what happens next to a doctor or an assistant who is not confirmed yet, and by whom. */
const waiting = page('/account/waiting', 'member', OWN, (visit) => {
  const { member, account, address, common, passkeys } = visit;
  const texts = account.waiting;
  if (isConfirmed(member.caller.actor)) return beginningOf(visit);
  return {
    title: texts.title,
    body: [
      <Text>{texts.text}</Text>,
      member.isProven ? (
        <Text>{texts.told}</Text>
      ) : (
        <InsetText>
          {texts.proveFirst} <Link href="/account/address">{address.mine.confirm}</Link>
        </InsetText>
      ),
      <Heading>{texts.meanwhile}</Heading>,
      <Links
        links={[
          ['/account', common.myAccount],
          ['/account/factor', account.factor.title],
          ['/account/passkeys', passkeys.title],
        ]}
      />,
    ],
  };
});

const signOut = form('/sign-out', 'anyone', 'does the same', {
  staysOpen: true,
  // Whose session has ended meanwhile has signed out.
  spared: { callLimit: true, secondFactor: true },
  title: ({ account }) => account.signOut.title,
  back: '/',
  send: ({ common }) => common.signOut,
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
const chooseLanguage = LANGUAGES.map((language) =>
  page(`/language/${language}`, 'anyone', ({ c, origin }) => {
    keepLanguage(c, language);
    // Only a page of this portal is gone back to.
    const from = URL.parse(headerOf(c.env.incoming, 'referer') ?? '');
    return from?.origin === origin && pathHere(from.pathname) ? pathAndQuery(from.href) : '/';
  }),
);

const List = ({ sentences }: { readonly sentences: Readonly<Record<string, string>> }) => (
  <ul class="govuk-list govuk-list--bullet">
    {Object.values(sentences).map((sentence) => (
      <li>{sentence}</li>
    ))}
  </ul>
);

/** What is known of who can use the portal, by what the tests show. */
const accessibility = page('/accessibility', 'anyone', ({ words }) => {
  const { intro, testedTitle, tested, limitsTitle, limits, tellTitle, tell } = words.accessibility;
  return {
    title: words.common.accessibility,
    back: '/',
    body: [
      <Text>{intro}</Text>,
      <Heading>{testedTitle}</Heading>,
      <List sentences={tested} />,
      <Heading>{limitsTitle}</Heading>,
      <List sentences={limits} />,
      <Heading>{tellTitle}</Heading>,
      <Text>{tell}</Text>,
    ],
  };
});

export const pages = [start, unreached, waiting, signOut, ...chooseLanguage, accessibility];
