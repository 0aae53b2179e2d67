import { type Account, isConfirmed, LANGUAGES, type Language, type Role } from '@health-case/domain/model/account';
import { MOST_COUNTED } from '@health-case/domain/model/case';
import type { Work } from '@health-case/domain/model/notice';
import { sentenceIn } from '@health-case/domain/model/practice';
import { html, raw } from 'hono/html';
import type { Child } from 'hono/jsx';
import { ErrorSummary, NotificationBanner } from '../components/messages.tsx';
import {
  BackLink,
  Footer,
  GenericHeader,
  LanguageNavigation,
  ServiceNavigation,
  SkipLink,
} from '../components/navigation.tsx';
import { isFieldName } from '../words/fields.ts';
import type { Words } from '../words/words.ts';
import { directed } from './directed.ts';
import { FORM_ID, nameOf } from './elements.tsx';
import type { FormState, View, Visit } from './form.ts';
import { PracticeLines } from './practice.tsx';
import { once, rendering } from './rendering.ts';

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

/**
 * What all pages share around what each of them shows: templates, since Hono's elements for the head alone cost a tenth
 * of a page. Its dash is a reference: one letter beyond Latin-1 makes the whole text one of two bytes a letter, which
 * costs another tenth to write.
 */
export const frame = (visit: Visit, view: View, state?: FormState, work?: Work): string => {
  const { words, assets } = visit;
  const { common, language } = words;
  const problems = state ? problemsOf(state) : [];
  const error = problems.length > 0 ? `${common.error}: ` : '';
  const main = rendering({ visit, form: state }, () => mainOf(visit, view, problems));
  const page = String(
    html`<!DOCTYPE html><html lang="${language}" dir="${DIRECTIONS[language]}" class="govuk-template govuk-template--rebranded"><head><meta charset="utf-8"><title>${error}${view.title} &ndash; ${common.service}</title><meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover"><meta name="robots" content="noindex"><link rel="icon" href="data:,"><link rel="stylesheet" href="${assets.stylesheet}"><script type="module" src="${assets.script}"></script></head>${body(visit, view, main, work)}</html>`,
  );
  return directed(page);
};

const mainOf = ({ words, c }: Visit, view: View, problems: readonly ProblemAt[]) => {
  const isRefusal = view.status !== undefined && view.status >= 400;
  return html`<main class="govuk-main-wrapper" id="main-content"><div class="govuk-grid-row"><div class="govuk-grid-column-${view.isWide ? 'full' : 'two-thirds'}">${[
    isRefusal ? null : <Done words={words} name={c.req.query('done')} />,
    problems.length > 0 ? <ErrorSummary titleText={words.common.problemTitle} errorList={problems} /> : null,
    view.isTitleInBody ? null : html`<h1 class="govuk-heading-l">${view.heading ?? view.title}</h1>`,
    view.body,
  ]}</div></div></main>`;
};

const body = (visit: Visit, view: View, main: string, work: Work | undefined) => {
  const { words, member } = visit;
  const { common, language } = words;
  const left = member ? html` data-session-left="${member.left}"` : null;
  return html`<body class="govuk-template__body" data-under-way="${common.underWay}"${left}>${[
    once(`skip ${language}`, () => <SkipLink href="#main-content">{common.skip}</SkipLink>),
    header(visit, work),
  ]}<div class="govuk-width-container">${
    view.back === undefined ? null : (
      <nav aria-label={common.back}>
        <BackLink href={view.back}>{common.back}</BackLink>
      </nav>
    )
  }${raw(main)}</div>${foot(visit, main.includes(`<form id="${FORM_ID}"`))}${member ? sessionWarning(visit) : null}</body>`;
};

type ProblemAt = { readonly text: string; readonly href?: string };

/** In the order of the fields on the page; what is about the whole comes first. */
const problemsOf = ({ problem, errors, fields }: FormState): readonly ProblemAt[] => [
  ...(problem === undefined ? [] : [{ text: problem }]),
  ...Object.entries(errors).flatMap(([name, text]) =>
    isFieldName(name) && text !== undefined
      ? [{ text, href: `#${fields[name]?.control?.as === 'day' ? `${name}-day` : name}` }]
      : [],
  ),
];

