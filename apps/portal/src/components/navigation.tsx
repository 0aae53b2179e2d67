import type { Child, PropsWithChildren } from 'hono/jsx';
import { classesOf } from './classes.ts';

type LinkProps = PropsWithChildren<{ readonly href: string; readonly classes?: string }>;

/** The first link of a page, for those who use its keyboard: past header and navigation. */
export const SkipLink = ({ href, classes, children }: LinkProps) => (
  <a href={href} class={classesOf('govuk-skip-link', classes)} data-module="govuk-skip-link">
    {children}
  </a>
);

export const BackLink = ({ href, classes, children }: LinkProps) => (
  <a href={href} class={classesOf('govuk-back-link', classes)}>
    {children}
  </a>
);

type Place = {
  readonly href: string;
  readonly text: Child;
  /** The page itself. */
  readonly current?: boolean;
  /** The page is one of those below. */
  readonly active?: boolean;
};

const PlaceItem = ({ href, text, current, active }: Place) => {
  const isHere = current || active;
  return (
    <li class={classesOf('govuk-service-navigation__item', isHere && 'govuk-service-navigation__item--active')}>
      <a
        class="govuk-service-navigation__link"
        href={href}
        aria-current={current ? 'page' : active ? 'true' : undefined}
      >
        {isHere ? <strong class="govuk-service-navigation__active-fallback">{text}</strong> : text}
      </a>
    </li>
  );
};

type ServiceNavigationProps = {
  readonly navigation: readonly Place[];
  /** Of the button that opens the navigation in a narrow window. */
  readonly menuButtonText: string;
  readonly menuButtonLabel?: string;
  /** Without it, the text of the button names the landmark. */
  readonly navigationLabel?: string;
  readonly navigationId?: string;
  /** Names the landmark that has the navigation and what stands at its end. */
  readonly ariaLabel: string;
  /** What stands behind the links, such as the form to sign out. */
  readonly end?: Child;
  /** Beside the links rather than below them. */
  readonly isEndInline?: boolean;
};

const Places = (props: ServiceNavigationProps) => {
  const { navigation, menuButtonText, menuButtonLabel, navigationLabel, navigationId = 'navigation' } = props;
  return (
    <nav aria-label={navigationLabel ?? menuButtonText} class="govuk-service-navigation__wrapper">
      {navigation.length > 1 ? (
        // biome-ignore lint/a11y/noAriaHiddenOnFocusable: the script that shows it takes this away
        <button
          type="button"
          class="govuk-service-navigation__toggle govuk-js-service-navigation-toggle"
          aria-controls={navigationId}
          aria-label={menuButtonLabel === menuButtonText ? undefined : menuButtonLabel}
          hidden
          aria-hidden="true"
        >
          {menuButtonText}
        </button>
      ) : null}
      <ul class="govuk-service-navigation__list" id={navigationId}>
        {navigation.map((place) => (
          <PlaceItem {...place} />
        ))}
      </ul>
    </nav>
  );
};

/** Where one can go in the service. */
export const ServiceNavigation = (props: ServiceNavigationProps) => {
  const { navigation, end, isEndInline, ariaLabel } = props;
  const content = (
    <div class={classesOf('govuk-width-container', isEndInline && 'govuk-service-navigation__inlining-container')}>
      <div class="govuk-service-navigation__container">{navigation.length > 0 ? <Places {...props} /> : null}</div>
      {end}
    </div>
  );
  return end ? (
    <section aria-label={ariaLabel} class="govuk-service-navigation" data-module="govuk-service-navigation">
      {content}
    </section>
  ) : (
    <div class="govuk-service-navigation" data-module="govuk-service-navigation">
      {content}
    </div>
  );
};

type LanguageItem = {
  readonly href?: string;
  /** The language by its own name. */
  readonly text: string;
  readonly lang: string;
  readonly dir?: 'ltr' | 'rtl';
  readonly current?: boolean;
  /** Goes along unseen, in the same language: "Change the language to …". */
  readonly languageDescriptionText?: string;
};

const Language = ({ href, text, lang, dir, current, languageDescriptionText }: LanguageItem) =>
  current || href === undefined ? (
    <span class="govuk-language-navigation__text" aria-current="true" lang={lang} dir={dir}>
      {text}
    </span>
  ) : (
    <a class="govuk-language-navigation__link" href={href} rel="alternate" lang={lang} hreflang={lang} dir={dir}>
      {text}
      {languageDescriptionText ? <span class="govuk-visually-hidden"> {languageDescriptionText}</span> : null}
    </a>
  );

export const LanguageNavigation = ({
  items,
  ariaLabel,
  classes,
}: {
  readonly items: readonly LanguageItem[];
  readonly ariaLabel: string;
  readonly classes?: string;
}) => (
  <nav class={classesOf('govuk-language-navigation', classes)} aria-label={ariaLabel}>
    <ul class="govuk-language-navigation__list">
      {items.map((item) => (
        <li class="govuk-language-navigation__list-item">
          <Language {...item} />
        </li>
      ))}
    </ul>
  </nav>
);

type PageLink = {
  readonly href: string;
  readonly text: Child;
  /** What the page has, such as "2 of 3". */
  readonly labelText?: Child;
};

const ARROWS = {
  prev: 'm6.5938-0.0078125-6.7266 6.7266 6.7441 6.4062 1.377-1.449-4.1856-3.9768h12.896v-2h-12.984l4.2931-4.293-1.414-1.414z',
  next: 'm8.107-0.0078125-1.4136 1.414 4.2926 4.293h-12.986v2h12.896l-4.1855 3.9766 1.377 1.4492 6.7441-6.4062-6.7246-6.7266z',
};

const ArrowLink = ({ href, text, labelText, rel }: PageLink & { readonly rel: 'prev' | 'next' }) => (
  <div class={`govuk-pagination__${rel}`}>
    <a class="govuk-link govuk-pagination__link" href={href} rel={rel}>
      <svg
        class={`govuk-pagination__icon govuk-pagination__icon--${rel}`}
        xmlns="http://www.w3.org/2000/svg"
        height="13"
        width="15"
        aria-hidden="true"
        focusable="false"
        viewBox="0 0 15 13"
      >
        <path d={ARROWS[rel]} />
      </svg>
      <span class={classesOf('govuk-pagination__link-title', !labelText && 'govuk-pagination__link-title--decorated')}>
        {text}
        {labelText ? ' ' : null}
      </span>
      {labelText ? (
        <>
          <span class="govuk-visually-hidden">:</span> <span class="govuk-pagination__link-label">{labelText}</span>
        </>
      ) : null}
    </a>
  </div>
);

type PaginationProps = {
  /** Names the landmark. */
  readonly landmarkLabel: string;
  readonly previous?: PageLink;
  readonly next?: PageLink;
  readonly classes?: string;
};

/** The ways to the pages before and behind this one. */
export const Pagination = ({ landmarkLabel, previous, next, classes }: PaginationProps) => (
  <nav
    class={classesOf('govuk-pagination', (previous || next) && 'govuk-pagination--block', classes)}
    aria-label={landmarkLabel}
  >
    {previous ? <ArrowLink rel="prev" {...previous} /> : null}
    {next ? <ArrowLink rel="next" {...next} /> : null}
  </nav>
);
