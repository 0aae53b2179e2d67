import { type Account, isConfirmed, LANGUAGES, type Language, type Role } from '@health-case/domain/model/account';
import { MOST_COUNTED } from '@health-case/domain/model/case';
import type { Work } from '@health-case/domain/model/notice';
import type { PracticeFact } from '@health-case/domain/model/practice';
import { html } from 'hono/html';
import type { Child } from 'hono/jsx';
import { classesOf } from '../components/classes.ts';
import { LANGUAGE_NAMES, type Words } from '../words/words.ts';
import { FORM_ID, nameOf } from './elements.tsx';
import type { MemberVisit, Visit } from './form.ts';
import { PracticeLines } from './practice.tsx';
import { goTo } from './read-fields.ts';
import { once } from './rendering.ts';

/** What stands above and below each page: whose it is, where one can go, and in which language it can be read. */

type PlaceOfRole = readonly [path: string, name: keyof Words['common']['places']];
/** Where each role goes. It begins at the first. */
const PLACES: Readonly<Record<Role, readonly [PlaceOfRole, ...PlaceOfRole[]]>> = {
  Par: [
    ['/children', 'children'],
    ['/cases', 'cases'],
  ],
  Ast: [
    ['/tasks', 'tasks'],
    ['/cases', 'cases'],
    ['/practice/children', 'children'],
  ],
  Doc: [
    ['/decisions', 'decisions'],
    ['/tasks', 'tasks'],
    ['/cases', 'cases'],
    ['/practice/children', 'children'],
    ['/practice/assistants', 'assistants'],
  ],
};

export const startOf = (role: Role): string => PLACES[role][0][0];

/** D-40: until they are confirmed, doctors and assistants have nothing but their own account. */
const placesOf = (words: Words, actor: Account | undefined) =>
  actor
    ? [
        ...(isConfirmed(actor) ? PLACES[actor.role] : []).map(([href, name]) => ({
          href,
          text: words.common.places[name],
        })),
        ...(actor.isManager ? [{ href: '/manage', text: words.manage.title }] : []),
        { href: '/account', text: words.common.myAccount },
        { href: '/sign-out', text: words.common.signOut },
      ]
    : [
        { href: '/sign-in', text: words.common.signIn },
        { href: '/register', text: words.common.register },
      ];

/** D-43: behind each place, how much of what is there waits: new cases, and notes. */
const countsOf = (
  { common }: Words,
  { newCases, openTasks, decisions, unreadNotes }: Work,
): Readonly<Record<string, string>> => {
  const counted = (count: number) => (count < MOST_COUNTED ? String(count) : `${MOST_COUNTED - 1}+`);
  const ofCases = [
    ...(newCases > 0 ? [common.newCount(counted(newCases))] : []),
    ...(unreadNotes > 0 ? [common.noteCount(counted(unreadNotes))] : []),
  ];
  return {
    ...(ofCases.length > 0 && { '/cases': ` (${ofCases.join(', ')})` }),
    ...(openTasks > 0 && { '/tasks': ` (${counted(openTasks)})` }),
    ...(decisions > 0 && { '/decisions': ` (${counted(decisions)})` }),
  };
};

/** Without the crown of the design system, which belongs to gov.uk. */
const ServiceName = ({ name }: { readonly name: string }) => (
  <div class="govuk-generic-header">
    <div class="govuk-generic-header__container govuk-width-container">
      <div class="govuk-generic-header__logo">
        <a href="/" class="govuk-generic-header__homepage-link">
          {name}
        </a>
      </div>
    </div>
  </div>
);

type Place = { readonly href: string; readonly text: string };
type Going = {
  readonly common: Words['common'];
  readonly places: readonly Place[];
  /** The page itself, and the place below which it is. */
  readonly here: string;
  readonly at: string | undefined;
};

const LIST_ID = 'navigation';

const ServiceNavigation = ({ common, places, here, at }: Going) => (
  <div class="govuk-service-navigation" data-module="govuk-service-navigation">
    <div class="govuk-width-container">
      <div class="govuk-service-navigation__container">
        <nav aria-label={common.navigation} class="govuk-service-navigation__wrapper">
          {/* biome-ignore lint/a11y/noAriaHiddenOnFocusable: the script that shows it takes this away */}
          <button
            type="button"
            class="govuk-service-navigation__toggle govuk-js-service-navigation-toggle"
            aria-controls={LIST_ID}
            hidden
            aria-hidden="true"
          >
            {common.menu}
          </button>
          <ul class="govuk-service-navigation__list" id={LIST_ID}>
            {places.map(({ href, text }) => (
              <li
                class={classesOf(
                  'govuk-service-navigation__item',
                  href === at && 'govuk-service-navigation__item--active',
                )}
              >
                <a
                  class="govuk-service-navigation__link"
                  href={href}
                  aria-current={href === here ? 'page' : href === at ? 'true' : undefined}
                >
                  {href === at ? <strong class="govuk-service-navigation__active-fallback">{text}</strong> : text}
                </a>
              </li>
            ))}
          </ul>
        </nav>
      </div>
    </div>
  </div>
);

