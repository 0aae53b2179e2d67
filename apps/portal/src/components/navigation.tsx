import { raw } from 'hono/html';
import type { Child, PropsWithChildren } from 'hono/jsx';
import { classesOf } from './classes.ts';

type LinkProps = PropsWithChildren<{ readonly href: string }>;

/** The first link of a page, for those who use its keyboard: past header and navigation. */
export const SkipLink = ({ href, children }: LinkProps) => (
  <a href={href} class="govuk-skip-link" data-module="govuk-skip-link">
    {children}
  </a>
);

export const BackLink = ({ href, children }: LinkProps) => (
  <a href={href} class="govuk-back-link">
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
  /** Names the landmark. */
  readonly navigationLabel: string;
};

const LIST_ID = 'navigation';

/** Where one can go in the service. */
export const ServiceNavigation = ({ navigation, menuButtonText, navigationLabel }: ServiceNavigationProps) => (
  <div class="govuk-service-navigation" data-module="govuk-service-navigation">
    <div class="govuk-width-container">
      <div class="govuk-service-navigation__container">
        <nav aria-label={navigationLabel} class="govuk-service-navigation__wrapper">
          {navigation.length > 1 ? (
            // biome-ignore lint/a11y/noAriaHiddenOnFocusable: the script that shows it takes this away
            <button
              type="button"
              class="govuk-service-navigation__toggle govuk-js-service-navigation-toggle"
              aria-controls={LIST_ID}
              hidden
              aria-hidden="true"
            >
              {menuButtonText}
            </button>
          ) : null}
          <ul class="govuk-service-navigation__list" id={LIST_ID}>
            {navigation.map((place) => (
              <PlaceItem {...place} />
            ))}
          </ul>
        </nav>
      </div>
    </div>
  </div>
);

type LanguageItem = {
  readonly href?: string;
  /** In place of a link: a button that sends a form of the page, by its id. */
  readonly button?: { readonly form: string; readonly name: string; readonly value: string };
  /** The language by its own name. */
  readonly text: string;
  readonly lang: string;
  readonly current?: boolean;
};

const Language = ({ href, button, text, lang, current }: LanguageItem) => {
  if (button && !current) {
    return (
      <button type="submit" {...button} class="govuk-language-navigation__link portal-link-button" lang={lang}>
        {text}
      </button>
    );
  }
  return current || href === undefined ? (
    <span class="govuk-language-navigation__text" aria-current="true" lang={lang}>
      {text}
    </span>
  ) : (
    <a class="govuk-language-navigation__link" href={href} rel="alternate" lang={lang} hreflang={lang}>
      {text}
    </a>
  );
};

export const LanguageNavigation = ({
  items,
  ariaLabel,
}: {
  readonly items: readonly LanguageItem[];
  readonly ariaLabel: string;
}) => (
  <nav class="govuk-language-navigation" aria-label={ariaLabel}>
    <ul class="govuk-language-navigation__list">
      {items.map((item) => (
        <li class="govuk-language-navigation__list-item">
          <Language {...item} />
        </li>
      ))}
    </ul>
  </nav>
);

/** It never changes, so it is no element. */
const ARROW = raw(
  '<svg class="govuk-pagination__icon govuk-pagination__icon--next" xmlns="http://www.w3.org/2000/svg" height="13" width="15" aria-hidden="true" focusable="false" viewBox="0 0 15 13"><path d="m8.107-0.0078125-1.4136 1.414 4.2926 4.293h-12.986v2h12.896l-4.1855 3.9766 1.377 1.4492 6.7441-6.4062-6.7246-6.7266z"/></svg>',
);

type PaginationProps = {
  /** Names the landmark. */
  readonly landmarkLabel: string;
  readonly href: string;
  readonly text: Child;
};

/** The way to the page behind this one. */
export const Pagination = ({ landmarkLabel, href, text }: PaginationProps) => (
  <nav class="govuk-pagination govuk-pagination--block" aria-label={landmarkLabel}>
    <div class="govuk-pagination__next">
      <a class="govuk-link govuk-pagination__link" href={href} rel="next">
        {ARROW}
        <span class="govuk-pagination__link-title govuk-pagination__link-title--decorated">{text}</span>
      </a>
    </div>
  </nav>
);
