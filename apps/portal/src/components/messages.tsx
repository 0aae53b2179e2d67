import type { Child, PropsWithChildren } from 'hono/jsx';
import { classesOf } from './classes.ts';

type ErrorSummaryProps = {
  readonly titleText: Child;
  /** `href` leads to the field, by its id. */
  readonly errorList: readonly { readonly text: Child; readonly href?: string }[];
};

/** Where the page begins for whoever has no mouse, also without a script: the next stop is behind what was said. */
const FIRST = { tabindex: -1, autofocus: true } as const;

/** What is wrong with a form, above it. It has the focus. */
export const ErrorSummary = ({ titleText, errorList }: ErrorSummaryProps) => (
  <div class="govuk-error-summary" data-module="govuk-error-summary" {...FIRST}>
    <div role="alert">
      <h2 class="govuk-error-summary__title">{titleText}</h2>
      <div class="govuk-error-summary__body">
        <ul class="govuk-list govuk-error-summary__list">
          {errorList.map(({ text, href }) => (
            <li>{href === undefined ? text : <a href={href}>{text}</a>}</li>
          ))}
        </ul>
      </div>
    </div>
  </div>
);

type NotificationBannerProps = {
  readonly titleText: Child;
  readonly text: Child;
  /** What the page was asked to do has been done. Screen readers say it at once. */
  readonly type?: 'success';
  /** Needed where two may stand on a page. */
  readonly titleId?: string;
  /** By default `alert` if it tells of a success. */
  readonly role?: 'alert';
};

export const NotificationBanner = ({
  titleText,
  text,
  type,
  titleId = 'govuk-notification-banner-title',
  role,
  children,
}: PropsWithChildren<NotificationBannerProps>) => (
  // biome-ignore lint/a11y/useAriaPropsSupportedByRole: both roles support it
  <div
    class={classesOf('govuk-notification-banner', type && `govuk-notification-banner--${type}`)}
    role={role ?? (type === 'success' ? 'alert' : 'region')}
    aria-labelledby={titleId}
    data-module="govuk-notification-banner"
    {...(type === 'success' && FIRST)}
  >
    <div class="govuk-notification-banner__header">
      <h2 class="govuk-notification-banner__title" id={titleId}>
        {titleText}
      </h2>
    </div>
    <div class="govuk-notification-banner__content">
      <p class="govuk-notification-banner__heading">{text}</p>
      {children}
    </div>
  </div>
);
