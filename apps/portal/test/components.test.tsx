import { raw } from 'hono/html';
import { Button, ButtonLink } from '../src/components/button.tsx';
import { Footer, GenericHeader } from '../src/components/header-footer.tsx';
import {
  Details,
  ErrorSummary,
  InsetText,
  NotificationBanner,
  Panel,
  WarningText,
} from '../src/components/messages.tsx';
import {
  BackLink,
  LanguageNavigation,
  Pagination,
  ServiceNavigation,
  SkipLink,
} from '../src/components/navigation.tsx';
import { compared } from './support/compared.ts';
import { type Content, contentOf, withContent } from './support/content.tsx';

/*
 * Each component against the examples that the design system publishes with it. Its texts have no default, as they are
 * in four languages: here they get those of the design system.
 */

type LinkOptions = Content & { readonly href?: string; readonly classes?: string };

compared<LinkOptions>('skip-link', {
  count: 8,
  takes: ['text', 'html', 'href', 'classes'],
  render: ({ text, html, href = '#content', ...others }) => (
    <SkipLink href={href} {...others}>
      {contentOf({ text, html })}
    </SkipLink>
  ),
});

compared<LinkOptions>('back-link', {
  count: 6,
  takes: ['text', 'html', 'href', 'classes'],
  render: ({ text = 'Back', html, href = '#', ...others }) => (
    <BackLink href={href} {...others}>
      {contentOf({ text, html })}
    </BackLink>
  ),
});

compared<{ readonly logoText?: string; readonly logoHtml?: string; readonly url?: string; readonly classes?: string }>(
  'generic-header',
  {
    count: 5,
    takes: ['logoText', 'logoHtml', 'url', 'classes'],
    render: ({ logoText, logoHtml, url = '/', ...others }) => (
      <GenericHeader logoText={contentOf({ text: logoText, html: logoHtml })} url={url} {...others} />
    ),
  },
);

type Place = Content & { readonly href: string; readonly active?: boolean; readonly current?: boolean };

compared<{
  readonly serviceName?: string;
  readonly navigation?: readonly Place[];
  readonly menuButtonText?: string;
  readonly menuButtonLabel?: string;
  readonly navigationLabel?: string;
  readonly navigationId?: string;
  readonly ariaLabel?: string;
  readonly slots?: { readonly end: string | { readonly html: string; readonly align?: 'inline' } };
}>('service-navigation', {
  count: 16,
  takes: [
    ...['href', 'text', 'html', 'active', 'current'].map((name) => `navigation[].${name}`),
    ...['menuButtonText', 'menuButtonLabel', 'navigationLabel', 'navigationId', 'ariaLabel'],
    ...['slots.end', 'slots.end.html', 'slots.end.align', 'serviceName', 'serviceUrl'],
  ],
  // The header has the name of the service. Here it stands beside it in every example with something at the end.
  without: ['govuk-service-navigation__service-name'],
  isTaken: ({ navigation = [], serviceName, slots }) =>
    navigation.every(({ href }) => href) && (serviceName === undefined || slots !== undefined),
  render: ({
    navigation = [],
    menuButtonText = 'Menu',
    ariaLabel = 'Service information',
    slots,
    serviceName: _,
    ...others
  }) => {
    const end = typeof slots?.end === 'string' ? { html: slots.end } : slots?.end;
    return (
      <ServiceNavigation
        navigation={navigation.map(withContent)}
        menuButtonText={menuButtonText}
        ariaLabel={ariaLabel}
        end={end && raw(end.html)}
        isEndInline={end?.align === 'inline'}
        {...others}
      />
    );
  },
});

compared<{
  readonly items: readonly {
    readonly text: string;
    readonly lang: string;
    readonly href?: string;
    readonly current?: boolean;
    readonly dir?: 'rtl';
    readonly languageDescriptionText?: string;
  }[];
  readonly ariaLabel?: string;
  readonly classes?: string;
}>('language-navigation', {
  count: 6,
  takes: [
    ...['text', 'lang', 'href', 'current', 'dir', 'languageDescriptionText'].map((name) => `items[].${name}`),
    ...['ariaLabel', 'classes'],
  ],
  render: ({ ariaLabel = 'Language', ...others }) => <LanguageNavigation ariaLabel={ariaLabel} {...others} />,
});

compared<{
  readonly meta?: Content & {
    readonly visuallyHiddenTitle?: string;
    readonly items?: readonly { readonly href: string; readonly text: string }[];
  };
}>('footer', {
  count: 7,
  takes: ['meta', 'meta.text', 'meta.html', 'meta.visuallyHiddenTitle', 'meta.items[].href', 'meta.items[].text'],
  isTaken: ({ meta }) => meta !== undefined,
  without: [
    ...['govuk-footer__crown', 'govuk-footer__licence-logo', 'govuk-footer__licence-description'],
    // It holds the crest.
    'govuk-footer__meta-item',
  ],
  render: ({ meta: { visuallyHiddenTitle = 'Support links', items = [], ...others } = {} }) => (
    <Footer meta={{ visuallyHiddenTitle, items, ...withContent(others) }} />
  ),
});

