import type { PageLimit, Pages, Paging } from '@health-case/domain/model/pages';
import { parseId } from '@health-case/domain/model/values';
import type { Parsed, Refusal, Result } from '@health-case/domain/result';
import { html, raw } from 'hono/html';
import type { Child, PropsWithChildren } from 'hono/jsx';
import { escapeToBuffer } from 'hono/utils/html';
import { classesOf } from '../components/classes.ts';
import type { FieldName } from '../words/fields.ts';
import { FormOf } from './elements.tsx';
import { type FormState, firstPage, needed, type Visit } from './form.ts';
import { useVisit, useWords } from './rendering.ts';
import { listFromStart, withQuery } from './urls.ts';

/** What pages show beside forms, in the design system's markup. */

export const Text = ({ children }: PropsWithChildren) => <p class="govuk-body">{children}</p>;

export const Heading = ({ children }: PropsWithChildren) => <h2 class="govuk-heading-m">{children}</h2>;

export const Link = ({ href, children }: PropsWithChildren<{ readonly href: string }>) => (
  <a class="govuk-link" href={href}>
    {children}
  </a>
);

export const TextLink = (props: PropsWithChildren<{ readonly href: string }>) => (
  <Text>
    <Link {...props} />
  </Text>
);

export const InsetText = ({ children }: PropsWithChildren) => <div class="govuk-inset-text">{children}</div>;

/** The path of each, and what it says. */
export type LinkTo = readonly [path: string, text: string];

/** Links below each other: entries that are opened, or what can be done. */
export const Links = ({ links }: { readonly links: readonly (LinkTo | false | undefined)[] }) => (
  <ul class="govuk-list govuk-list--spaced">
    {links.map((link) => link && html`<li><a class="govuk-link" href="${link[0]}">${link[1]}</a></li>`)}
  </ul>
);

/** A link that begins something. */
export const ButtonLink = ({
  href,
  kind,
  children,
}: PropsWithChildren<{ readonly href: string; readonly kind?: 'secondary' | 'warning' }>) => (
  <a href={href} class={classesOf('govuk-button', kind && `govuk-button--${kind}`)}>
    {children}
  </a>
);

/** Shown by script alone: without one, a browser prints by its menu. */
export const PrintButton = () => (
  <button type="button" class="govuk-button govuk-button--secondary" data-print hidden>
    {useWords().common.print}
  </button>
);

/** One without a value is left out. */
export type Fact = { readonly name: string; readonly value: Child; readonly change?: Change | undefined };

/** A button that goes back to a step of the form around. */
type BackTo = `step-${number}`;

/** A link or a button to where the fact is changed. `what` completes its text for those who hear it. */
type Change =
  | BackTo
  | `/${string}`
  | ({ readonly text: string; readonly what: string } & ({ readonly href: string } | { readonly form: FormState }));

const isBack = (change: string): change is BackTo => change.startsWith('step-');

/** A button that looks like a link. `what` completes it for those who hear it. */
export const LinkButton = ({
  text,
  what,
  go,
}: {
  readonly text: string;
  readonly what: string;
  readonly go?: string;
}) => (
  <button type="submit" {...(go && { name: 'go', value: go })} class="govuk-link portal-link-button">
    {text}
    <span class="govuk-visually-hidden"> {what}</span>
  </button>
);

const ChangeOf = ({ change, name }: { readonly change: Change; readonly name: string }) => {
  const { text, what, ...to } =
    typeof change === 'string' ? { href: change, text: useWords().common.change, what: name } : change;
  if ('form' in to) {
    return (
      <FormOf id={null} state={to.form}>
        <LinkButton text={text} what={what} />
      </FormOf>
    );
  }
  if (isBack(to.href)) return <LinkButton text={text} what={what} go={to.href} />;
  return (
    <Link href={to.href}>
      {text}
      <span class="govuk-visually-hidden"> {what}</span>
    </Link>
  );
};

export const Facts = ({ facts }: { readonly facts: readonly Fact[] }) => {
  const shown = facts.filter(({ value }) => value !== undefined && value !== false);
  const mayChange = shown.some(({ change }) => change);
  return (
    <dl class="govuk-summary-list">
      {shown.map(({ name, value, change }) => (
        <div
          class={classesOf('govuk-summary-list__row', mayChange && !change && 'govuk-summary-list__row--no-actions')}
        >
          <dt class="govuk-summary-list__key">{name}</dt>
          <dd class="govuk-summary-list__value">{value}</dd>
          {change ? (
            <dd class="govuk-summary-list__actions">
              <ChangeOf change={change} name={name} />
            </dd>
          ) : null}
        </div>
      ))}
    </dl>
  );
};

/** Blue without a name. */
type TagColour = 'grey' | 'green' | 'blue' | 'red';

