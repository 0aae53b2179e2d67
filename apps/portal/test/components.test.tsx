import type { Language } from '@health-case/domain/model/account';
import { expect, test } from 'vitest';
import { Button } from '../src/components/button.tsx';
import { ErrorSummary, NotificationBanner } from '../src/components/messages.tsx';
import {
  BackLink,
  Footer,
  GenericHeader,
  LanguageNavigation,
  ServiceNavigation,
  SkipLink,
} from '../src/components/navigation.tsx';
import type { Visit } from '../src/kit/form.ts';
import { rendering } from '../src/kit/rendering.ts';
import { InsetText, More } from '../src/kit/show.tsx';
import { wordsIn } from '../src/words/words.ts';
import { compared } from './support/compared.ts';
import { type Content, contentOf, withContent } from './support/content.tsx';
import { fixturesOf } from './support/fixtures.ts';
import { treeOf } from './support/html-tree.ts';

/*
 * Each component against the examples that the design system publishes with it. Its texts have no default, as they are
 * in four languages: here they get those of the design system.
 */

type LinkOptions = Content & { readonly href?: string };

compared<LinkOptions>('skip-link', {
  count: 6,
  takes: ['text', 'html', 'href'],
  render: ({ href = '#content', ...content }) => <SkipLink href={href}>{contentOf(content)}</SkipLink>,
});

compared<LinkOptions>('back-link', {
  count: 4,
  takes: ['text', 'html', 'href'],
  render: ({ text = 'Back', html, href = '#' }) => <BackLink href={href}>{contentOf({ text, html })}</BackLink>,
});

compared<{ readonly logoText?: string; readonly logoHtml?: string; readonly url?: string }>('generic-header', {
  count: 4,
  takes: ['logoText', 'logoHtml', 'url'],
  render: ({ logoText, logoHtml, url = '/' }) => (
    <GenericHeader logoText={contentOf({ text: logoText, html: logoHtml })} url={url} />
  ),
});

type Place = Content & { readonly href: string; readonly active?: boolean; readonly current?: boolean };

compared<{
  readonly navigation?: readonly Place[];
  readonly menuButtonText?: string;
  readonly navigationLabel?: string;
}>('service-navigation', {
  count: 8,
  takes: [
    ...['href', 'text', 'html', 'active', 'current'].map((name) => `navigation[].${name}`),
    ...['menuButtonText', 'navigationLabel'],
  ],
  isTaken: ({ navigation = [] }) => navigation.length > 0 && navigation.every(({ href }) => href),
  render: ({ navigation = [], menuButtonText = 'Menu', navigationLabel = menuButtonText }) => (
    <ServiceNavigation
      navigation={navigation.map(withContent)}
      menuButtonText={menuButtonText}
      navigationLabel={navigationLabel}
    />
  ),
});

type LanguageOptions = {
  readonly text: string;
  readonly lang: string;
  readonly href?: string;
  readonly current?: boolean;
};

compared<{ readonly items: readonly LanguageOptions[]; readonly ariaLabel?: string }>('language-navigation', {
  count: 3,
  takes: [...['text', 'lang', 'href', 'current'].map((name) => `items[].${name}`), 'ariaLabel'],
  // Ours leads to its own addresses.
  withoutAttributes: () => 'href',
  render: ({ ariaLabel = 'Language', items }) => (
    <LanguageNavigation
      label={ariaLabel}
      items={items.map(({ text, lang, current = false }) => ({
        text,
        lang: lang as Language,
        isCurrent: current,
        form: undefined,
      }))}
    />
  ),
});

type FooterLink = { readonly href: string; readonly text: string };

compared<{ readonly meta?: { readonly visuallyHiddenTitle?: string; readonly items?: readonly FooterLink[] } }>(
  'footer',
  {
    count: 1,
    takes: ['meta', 'meta.visuallyHiddenTitle', 'meta.items[].href', 'meta.items[].text'],
    isTaken: ({ meta }) => (meta?.items?.length ?? 0) > 0,
    without: [
      ...['govuk-footer__crown', 'govuk-footer__licence-logo', 'govuk-footer__licence-description'],
      // It holds the crest.
      'govuk-footer__meta-item',
    ],
    alike: (html) => html.replaceAll(/<li class="govuk-footer__inline-list-item">[\s\S]*?<\/li>/g, ''),
    render: ({ meta: { visuallyHiddenTitle = 'Support links' } = {} }) => (
      <Footer title={visuallyHiddenTitle} links={[['/', 'Link']]} />
    ),
  },
);

type ButtonOptions = Content & {
  readonly classes?: string;
  readonly name?: string;
  readonly value?: string;
  readonly preventDoubleClick?: boolean;
};

compared<ButtonOptions>('button', {
  count: 24,
  takes: ['text', 'html', 'classes', 'name', 'value', 'preventDoubleClick'],
  render: ({ text, html, ...others }) => <Button {...others}>{contentOf({ text, html })}</Button>,
});

compared<{
  readonly titleText?: string;
  readonly titleHtml?: string;
  readonly errorList?: readonly (Content & { readonly href?: string })[];
}>('error-summary', {
  count: 9,
  takes: [...['titleText', 'titleHtml'], ...['text', 'html', 'href'].map((name) => `errorList[].${name}`)],
  render: ({ titleText, titleHtml, errorList = [] }) => (
    <ErrorSummary titleText={contentOf({ text: titleText, html: titleHtml })} errorList={errorList.map(withContent)} />
  ),
});

compared<{
  readonly text?: string;
  readonly titleText?: string;
  readonly titleHtml?: string;
  readonly type?: 'success';
}>('notification-banner', {
  count: 8,
  takes: ['text', 'titleText', 'titleHtml', 'type'],
  isTaken: ({ type }) => type === undefined || type === 'success',
  render: ({ titleHtml, titleText, text = '', ...others }) => (
    <NotificationBanner
      titleText={contentOf({
        text: titleText ?? (others.type === 'success' ? 'Success' : 'Important'),
        html: titleHtml,
      })}
      text={text}
      {...others}
    />
  ),
});

compared<Content>('inset-text', {
  count: 3,
  takes: ['text', 'html'],
  render: (content) => <InsetText>{contentOf(content)}</InsetText>,
});

test('the way to the next page is that of the design system', () => {
  const fixtures = fixturesOf<{ readonly next?: { readonly href: string } }>('pagination', [
    'next.href',
    'next.text',
    'landmarkLabel',
  ]);
  const theirs = fixtures.map(({ html }) =>
    html.replaceAll(/(?:href|aria-label)="[^"]*"|Next[\s\S]*?<\/span>\s*<\/span>/g, ''),
  );
  const c = { req: { path: '/', query: () => undefined } };
  const visit = { words: wordsIn('en'), c } as unknown as Visit;
  const ours = rendering({ visit }, () => <More path="/" after="1" />);
  expect(theirs.map((html) => treeOf(html))).toContainEqual(
    treeOf(ours.replaceAll(/(?:href|aria-label)="[^"]*"|Next[\s\S]*?<\/span>/g, '')),
  );
});