type ButtonOptions = Content & {
  readonly id?: string;
  readonly classes?: string;
  readonly href?: string;
  readonly type?: 'submit' | 'button';
  readonly name?: string;
  readonly value?: string;
  readonly preventDoubleClick?: boolean;
};

compared<ButtonOptions>('button', {
  count: 29,
  takes: ['text', 'html', 'id', 'classes', 'href', 'type', 'name', 'value', 'preventDoubleClick'],
  render: ({ text, html, href, id, classes, ...others }) => {
    const common = { ...(id && { id }), ...(classes && { classes }), children: contentOf({ text, html }) };
    return href === undefined ? <Button {...common} {...others} /> : <ButtonLink href={href} {...common} />;
  },
});

compared<{
  readonly titleText?: string;
  readonly titleHtml?: string;
  readonly descriptionText?: string;
  readonly descriptionHtml?: string;
  readonly errorList?: readonly (Content & { readonly href?: string })[];
}>('error-summary', {
  count: 14,
  takes: [
    ...['titleText', 'titleHtml', 'descriptionText', 'descriptionHtml'],
    ...['text', 'html', 'href'].map((name) => `errorList[].${name}`),
  ],
  render: ({ titleText, titleHtml, descriptionText, descriptionHtml, errorList = [] }) => (
    <ErrorSummary
      titleText={contentOf({ text: titleText, html: titleHtml })}
      descriptionText={contentOf({ text: descriptionText, html: descriptionHtml })}
      errorList={errorList.map(withContent)}
    />
  ),
});

compared<
  Content & {
    readonly titleText?: string;
    readonly titleHtml?: string;
    readonly titleId?: string;
    readonly type?: 'success';
    readonly disableAutoFocus?: boolean;
  }
>('notification-banner', {
  count: 14,
  takes: ['text', 'html', 'titleText', 'titleHtml', 'titleId', 'type', 'disableAutoFocus'],
  isTaken: ({ type }) => type === undefined || type === 'success',
  render: ({ text, html, titleHtml, titleText, ...others }) => (
    <NotificationBanner
      titleText={contentOf({
        text: titleText ?? (others.type === 'success' ? 'Success' : 'Important'),
        html: titleHtml,
      })}
      {...others}
      {...(html === undefined ? { text } : { children: raw(html) })}
    />
  ),
});

compared<Content & { readonly titleText?: string; readonly titleHtml?: string }>('panel', {
  count: 6,
  takes: ['text', 'html', 'titleText', 'titleHtml'],
  render: ({ text, html, titleText, titleHtml }) => (
    <Panel titleText={contentOf({ text: titleText, html: titleHtml })}>{contentOf({ text, html })}</Panel>
  ),
});

compared<Content & { readonly id?: string; readonly classes?: string }>('inset-text', {
  count: 5,
  takes: ['text', 'html', 'id', 'classes'],
  render: ({ text, html, ...others }) => <InsetText {...others}>{contentOf({ text, html })}</InsetText>,
});

compared<Content & { readonly iconFallbackText?: string; readonly classes?: string }>('warning-text', {
  count: 7,
  takes: ['text', 'html', 'iconFallbackText', 'classes'],
  render: ({ text, html, iconFallbackText = 'Warning', ...others }) => (
    <WarningText iconFallbackText={iconFallbackText} {...others}>
      {contentOf({ text, html })}
    </WarningText>
  ),
});

compared<
  Content & {
    readonly summaryText?: string;
    readonly summaryHtml?: string;
    readonly id?: string;
    readonly classes?: string;
    readonly open?: boolean;
  }
>('details', {
  count: 9,
  takes: ['text', 'html', 'summaryText', 'summaryHtml', 'id', 'classes', 'open'],
  render: ({ text, html, summaryText, summaryHtml, ...others }) => (
    <Details summaryText={contentOf({ text: summaryText, html: summaryHtml })} {...others}>
      {contentOf({ text, html })}
    </Details>
  ),
});

type PageLink = { readonly href: string; readonly text?: string; readonly labelText?: string };

compared<{
  readonly previous?: PageLink;
  readonly next?: PageLink;
  readonly landmarkLabel?: string;
  readonly classes?: string;
}>('pagination', {
  count: 5,
  takes: [
    ...['previous', 'next'].flatMap((part) => ['href', 'text', 'labelText'].map((name) => `${part}.${name}`)),
    ...['landmarkLabel', 'classes'],
  ],
  render: ({ previous, next, landmarkLabel = 'Pagination', ...others }) => {
    const unseen = <span class="govuk-visually-hidden"> page</span>;
    return (
      <Pagination
        landmarkLabel={landmarkLabel}
        {...(previous && { previous: { ...previous, text: previous.text ?? <>Previous{unseen}</> } })}
        {...(next && { next: { ...next, text: next.text ?? <>Next{unseen}</> } })}
        {...others}
      />
    );
  },
});
