import type { Child, PropsWithChildren } from 'hono/jsx';
import { classesOf } from './classes.ts';

type ErrorSummaryProps = {
  readonly titleText: Child;
  readonly descriptionText?: Child;
  /** `href` leads to the field, by its id. */
  readonly errorList: readonly { readonly text: Child; readonly href?: string }[];
};

/** What is wrong with a form, above it. The script moves the focus to it. */
export const ErrorSummary = ({ titleText, descriptionText, errorList }: ErrorSummaryProps) => (
  <div class="govuk-error-summary" data-module="govuk-error-summary">
    <div role="alert">
      <h2 class="govuk-error-summary__title">{titleText}</h2>
      <div class="govuk-error-summary__body">
        {descriptionText ? <p>{descriptionText}</p> : null}
        {errorList.length === 0 ? null : (
          <ul class="govuk-list govuk-error-summary__list">
            {errorList.map(({ text, href }) => (
              <li>{href === undefined ? text : <a href={href}>{text}</a>}</li>
            ))}
          </ul>
        )}
      </div>
    </div>
  </div>
);

type NotificationBannerProps = PropsWithChildren<{
  readonly titleText: Child;
  /** One sentence. More than that are children. */
  readonly text?: Child;
  /** What the page was asked to do has been done. Screen readers say it at once. */
  readonly type?: 'success';
  readonly titleId?: string;
  readonly disableAutoFocus?: boolean;
}>;

export const NotificationBanner = ({
  titleText,
  text,
  type,
  titleId = 'govuk-notification-banner-title',
  disableAutoFocus,
  children,
}: NotificationBannerProps) => (
  // biome-ignore lint/a11y/useAriaPropsSupportedByRole: both roles support it
  <div
    class={classesOf('govuk-notification-banner', type && `govuk-notification-banner--${type}`)}
    role={type === 'success' ? 'alert' : 'region'}
    aria-labelledby={titleId}
    data-module="govuk-notification-banner"
    data-disable-auto-focus={disableAutoFocus === undefined ? undefined : String(disableAutoFocus)}
  >
    <div class="govuk-notification-banner__header">
      <h2 class="govuk-notification-banner__title" id={titleId}>
        {titleText}
      </h2>
    </div>
    <div class="govuk-notification-banner__content">
      {text === undefined ? null : <p class="govuk-notification-banner__heading">{text}</p>}
      {children}
    </div>
  </div>
);

/** The end of a longer task. Its title is the heading of the page. */
export const Panel = ({ titleText, children }: PropsWithChildren<{ readonly titleText: Child }>) => (
  <div class="govuk-panel govuk-panel--confirmation">
    <h1 class="govuk-panel__title">{titleText}</h1>
    {children === undefined ? null : <div class="govuk-panel__body">{children}</div>}
  </div>
);

export const InsetText = ({
  id,
  classes,
  children,
}: PropsWithChildren<{ readonly id?: string; readonly classes?: string }>) => (
  <div id={id} class={classesOf('govuk-inset-text', classes)}>
    {children}
  </div>
);

/** `iconFallbackText` is the word "Warning", for those who do not see the icon. */
export const WarningText = ({
  iconFallbackText,
  classes,
  children,
}: PropsWithChildren<{ readonly iconFallbackText: string; readonly classes?: string }>) => (
  <div class={classesOf('govuk-warning-text', classes)}>
    <span class="govuk-warning-text__icon" aria-hidden="true">
      !
    </span>{' '}
    <strong class="govuk-warning-text__text">
      <span class="govuk-visually-hidden">{iconFallbackText}</span> {children}
    </strong>
  </div>
);

type DetailsProps = PropsWithChildren<{
  readonly summaryText: Child;
  readonly id?: string;
  readonly classes?: string;
  readonly open?: boolean;
}>;

/** Text that opens where it is asked for. */
export const Details = ({ summaryText, id, classes, open, children }: DetailsProps) => (
  <details id={id} class={classesOf('govuk-details', classes)} open={open}>
    <summary class="govuk-details__summary">
      <span class="govuk-details__summary-text">{summaryText}</span>
    </summary>
    <div class="govuk-details__text">{children}</div>
  </details>
);
