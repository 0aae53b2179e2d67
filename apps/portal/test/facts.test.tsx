import { Facts, Table, tag } from '../src/kit/show.tsx';
import { compared } from './support/compared.ts';
import { type Content, contentOf } from './support/content.tsx';

/* As in components.test.tsx: what shows facts, against the examples of the design system. */

type Action = { readonly href: string; readonly text: string; readonly visuallyHiddenText: string };

compared<{
  readonly rows: readonly {
    readonly key: { readonly text: string };
    readonly value: Content;
    readonly actions?: { readonly items: readonly Action[] };
  }[];
}>('summary-list', {
  count: 3,
  takes: [
    ...['key.text', 'value.text', 'value.html'].map((name) => `rows[].${name}`),
    ...['href', 'text', 'visuallyHiddenText'].map((name) => `rows[].actions.items[].${name}`),
  ],
  isTaken: ({ rows }) =>
    rows.every(
      ({ actions: { items } = { items: [] } }) => items.length < 2 && items.every((one) => one.visuallyHiddenText),
    ),
  render: ({ rows }) => (
    <Facts
      facts={rows.map(
        ({
          key,
          value,
          actions: {
            items: [action],
          } = { items: [] },
        }) => ({
          name: key.text,
          value: contentOf(value),
          change: action && { ...action, what: action.visuallyHiddenText },
        }),
      )}
    />
  ),
});

type Cell = { readonly text: string };

compared<{
  readonly rows: readonly (readonly Cell[])[];
  readonly head?: readonly Cell[];
  readonly firstCellIsHeader?: boolean;
}>('table', {
  count: 2,
  takes: ['head[].text', 'rows[][].text', 'head[].format', 'rows[][].format', 'firstCellIsHeader'],
  isTaken: ({ head }) => head !== undefined,
  // Ours scrolls by itself, has a caption, and the first cell of each row names it.
  alike: (html) =>
    html
      .replaceAll(
        /<\/?section[^>]*>|<caption[^>]*>[^<]*<\/caption>| govuk-table__(?:cell|header)--numeric| data-head="[^"]*"/g,
        '',
      )
      .replaceAll(
        /<th scope="row" class="govuk-table__header">([^<]*)<\/th>/g,
        '<td class="govuk-table__cell">$1</td>',
      ),
  render: ({ rows, head = [] }) => (
    <Table caption="Rows" head={head.map(({ text }) => text)} rows={rows.map((row) => row.map(({ text }) => text))} />
  ),
});

type TagColour = Parameters<typeof tag>[1];
const COLOURS: readonly TagColour[] = ['grey', 'green', 'blue', 'red'];
const colourOf = (classes = ''): TagColour | undefined => COLOURS.find((colour) => classes === `govuk-tag--${colour}`);

compared<Content & { readonly classes?: string }>('tag', {
  count: 3,
  takes: ['text', 'html', 'classes'],
  isTaken: ({ classes }) => colourOf(classes) !== undefined,
  render: ({ text, html, classes }) => tag(contentOf({ text, html }), colourOf(classes) ?? 'grey'),
});