/** D-39: whose page it is, and who has signed in: one computer may be used by several people. */
export const header = (visit: Visit, work: Work | undefined): Child => {
  const { words, member, practice } = visit;
  const { roles, service } = words.common;
  const actor = member?.caller.actor;
  const name = practice?.name ?? service;
  return html`<header class="govuk-template__header">${[
    once(`header ${name}`, () => <ServiceName name={name} />),
    actor
      ? html`<p class="govuk-width-container govuk-body-s portal-who">${`${nameOf(actor)}, ${roles[actor.role]}`}</p>`
      : null,
    navigation(visit, work),
    member && actor?.role !== 'Par' && isConfirmed(member.caller.actor) ? finding(visit, member) : null,
  ]}</header>`;
};

/** D-46: on every page of staff. */
const finding = ({ words }: Visit, { formToken, formOwner }: MemberVisit['member']): Child => {
  const { common, fields } = words;
  return html`<form class="govuk-width-container portal-find" role="search" method="post" action="/find" novalidate><input type="hidden" name="token" value="${formToken}"><input type="hidden" name="owner" value="${formOwner}"><label class="govuk-label" for="find">${fields.patient.label}</label><input class="govuk-input govuk-input--width-20" id="find" name="patient" type="search" autocomplete="off" spellcheck="false" dir="auto"><button type="submit" class="govuk-button govuk-button--secondary">${common.search}</button></form>`;
};

const navigation = ({ words, member, c }: Visit, work: Work | undefined): Child => {
  const { common, language } = words;
  const [actor, here] = [member?.caller.actor, c.req.path];
  const counts = work ? countsOf(words, work) : {};
  const places = placesOf(words, actor).map(({ href, text }) => ({ href, text: text + (counts[href] ?? '') }));
  const at = places.find(({ href }) => here === href || here.startsWith(`${href}/`))?.href;
  const make = () => <ServiceNavigation common={common} places={places} here={here} at={at} />;
  return Object.keys(counts).length > 0
    ? make()
    : once(`places ${language} ${places.length} ${actor?.role} ${at} ${here === at}`, make);
};

type InLanguage = { readonly lang: Language; readonly isCurrent: boolean; readonly hasForm: boolean };

const LanguageLink = ({ lang, isCurrent, hasForm }: InLanguage) => {
  const text = LANGUAGE_NAMES[lang];
  if (isCurrent) {
    return (
      <span class="govuk-language-navigation__text" aria-current="true" lang={lang}>
        {text}
      </span>
    );
  }
  return hasForm ? (
    <button
      type="submit"
      form={FORM_ID}
      name="go"
      value={goTo(lang)}
      class="govuk-language-navigation__link portal-link-button"
      lang={lang}
    >
      {text}
    </button>
  ) : (
    <a class="govuk-language-navigation__link" href={`/language/${lang}`} rel="alternate" lang={lang} hreflang={lang}>
      {text}
    </a>
  );
};

const SENTENCES = { en: 'sentenceEn', de: 'sentenceDe', fr: 'sentenceFr', nl: 'sentenceNl' } as const satisfies Record<
  Language,
  PracticeFact
>;

const FooterLink = ({ href, text }: Place) => (
  <li class="govuk-footer__inline-list-item">
    <a class="govuk-footer__link" href={href}>
      {text}
    </a>
  </li>
);

/** Where the page has a form, its languages send it, so that what was typed is shown again. */
export const foot = ({ words: { language, common }, practice }: Visit, hasForm: boolean): Child =>
  once(`foot ${language} ${hasForm} ${JSON.stringify(practice)}`, () => (
    <footer class="govuk-template__footer">
      <div class="govuk-footer">
        <div class="govuk-width-container">
          {practice ? <PracticeLines practice={practice} sentence={practice[SENTENCES[language]]} /> : null}
          <nav class="govuk-language-navigation" aria-label={common.languages}>
            <ul class="govuk-language-navigation__list">
              {LANGUAGES.map((lang) => (
                <li class="govuk-language-navigation__list-item">
                  <LanguageLink lang={lang} isCurrent={lang === language} hasForm={hasForm} />
                </li>
              ))}
            </ul>
          </nav>
          <div class="govuk-footer__meta">
            <div class="govuk-footer__meta-item govuk-footer__meta-item--grow">
              <h2 class="govuk-visually-hidden">{common.about}</h2>
              <ul class="govuk-footer__inline-list">
                <FooterLink href="/accessibility" text={common.accessibility} />
                {practice?.privacy ? <FooterLink href={practice.privacy} text={common.privacy} /> : null}
              </ul>
            </div>
          </div>
        </div>
      </div>
    </footer>
  ));