export const tag = (text: Child, colour: TagColour) =>
  raw(`<strong class="govuk-tag govuk-tag--${colour}">${contentOf(text)}</strong>`);

/** `what` completes it for those who hear it, where its text stands on a page more than once. */
type LinkIn = { readonly href: string; readonly text: string; readonly what?: string };

/** A box to tick, before the cell that names the row. `what` says for what, for those who hear it. */
type Tick = { readonly name: FieldName; readonly value: string; readonly what: string; readonly isTicked: boolean };

type TableCell = Child | LinkIn | Tick;

type TableProps = {
  readonly caption: string;
  /** Where the heading above says the same. */
  readonly isCaptionHidden?: boolean;
  readonly head: readonly string[];
  /** The first cell of each names the row, but for a tick. */
  readonly rows: readonly (readonly TableCell[])[];
};

const isTick = (cell: TableCell): cell is Tick => typeof cell === 'object' && cell !== null && 'isTicked' in cell;

/** As templates do, which make an object of each: a list has more cells than the rest of its page has elements. */
const MARKUP = /[&<>'"]/;
const escaped = (text: string): string => {
  if (!MARKUP.test(text)) return text;
  const buffer: [string] = [''];
  escapeToBuffer(text, buffer);
  return buffer[0];
};

const tickOf = ({ name, value, what, isTicked }: Tick): string => {
  const id = escaped(`${name}-${value}`);
  const checked = isTicked ? ' checked' : '';
  return `<div class="govuk-checkboxes govuk-checkboxes--small"><div class="govuk-checkboxes__item"><input class="govuk-checkboxes__input" type="checkbox" id="${id}" name="${name}" value="${escaped(value)}"${checked}><label class="govuk-label govuk-checkboxes__label" for="${id}"><span class="govuk-visually-hidden">${escaped(what)}</span></label></div></div>`;
};

const linkTo = ({ href, text, what }: LinkIn): string => {
  const more = what === undefined ? '' : ` <span class="govuk-visually-hidden">${escaped(what)}</span>`;
  return `<a class="govuk-link" href="${escaped(href)}">${escaped(text)}${more}</a>`;
};

const contentOf = (cell: Exclude<TableCell, Tick>): string => {
  if (typeof cell === 'string') return escaped(cell);
  if (typeof cell !== 'object' || cell === null) return String(html`${cell}`);
  return 'href' in cell ? linkTo(cell) : String('isEscaped' in cell ? cell : html`${cell}`);
};

const headerOf = (scope: 'col' | 'row', cell: TableCell): string =>
  `<th scope="${scope}" class="govuk-table__header">${isTick(cell) ? '' : contentOf(cell)}</th>`;

/** `data-head` stands before it where a row is a card. */
const cellOf = (cell: TableCell, head: string): string =>
  isTick(cell)
    ? `<td class="govuk-table__cell">${tickOf(cell)}</td>`
    : `<td class="govuk-table__cell" data-head="${head}">${contentOf(cell)}</td>`;

const rowsOf = (rows: TableProps['rows'], head: readonly string[]) => {
  const heads = head.map(escaped);
  let text = '';
  for (const cells of rows) {
    text += '<tr class="govuk-table__row">';
    let isNamed = false;
    let nth = 0;
    for (const cell of cells) {
      if (isNamed || isTick(cell)) text += cellOf(cell, heads[nth] ?? '');
      else {
        isNamed = true;
        text += headerOf('row', cell);
      }
      nth += 1;
    }
    text += '</tr>';
  }
  return raw(text);
};

/** Where there is no value: a dash, by reference, so that the page stays in Latin-1 (`frame`). */
export const NONE = raw('&ndash;');

/** In a narrow window each row is a card; on a wider one it scrolls by itself where it is too wide. */
export const Table = ({ caption, isCaptionHidden, head, rows }: TableProps) => {
  const look = isCaptionHidden ? 'govuk-visually-hidden' : 'govuk-table__caption--m';
  const heads = raw(head.map((cell) => headerOf('col', cell)).join(''));
  return html`<section class="portal-table" tabindex="0" aria-label="${caption}"><table class="govuk-table"><caption class="govuk-table__caption ${look}">${caption}</caption><thead class="govuk-table__head"><tr class="govuk-table__row">${heads}</tr></thead><tbody class="govuk-table__body">${rowsOf(rows, head)}</tbody></table></section>`;
};

export const PAGE_SIZE = 25 as PageLimit;

/** The part of a list that the address asks for. Ids alone stand in it. */
export const pagingOf = <Id extends string>(
  { c }: Visit,
  parse: (text: string) => Parsed<Id> = parseId<Id>,
): Paging<Id> => {
  const after = parse(c.req.query('after') ?? '');
  return { limit: PAGE_SIZE, ...(after.ok && { after: after.value }) };
};

/** The entries of a page of a list, and the last id if there may be more. */
export const pageOf = async <Entry extends { readonly id: string }>(pages: Pages<Entry>) => {
  const entries = await firstPage(pages);
  return { entries, after: entries.length === PAGE_SIZE ? entries.at(-1)?.id : undefined };
};

/** The entries of the part of a list that the address asks for. Only a list of the same ids gives what it asks for. */
export const listed = async <Entry extends { readonly id: string }>(
  visit: Visit,
  list: (paging: Paging<never>) => Promise<Result<Pages<Entry>, Refusal>>,
) => pageOf(needed(await list(pagingOf<never>(visit))));

/** `path`: of a list of another page than the one that shows it, or of one with an address of its own. */
type Way = { readonly path?: string; readonly after: string | undefined };

/** They never change, so they are no elements. */
const arrow = (way: 'prev' | 'next', path: string) =>
  raw(
    `<svg class="govuk-pagination__icon govuk-pagination__icon--${way}" xmlns="http://www.w3.org/2000/svg" height="13" width="15" aria-hidden="true" focusable="false" viewBox="0 0 15 13"><path d="${path}"/></svg>`,
  );
const ARROWS = {
  prev: arrow(
    'prev',
    'm6.5938-0.0078125-6.7266 6.7266 6.7441 6.4062 1.377-1.449-4.1856-3.9768h12.896v-2h-12.984l4.2931-4.293-1.414-1.414z',
  ),
  next: arrow(
    'next',
    'm8.107-0.0078125-1.4136 1.414 4.2926 4.293h-12.986v2h12.896l-4.1855 3.9766 1.377 1.4492 6.7441-6.4062-6.7246-6.7266z',
  ),
};

const PageLink = ({ way, href }: { readonly way: 'prev' | 'next'; readonly href: string }) => {
  const { common } = useWords();
  const title = way === 'prev' ? common.previousPage : common.nextPage;
  return html`<div class="govuk-pagination__${way}"><a class="govuk-link govuk-pagination__link" href="${href}" rel="${way}">${ARROWS[way]}<span class="govuk-pagination__link-title govuk-pagination__link-title--decorated">${title}</span></a></div>`;
};

/** How many pages an address remembers the way back over. */
const MOST_REMEMBERED = 30;

/** Behind which entry the page begins, if its address is about this list. */
const partAt = ({ req }: Visit['c'], path: string): string | undefined =>
  (path.split('?')[0] === req.path && req.query('after')) || undefined;

/** The ways to the next page of a list and back. The address of a page holds behind what the pages before it began. */
export const More = ({ path: given, after }: Way) => {
  const { c, words } = useVisit();
  const path = given ?? listFromStart(c.req.url, 'form', 'step');
  const here = partAt(c, path);
  const before = (here && c.req.query('before')?.split('.').filter(Boolean)) || [];
  if (after === undefined && here === undefined) return null;
  const pageFrom = (from: string | undefined, ways: readonly string[]) =>
    withQuery(path, { after: from, before: ways.slice(-MOST_REMEMBERED).join('.') });
  return (
    <nav class="govuk-pagination govuk-pagination--block" aria-label={words.common.pages}>
      {here === undefined ? null : <PageLink way="prev" href={pageFrom(before.at(-1), before.slice(0, -1))} />}
      {after === undefined ? null : <PageLink way="next" href={pageFrom(after, here ? [...before, here] : [])} />}
    </nav>
  );
};

type ListProps = Omit<TableProps, 'isCaptionHidden'> & { readonly none: Child } & Partial<Way>;

/** A list of more entries can be skipped by the keyboard: what is done with it stands behind. */
const MOST_STEPPED_OVER = 10;

/**
 * The entries of a page of a list, or that there are none, and the way to its next page. A page behind the last entry, as
 * where all of it was done meanwhile, tells nothing of those before it.
 */
export const List = ({ none, ...given }: ListProps) => {
  const { c, words } = useVisit();
  const { path, after, ...table } = given;
  const empty = partAt(c, path ?? c.req.path) === undefined ? none : <Text>{words.common.noMore}</Text>;
  const isLong = table.rows.length > MOST_STEPPED_OVER;
  const end = `end-of-${table.caption.replaceAll(/\s+/g, '-')}`;
  return [
    isLong ? html`<a href="#${end}" class="govuk-skip-link">${words.common.skipList}</a>` : null,
    table.rows.length === 0 ? empty : <Table {...table} isCaptionHidden />,
    isLong ? html`<div id="${end}"></div>` : null,
    'after' in given ? <More {...(path && { path })} after={after} /> : null,
  ];
};
