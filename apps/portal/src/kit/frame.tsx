import { LANGUAGES, type Language, type Role } from '@health-case/domain/model/account';
import { raw } from 'hono/html';
import type { Child } from 'hono/jsx';
import { isFieldName } from '../words/fields.ts';
import type { Words } from '../words/words.ts';
import type { FormState } from './form.ts';
import type { View, Visit } from './visit.ts';

/** The languages by their own names. */
export const LANGUAGE_NAMES = { en: 'English', de: 'Deutsch', fr: 'Français', nl: 'Nederlands' } as const;

/** In which direction each is written. The stylesheet of `assets.ts` can be turned. */
const DIRECTIONS = { en: 'ltr', de: 'ltr', fr: 'ltr', nl: 'ltr' } as const satisfies Record<Language, 'ltr' | 'rtl'>;

/** Where each role goes. */
const PLACES: Readonly<Record<Role, readonly (readonly [path: string, name: keyof Words['common']['places']])[]>> = {
  Par: [
    ['/children', 'children'],
    ['/cases', 'cases'],
  ],
  Ast: [
    ['/tasks', 'tasks'],
    ['/cases', 'cases'],
  ],
  Doc: [
    ['/decisions', 'decisions'],
    ['/tasks', 'tasks'],
    ['/cases', 'cases'],
    ['/practice/children', 'patients'],
    ['/practice/assistants', 'assistants'],
  ],
};

/** What all pages share around what each of them shows. */
export const frame = (visit: Visit, view: View, state?: FormState) => {
  const { words, c } = visit;
  const { common } = words;
  const problems = state ? problemsOf(state) : [];
  const title = `${problems.length > 0 ? `${common.error}: ` : ''}${view.title} – ${common.service}`;
  return (
    <>
      {raw('<!DOCTYPE html>')}
      <html lang={words.language} dir={DIRECTIONS[words.language]} class="govuk-template govuk-template--rebranded">
        <head>
          <meta charset="utf-8" />
          <title>{title}</title>
          <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
          <meta name="robots" content="noindex" />
          <link rel="icon" href="data:," />
          <link rel="stylesheet" href={visit.assets.stylesheet} />
          <script type="module" src={visit.assets.script} />
        </head>
        <body class="govuk-template__body">
          <a href="#main-content" class="govuk-skip-link" data-module="govuk-skip-link">
            {common.skip}
          </a>
          <Header visit={visit} />
          <div class="govuk-width-container">
            {view.back === undefined ? null : (
              <nav aria-label={common.back}>
                <a href={view.back} class="govuk-back-link">
                  {common.back}
                </a>
              </nav>
            )}
            <main class="govuk-main-wrapper" id="main-content">
              <div class="govuk-grid-row">
                <div class={view.isWide ? 'govuk-grid-column-full' : 'govuk-grid-column-two-thirds'}>
                  <Done words={words} name={c.req.query('done')} />
                  <Problems words={words} problems={problems} />
                  {view.isTitleInBody ? null : <h1 class="govuk-heading-l">{view.title}</h1>}
                  {view.body}
                </div>
              </div>
            </main>
          </div>
          <Footer words={words} />
        </body>
      </html>
    </>
  );
};

type ProblemAt = { readonly text: string; readonly href?: string };

/** In the order of the fields on the page; what is about the whole comes first. */
const problemsOf = ({ problem, errors, days }: FormState): readonly ProblemAt[] => [
  ...(problem === undefined ? [] : [{ text: problem }]),
  ...Object.entries(errors).flatMap(([name, text]) =>
    isFieldName(name) && text !== undefined ? [{ text, href: `#${days.includes(name) ? `${name}-day` : name}` }] : [],
  ),
];

const Problems = ({ words, problems }: { readonly words: Words; readonly problems: readonly ProblemAt[] }) =>
  problems.length === 0 ? null : (
    <div class="govuk-error-summary" data-module="govuk-error-summary">
      <div role="alert">
        <h2 class="govuk-error-summary__title">{words.common.problemTitle}</h2>
        <div class="govuk-error-summary__body">
          <ul class="govuk-list govuk-error-summary__list">
            {problems.map(({ text, href }) => (
              <li>{href === undefined ? text : <a href={href}>{text}</a>}</li>
            ))}
          </ul>
        </div>
      </div>
    </div>
  );