export const isDone = (words: Words, name: string | undefined): name is keyof Words['done'] =>
  name !== undefined && Object.hasOwn(words.done, name);

/** What was done by the form that led here. The address holds a word for it, and nothing personal. */
const Done = ({ words, name }: { readonly words: Words; readonly name: string | undefined }) =>
  isDone(words, name) ? (
    <NotificationBanner titleText={words.common.success} text={words.done[name]} type="success" />
  ) : null;

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

/** D-39: whose page it is, and who has signed in: one computer may be used by several people. */
const header = (visit: Visit, work: Work | undefined): Child => {
  const { words, member, practice } = visit;
  const { roles, service } = words.common;
  const actor = member?.caller.actor;
  const name = practice?.name ?? service;
  return html`<header class="govuk-template__header">${[
    once(`header ${name}`, () => <GenericHeader logoText={name} url="/" />),
    actor
      ? html`<p class="govuk-width-container govuk-body-s portal-who">${`${nameOf(actor)}, ${roles[actor.role]}`}</p>`
      : null,
    navigation(visit, work),
    actor && actor.role !== 'Par' && isConfirmed(actor) ? finding(visit) : null,
  ]}</header>`;
};

/** D-46: on every page of staff. */
const finding = ({ words: { common, fields }, member }: Visit): Child =>
  html`<form class="govuk-width-container portal-find" role="search" method="post" action="/find" novalidate><input type="hidden" name="token" value="${member?.formToken}"><label class="govuk-label" for="find">${fields.patient.label}</label><input class="govuk-input govuk-input--width-20" id="find" name="patient" type="search" autocomplete="off" spellcheck="false" dir="auto"><button type="submit" class="govuk-button govuk-button--secondary">${common.search}</button></form>`;

const navigation = ({ words, member, c }: Visit, work: Work | undefined): Child => {
  const { common, language } = words;
  const [actor, here] = [member?.caller.actor, c.req.path];
  const counts = work ? countsOf(words, work) : {};
  const places = placesOf(words, actor).map(({ href, text }) => ({ href, text: text + (counts[href] ?? '') }));
  const at = places.find(({ href }) => here === href || here.startsWith(`${href}/`))?.href;
  const make = () => (
    <ServiceNavigation
      navigation={places.map((place) => ({ ...place, current: here === place.href, active: place.href === at }))}
      menuButtonText={common.menu}
      navigationLabel={common.navigation}
    />
  );
  return Object.keys(counts).length > 0
    ? make()
    : once(`places ${language} ${places.length} ${actor?.role} ${at} ${here === at}`, make);
};

/** For the script, which shows it in time (WCAG 2.2, 2.2.1). */
const sessionWarning = ({ words: { language, common }, sessionLifetimes: { idle } }: Visit): Child =>
  once(`warning ${language} ${idle}`, () => (
    <template data-session-idle={String(idle)} data-ended={common.session.ended} data-over={common.session.over}>
      <NotificationBanner
        titleText={common.session.title}
        text={common.session.ending}
        titleId="session-title"
        role="alert"
      >
        <button type="button" class="govuk-button govuk-button--secondary">
          {common.session.stay}
        </button>
      </NotificationBanner>
    </template>
  ));

/** Where the page has a form, its languages send it, so that what was typed is shown again. */
const foot = ({ words: { language, common }, practice }: Visit, hasForm: boolean): Child =>
  once(`foot ${language} ${hasForm} ${JSON.stringify(practice)}`, () => (
    <footer class="govuk-template__footer">
      <Footer
        title={common.about}
        links={[
          ['/accessibility', common.accessibility],
          ...(practice?.privacy ? [[practice.privacy, common.privacy] as const] : []),
        ]}
      >
        {practice ? <PracticeLines practice={practice} sentence={sentenceIn(practice, language)} /> : null}
        <LanguageNavigation
          label={common.languages}
          items={LANGUAGES.map((lang) => ({
            lang,
            text: LANGUAGE_NAMES[lang],
            isCurrent: lang === language,
            form: hasForm ? FORM_ID : undefined,
          }))}
        />
      </Footer>
    </footer>
  ));
