import type { Child } from 'hono/jsx';
import { expect, test } from 'vitest';
import { Button } from '../src/components/button.tsx';
import { ErrorSummary, NotificationBanner } from '../src/components/messages.tsx';
import type { Visit } from '../src/kit/form.ts';
import { frame } from '../src/kit/frame.tsx';
import { rendering } from '../src/kit/rendering.ts';
import { InsetText, List, More } from '../src/kit/show.tsx';
import { wordsIn } from '../src/words/words.ts';
import { compared } from './support/compared.ts';
import { type Content, contentOf, withContent } from './support/content.tsx';
import { fixturesOf } from './support/fixtures.ts';
import { treeOf } from './support/html-tree.ts';

/*
 * Each component against the examples that the design system publishes with it. Its texts have no default, as they are
 * in four languages: here they get those of the design system.
 */

const c = { req: { path: '/register', query: () => undefined } };
const visit = { words: wordsIn('en'), c, assets: {} } as unknown as Visit;

/** Which elements of a component stand in which, with their classes and the names of other attributes. */
const shapeOf = (page: string, component: string): ReadonlySet<string> => {
  const isRoot = new RegExp(`class="([^"]* )?govuk-${component}[" ]`);
  const [open, shape] = [[] as string[], new Set<string>()];
  for (const line of treeOf(page).filter((one) => one.startsWith('<'))) {
    if (line.startsWith('</')) open.pop();
    else open.push(line.replaceAll(/ (?!class)([\w-]+)="[^"]*"/g, ' $1'));
    const within = open.slice(open.findIndex((tag) => isRoot.test(tag)));
    if (within[0] && isRoot.test(within[0]) && !NOT_OURS.test(within.join())) shape.add(within.join());
  }
  return shape;
};
/** What belongs to gov.uk; and what is a component of its own. */
const NOT_OURS = /govuk-footer__(crown|licence)|="govuk-footer__meta-item"|footer.*govuk-language-navigation/;

test.each([
  ['skip-link', ['text', 'href']],
  ['back-link', ['text', 'href']],
  ['generic-header', ['logoText']],
  ['service-navigation', ['href', 'text', 'current'].map((name) => `navigation[].${name}`)],
  ['language-navigation', ['href', 'text', 'lang', 'current'].map((name) => `items[].${name}`)],
  ['footer', ['meta.visuallyHiddenTitle', 'meta.items[].href', 'meta.items[].text']],
])('%s: that of each page is built as one of the examples is', (component, takes) => {
  const page = shapeOf(frame(visit, { title: 'Page', back: '/', body: null }), component);
  expect(page.size).toBeGreaterThan(0);
  expect(fixturesOf(component, takes).map(({ html }) => shapeOf(html, component))).toContainEqual(page);
});

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

/** What has the focus of a new page, by the script of the design system, has it without one, too. */
const FOCUS = ' tabindex="-1" autofocus=""';
const withoutFocus = (html: string): string => html.replace(FOCUS, '');

test('what is wrong with a form, or was done by it, has the focus of a new page; other news has not', () => {
  const hasFocus = (element: Child): boolean => String(element).includes(FOCUS);
  const banner = { titleText: 'Success', text: 'Saved.' };
  expect([
    hasFocus(<ErrorSummary titleText="There is a problem" errorList={[]} />),
    hasFocus(<NotificationBanner {...banner} type="success" />),
    hasFocus(<NotificationBanner {...banner} />),
  ]).toEqual([true, true, false]);
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
  alike: withoutFocus,
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
  alike: withoutFocus,
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
  const ours = rendering({ visit }, () => <More path="/" after="1" />);
  expect(theirs.map((html) => treeOf(html))).toContainEqual(
    treeOf(ours.replaceAll(/(?:href|aria-label)="[^"]*"|Next[\s\S]*?<\/span>/g, '')),
  );
});

test('each of two long lists of a page can be skipped, to what stands behind it', () => {
  const rows = Array.from({ length: 11 }, (_, nth) => [String(nth)]);
  const lists = ['Children', 'Assistants'].map((caption) => (
    <List caption={caption} head={['Name']} rows={rows} none={null} />
  ));
  const page = String(rendering({ visit }, () => <div>{lists}</div>));
  const ends = page
    .split('class="govuk-skip-link"')
    .slice(0, -1)
    .map((before) => before.match(/href="#([^"]+)" $/)?.[1]);
  expect(new Set(ends).size).toBe(2);
  const places = ends.flatMap((id) => [page.indexOf(`href="#${id}"`), page.indexOf(`<div id="${id}">`)]);
  expect(places).toEqual(places.toSorted((one, other) => one - other));
  expect(places).not.toContain(-1);
});
