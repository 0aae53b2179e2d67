import type { Language } from '@health-case/domain/model/account';
import type { Work } from '@health-case/domain/model/notice';
import { html, raw } from 'hono/html';
import type { Child } from 'hono/jsx';
import { ErrorSummary, NotificationBanner } from '../components/messages.tsx';
import { isFieldName } from '../words/fields.ts';
import type { Words } from '../words/words.ts';
import { FORM_ID } from './elements.tsx';
import type { FormState, View, Visit } from './form.ts';
import { foot, header } from './navigation.tsx';
import { wrongPart } from './read-fields.ts';
import { once, rendering } from './rendering.ts';
import { TextLink } from './show.tsx';
import { directed } from './text-direction.ts';
import { pathHere } from './urls.ts';

/** In which direction each is written. The stylesheet of `assets.ts` can be turned. */
const DIRECTIONS = { en: 'ltr', de: 'ltr', fr: 'ltr', nl: 'ltr' } as const satisfies Record<Language, 'ltr' | 'rtl'>;

/**
 * What all pages share around what each of them shows: templates, since Hono's elements for the head alone cost a tenth
 * of a page. Its dash is a reference: one letter beyond Latin-1 makes the whole text one of two bytes a letter, which
 * costs another tenth to write.
 */
export const frame = (visit: Visit, view: View, state?: FormState, work?: Work): string => {
  const { words, assets } = visit;
  const { common, language } = words;
  const problems = state ? problemsOf(view.isInPlace ? { ...state, errors: {} } : state) : [];
  const error = problems.length > 0 ? `${common.error}: ` : '';
  const main = rendering({ visit, form: state }, () => mainOf(visit, view, problems));
  const page = String(
    html`<!DOCTYPE html><html lang="${language}" dir="${DIRECTIONS[language]}" class="govuk-template govuk-template--rebranded"><head><meta charset="utf-8"><title>${error}${view.title} &ndash; ${common.service}</title><meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover"><meta name="robots" content="noindex"><link rel="icon" href="data:,"><link rel="stylesheet" href="${assets.stylesheet}"><script type="module" src="${assets.script}"></script></head>${body({ visit, view, state, work }, main)}</html>`,
  );
  return directed(page);
};

/** As one element: Hono gives each that stands by itself a context of its own, which costs as much as a row of a table. */
const mainOf = ({ words, c }: Visit, view: View, problems: readonly ProblemAt[]) => {
  const isRefusal = view.status !== undefined && view.status >= 400;
  const done = isRefusal ? undefined : c.req.query('done');
  const again = isDone(words, done) ? pathHere(c.req.query('again')) : undefined;
  const parts = (
    <>
      <Done words={words} name={done} />
      {problems.length > 0 ? <ErrorSummary titleText={words.common.problemTitle} errorList={problems} /> : null}
      {view.isTitleInBody ? null : html`<h1 class="govuk-heading-l">${view.heading ?? view.title}</h1>`}
      {view.body}
      {/* Behind the form that follows, which is more often what one goes on to. */}
      {again ? <TextLink href={again}>{words.decisions.again}</TextLink> : null}
    </>
  );
  return html`<main class="govuk-main-wrapper" id="main-content"><div class="govuk-grid-row"><div class="govuk-grid-column-${view.isWide ? 'full' : 'two-thirds'}">${parts}</div></div></main>`;
};

type Shown = {
  readonly visit: Visit;
  readonly view: View;
  readonly state: FormState | undefined;
  readonly work: Work | undefined;
};

const body = ({ visit, view, state, work }: Shown, main: string) => {
  // Searched for only where one may be, as a search takes as long as three rows of a table. A refusal may keep what was sent.
  const hasForm = (state !== undefined || view.status !== undefined) && main.includes(`<form id="${FORM_ID}"`);
  const { words, member } = visit;
  const { common, language } = words;
  const left = member ? html` data-session-left="${member.left}"` : null;
  return html`<body class="govuk-template__body" data-under-way="${common.underWay}"${left}>${[
    once(`skip ${language}`, () => (
      <a href="#main-content" class="govuk-skip-link" data-module="govuk-skip-link">
        {common.skip}
      </a>
    )),
    header(visit, work),
  ]}<div class="govuk-width-container">${
    view.back === undefined ? null : (
      <nav aria-label={common.back}>
        <a href={view.back} class="govuk-back-link">
          {common.back}
        </a>
      </nav>
    )
  }${raw(main)}</div>${foot(visit, hasForm)}${member ? sessionWarning(visit) : null}</body>`;
};

type ProblemAt = { readonly text: string; readonly href?: string };

/** In the order of the fields on the page; what is about the whole comes first. */
const problemsOf = ({ problem, errors, fields, values }: FormState): readonly ProblemAt[] => [
  ...(problem === undefined ? [] : [{ text: problem }]),
  ...Object.entries(errors).flatMap(([name, text]) =>
    isFieldName(name) && text !== undefined
      ? [
          {
            text,
            href: `#${fields[name]?.control?.as === 'day' ? `${name}-${wrongPart(values, name) ?? 'day'}` : name}`,
          },
        ]
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
