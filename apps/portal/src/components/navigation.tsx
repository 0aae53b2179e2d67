import type { Language } from '@health-case/domain/model/account';
import type { Child, PropsWithChildren } from 'hono/jsx';
import { goTo } from '../kit/typed.ts';
import { classesOf } from './classes.ts';

/** The name of the service, without the crown, which belongs to gov.uk. */
export const GenericHeader = ({ logoText, url }: { readonly logoText: Child; readonly url: string }) => (
  <div class="govuk-generic-header">
    <div class="govuk-generic-header__container govuk-width-container">
      <div class="govuk-generic-header__logo">
        <a href={url} class="govuk-generic-header__homepage-link">
          {logoText}
        </a>
      </div>
    </div>
  </div>
);

type FooterProps = PropsWithChildren<{
  /** The heading of the links, for those who hear the page. */
  readonly title: string;
  readonly links: readonly (readonly [href: string, text: string])[];
}>;

/**
 * The foot of a page. Crown, crest and licence of the original belong to gov.uk, so there are none. Children stand
 * above the links.
 */
export const Footer = ({ title, links, children }: FooterProps) => (
  <div class="govuk-footer">
    <div class="govuk-width-container">
      {children}
      <div class="govuk-footer__meta">
        <div class="govuk-footer__meta-item govuk-footer__meta-item--grow">
          <h2 class="govuk-visually-hidden">{title}</h2>
          <ul class="govuk-footer__inline-list">
            {links.map(([href, text]) => (
              <li class="govuk-footer__inline-list-item">
                <a class="govuk-footer__link" href={href}>
                  {text}
                </a>
              </li>
            ))}
          </ul>
        </div>
      </div>
    </div>
  </div>
);

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
  readonly lang: Language;
  /** The language by its own name. */
  readonly text: string;
  readonly isCurrent: boolean;
  /** A form of the page that it sends, by its id, in place of a link. */
  readonly form: string | undefined;
};

const LanguageLink = ({ lang, text, isCurrent, form }: LanguageItem) => {
  if (isCurrent) {
    return (
      <span class="govuk-language-navigation__text" aria-current="true" lang={lang}>
        {text}
      </span>
    );
  }
  return form === undefined ? (
    <a class="govuk-language-navigation__link" href={`/language/${lang}`} rel="alternate" lang={lang} hreflang={lang}>
      {text}
    </a>
  ) : (
    <button
      type="submit"
      form={form}
      name="go"
      value={goTo(lang)}
      class="govuk-language-navigation__link portal-link-button"
      lang={lang}
    >
      {text}
    </button>
  );
};

export const LanguageNavigation = ({
  items,
  label,
}: {
  readonly items: readonly LanguageItem[];
  readonly label: string;
}) => (
  <nav class="govuk-language-navigation" aria-label={label}>
    <ul class="govuk-language-navigation__list">
      {items.map((item) => (
        <li class="govuk-language-navigation__list-item">
          <LanguageLink {...item} />
        </li>
      ))}
    </ul>
  </nav>
);
