import { SummaryList, Table, type TagColour, tag } from '../src/components/facts.tsx';
import { compared } from './support/compared.ts';
import { type Content, contentOf, withContent } from './support/content.tsx';

/* As in components.test.tsx: the components that show facts, against the examples of the design system. */

type Cell = Content & { readonly classes?: string };
type Action = Cell & { readonly href: string; readonly visuallyHiddenText?: string };

compared<{
  readonly rows: readonly {
    readonly key: Cell;
    readonly value: Cell;
    readonly classes?: string;
    readonly actions?: { readonly items: readonly Action[]; readonly classes?: string };
  }[];
  readonly classes?: string;
}>('summary-list', {
  count: 18,
  takes: [
    ...['key', 'value'].flatMap((part) => ['text', 'html', 'classes'].map((name) => `rows[].${part}.${name}`)),
    ...['href', 'text', 'html', 'visuallyHiddenText', 'classes'].map((name) => `rows[].actions.items[].${name}`),
    ...['classes', 'rows[].classes', 'rows[].actions.classes'],
  ],
  render: ({ rows, ...others }) => (
    <SummaryList
      rows={rows.map(({ key, value, actions, ...row }) => ({
        key: withContent(key),
        value: withContent(value),
        ...(actions && { actions: { ...actions, items: actions.items.map(withContent) } }),
        ...row,
      }))}
      {...others}
    />
  ),
});

type TableCell = Cell & { readonly format?: 'numeric' };

compared<{
  readonly rows: readonly (readonly TableCell[])[];
  readonly head?: readonly TableCell[];
  readonly caption?: string;
  readonly captionClasses?: string;
  readonly classes?: string;
  readonly firstCellIsHeader?: boolean;
}>('table', {
  count: 13,
  takes: [
    ...['head[]', 'rows[][]'].flatMap((part) => ['text', 'html', 'format', 'classes'].map((name) => `${part}.${name}`)),
    ...['caption', 'captionClasses', 'classes', 'firstCellIsHeader'],
  ],
  render: ({ rows, head, ...others }) => (
    <Table rows={rows.map((row) => row.map(withContent))} {...(head && { head: head.map(withContent) })} {...others} />
  ),
});

const COLOURS: readonly TagColour[] = [
  ...(['grey', 'green', 'teal', 'blue', 'purple', 'magenta', 'red', 'orange', 'yellow'] as const),
];
const colourOf = (classes = ''): TagColour | undefined => COLOURS.find((colour) => classes === `govuk-tag--${colour}`);

compared<Content & { readonly classes?: string }>('tag', {
  count: 11,
  takes: ['text', 'html', 'classes'],
  isTaken: ({ classes }) => classes === undefined || colourOf(classes) !== undefined,
  render: ({ text, html, classes }) => {
    const colour = colourOf(classes);
    return tag(contentOf({ text, html }), colour);
  },
});
