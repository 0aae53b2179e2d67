import type { Child, PropsWithChildren } from 'hono/jsx';

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