const isDone = (words: Words, name: string | undefined): name is keyof Words['common']['done'] =>
  name !== undefined && Object.hasOwn(words.common.done, name);

/** What was done by the form that led here. The address holds a word for it, and nothing personal. */
const Done = ({ words, name }: { readonly words: Words; readonly name: string | undefined }) =>
  isDone(words, name) ? (
    <div
      class="govuk-notification-banner govuk-notification-banner--success"
      role="alert"
      aria-labelledby="govuk-notification-banner-title"
      data-module="govuk-notification-banner"
    >
      <div class="govuk-notification-banner__header">
        <h2 class="govuk-notification-banner__title" id="govuk-notification-banner-title">
          {words.common.success}
        </h2>
      </div>
      <div class="govuk-notification-banner__content">
        <p class="govuk-notification-banner__heading">{words.common.done[name]}</p>
      </div>
    </div>
  ) : null;

const Header = ({ visit }: { readonly visit: Visit }): Child => {
  const { words, member, c } = visit;
  const { common } = words;
  const here = c.req.path;
  const places = member
    ? [
        ...PLACES[member.caller.actor.role].map(([path, name]) => [path, common.places[name]] as const),
        ['/account', common.myAccount] as const,
        ['/sign-out', common.signOut] as const,
      ]
    : [['/sign-in', common.signIn] as const, ['/register', common.register] as const];
  return (
    <header class="govuk-template__header">
      <div class="govuk-generic-header">
        <div class="govuk-generic-header__container govuk-width-container">
          <div class="govuk-generic-header__logo">
            <a href="/" class="govuk-generic-header__homepage-link">
              {common.service}
            </a>
          </div>
        </div>
      </div>
      <div class="govuk-service-navigation" data-module="govuk-service-navigation">
        <div class="govuk-width-container">
          <div class="govuk-service-navigation__container">
            <nav aria-label={common.navigation} class="govuk-service-navigation__wrapper">
              <button
                type="button"
                class="govuk-service-navigation__toggle govuk-js-service-navigation-toggle"
                aria-controls="navigation"
                hidden
              >
                {common.menu}
              </button>
              <ul class="govuk-service-navigation__list" id="navigation">
                {places.map(([path, text]) => {
                  const isHere = here === path || here.startsWith(`${path}/`);
                  return (
                    <li
                      class={`govuk-service-navigation__item${isHere ? ' govuk-service-navigation__item--active' : ''}`}
                    >
                      <a class="govuk-service-navigation__link" href={path} aria-current={isHere ? 'true' : undefined}>
                        {isHere ? <strong class="govuk-service-navigation__active-fallback">{text}</strong> : text}
                      </a>
                    </li>
                  );
                })}
              </ul>
            </nav>
          </div>
        </div>
      </div>
    </header>
  );
};

const Footer = ({ words }: { readonly words: Words }): Child => (
  <footer class="govuk-template__footer">
    <div class="govuk-footer">
      <div class="govuk-width-container">
        <nav class="govuk-language-navigation" aria-label={words.common.languages}>
          <ul class="govuk-language-navigation__list">
            {LANGUAGES.map((language) => (
              <li class="govuk-language-navigation__list-item">
                {language === words.language ? (
                  <span class="govuk-language-navigation__text" aria-current="true" lang={language}>
                    {LANGUAGE_NAMES[language]}
                  </span>
                ) : (
                  <a
                    class="govuk-language-navigation__link"
                    href={`/language/${language}`}
                    rel="alternate"
                    lang={language}
                    hreflang={language}
                  >
                    {LANGUAGE_NAMES[language]}
                  </a>
                )}
              </li>
            ))}
          </ul>
        </nav>
        <div class="govuk-footer__meta">
          <div class="govuk-footer__meta-item govuk-footer__meta-item--grow">
            <ul class="govuk-footer__inline-list">
              <li class="govuk-footer__inline-list-item">
                <a class="govuk-footer__link" href="/accessibility">
                  {words.common.accessibility}
                </a>
              </li>
            </ul>
          </div>
        </div>
      </div>
    </div>
  </footer>
);
