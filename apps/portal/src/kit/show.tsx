import type { PageLimit, Pages, Paging } from '@health-case/domain/model/pages';
import { parseId } from '@health-case/domain/model/values';
import type { Parsed } from '@health-case/domain/result';
import { html, raw } from 'hono/html';
import type { Child, PropsWithChildren } from 'hono/jsx';
import { classesOf } from '../components/classes.ts';
import * as components from '../components/facts.tsx';
import { Pagination } from '../components/navigation.tsx';
import { FormOf } from './elements.tsx';
import type { FormState } from './form.ts';
import { useWords } from './rendering.ts';
import { firstPage, type Visit } from './visit.ts';

/** What pages show beside forms, in the design system's markup. */

export const Text = ({ children }: PropsWithChildren) => <p class="govuk-body">{children}</p>;

export const Heading = ({ children }: PropsWithChildren) => <h2 class="govuk-heading-m">{children}</h2>;

export const Link = ({ href, children }: PropsWithChildren<{ readonly href: string }>) => (
  <a class="govuk-link" href={href}>
    {children}
  </a>
);

/** The path of each, and what it says. */
export type LinkTo = readonly [path: string, text: string];

/** Links below each other: entries that are opened, or what can be done. */
export const Links = ({ links }: { readonly links: readonly LinkTo[] }) => (
  <ul class="govuk-list govuk-list--spaced">
    {links.map(([path, text]) => html`<li><a class="govuk-link" href="${path}">${text}</a></li>`)}
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

type Fact = {
  readonly name: string;
  readonly value: Child;
  readonly change?: Change | undefined;
};

/**
 * A link, a button that goes back to a step of the form around, or one that sends a form of its own. `what` completes it
 * for those who hear it.
 */
type Change = { readonly text: string; readonly what: string } & (
  | { readonly href: string }
  | { readonly go: `step-${number}` }
  | { readonly form: FormState }
);

/** Sends a form, or with `go` leads back to a step of it. */
const LinkButton = ({ go, text, what }: { readonly go?: string; readonly text: string; readonly what: string }) => (
  <button type="submit" {...(go && { name: 'go', value: go })} class="govuk-link portal-link-button">
    {text}
    <span class="govuk-visually-hidden"> {what}</span>
  </button>
);

const actionOf = (change: Change) => {
  const { text, what } = change;
  if ('href' in change) return { actions: { items: [{ href: change.href, text, visuallyHiddenText: what }] } };
  if ('go' in change) return { action: <LinkButton go={change.go} text={text} what={what} /> };
  const action = (
    <FormOf id={null} state={change.form}>
      <LinkButton text={text} what={what} />
    </FormOf>
  );
  return { action };
};

/** Names and values, such as those of a child. */
export const Facts = ({ facts }: { readonly facts: readonly Fact[] }) => (
  <components.SummaryList
    rows={facts.map(({ name, value, change }) => ({
      key: { text: name },
      value: { text: value },
      ...(change && actionOf(change)),
    }))}
  />
);

/** `what` completes it for those who hear it, where its text stands on a page more than once. */
type LinkIn = { readonly href: string; readonly text: string; readonly what?: string };

type TableCell = Child | LinkIn;

type TableProps = {
  readonly caption: string;
  /** Where the heading above says the same. */
  readonly isCaptionHidden?: boolean;
  readonly head: readonly string[];
  /** The first cell of each names the row. */
  readonly rows: readonly (readonly TableCell[])[];
};

const linkTo = ({ href, text, what }: LinkIn) =>
  what === undefined
    ? html`<a class="govuk-link" href="${href}">${text}</a>`
    : html`<a class="govuk-link" href="${href}">${text} <span class="govuk-visually-hidden">${what}</span></a>`;

const isLink = (cell: TableCell): cell is LinkIn => typeof cell === 'object' && cell !== null && 'href' in cell;

const cells = (row: readonly TableCell[]) => row.map((cell) => ({ text: isLink(cell) ? linkTo(cell) : cell }));

/** Where there is no value: a dash, by reference, so that the page stays in Latin-1 (`frame`). */
export const NONE = raw('&ndash;');

/** It scrolls by itself where a window is too narrow. */
export const Table = ({ caption, isCaptionHidden, head, rows }: TableProps) => (
  <section class="portal-table" tabindex={0} aria-label={caption}>
    <components.Table
      caption={caption}
      captionClasses={isCaptionHidden ? 'govuk-visually-hidden' : 'govuk-table__caption--m'}
      head={cells(head)}
      rows={rows.map(cells)}
      firstCellIsHeader
    />
  </section>
);

/** In entries. */
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

type Way = { readonly path: string; readonly after: string | undefined };

/** The way to the next page of a list. `path` may have a query of its own. */
export const More = ({ path, after }: Way) => {
  const { common } = useWords();
  return after === undefined ? null : (
    <Pagination
      landmarkLabel={common.pages}
      href={`${path}${path.includes('?') ? '&' : '?'}after=${after}`}
      text={common.nextPage}
    />
  );
};

type ListProps = Omit<TableProps, 'isCaptionHidden'> & { readonly none: Child } & Partial<Way>;

/** The entries of a page of a list, or that there are none, and the way to its next page. */
export const List = ({ none, path = '', after, ...table }: ListProps) => (
  <>
    {table.rows.length === 0 ? none : <Table {...table} isCaptionHidden />}
    <More path={path} after={after} />
  </>
);
