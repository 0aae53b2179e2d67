import type { PageLimit, Pages, Paging } from '@health-case/domain/model/pages';
import { parseId } from '@health-case/domain/model/values';
import type { Child, PropsWithChildren } from 'hono/jsx';
import type { Words } from '../words/words.ts';
import { firstPage, type Visit } from './visit.ts';

/** What pages show beside forms, in the design system's markup. */

export const Text = ({ children }: PropsWithChildren) => <p class="govuk-body">{children}</p>;

export const Heading = ({ children }: PropsWithChildren) => <h2 class="govuk-heading-m">{children}</h2>;

export const Link = ({ href, children }: PropsWithChildren<{ readonly href: string }>) => (
  <a class="govuk-link" href={href}>
    {children}
  </a>
);

/** A link that begins something. */
export const ButtonLink = ({
  href,
  kind,
  children,
}: PropsWithChildren<{ readonly href: string; readonly kind?: 'secondary' | 'warning' }>) => (
  <a href={href} class={`govuk-button${kind ? ` govuk-button--${kind}` : ''}`} data-module="govuk-button">
    {children}
  </a>
);

/** Shown by script alone: without one, a browser prints by its menu. */
export const PrintButton = ({ words }: { readonly words: Words }) => (
  <button type="button" class="govuk-button govuk-button--secondary" data-print hidden>
    {words.common.print}
  </button>
);

export type Colour = 'grey' | 'green' | 'turquoise' | 'blue' | 'purple' | 'pink' | 'red' | 'orange' | 'yellow';

export const Tag = ({ colour, children }: PropsWithChildren<{ readonly colour: Colour }>) => (
  <strong class={`govuk-tag govuk-tag--${colour}`}>{children}</strong>
);

type Fact = {
  readonly name: string;
  readonly value: Child;
  readonly change?: Change | undefined;
};

/** A link, or a button that goes back to a step of the form around. `what` completes it for those who hear it. */
type Change = { readonly text: string; readonly what: string } & (
  | { readonly href: string }
  | { readonly go: `step-${number}` }
);

const ChangeOf = ({ change }: { readonly change: Change }) => {
  const text = (
    <>
      {change.text}
      <span class="govuk-visually-hidden"> {change.what}</span>
    </>
  );
  if ('href' in change) return <Link href={change.href}>{text}</Link>;
  return (
    <button type="submit" name="go" value={change.go} class="govuk-link portal-link-button">
      {text}
    </button>
  );
};

/** Names and values, such as those of a child. */
export const Facts = ({ facts }: { readonly facts: readonly Fact[] }) => (
  <dl class="govuk-summary-list">
    {facts.map(({ name, value, change }) => (
      <div class={`govuk-summary-list__row${change ? '' : ' govuk-summary-list__row--no-actions'}`}>
        <dt class="govuk-summary-list__key">{name}</dt>
        <dd class="govuk-summary-list__value">{value}</dd>
        {change ? (
          <dd class="govuk-summary-list__actions">
            <ChangeOf change={change} />
          </dd>
        ) : null}
      </div>
    ))}
  </dl>
);

type TableProps = {
  readonly caption: string;
  /** Where the heading above says the same. */
  readonly isCaptionHidden?: boolean;
  readonly head: readonly string[];
  /** The first cell of each names the row. */
  readonly rows: readonly (readonly Child[])[];
};

/** It scrolls by itself where a window is too narrow. */
export const Table = ({ caption, isCaptionHidden, head, rows }: TableProps) => (
  <section class="portal-table" tabindex={0} aria-label={caption}>
    <table class="govuk-table">
      <caption class={isCaptionHidden ? 'govuk-visually-hidden' : 'govuk-table__caption govuk-table__caption--m'}>
        {caption}
      </caption>
      <thead class="govuk-table__head">
        <tr class="govuk-table__row">
          {head.map((text) => (
            <th scope="col" class="govuk-table__header">
              {text}
            </th>
          ))}
        </tr>
      </thead>
      <tbody class="govuk-table__body">
        {rows.map(([first, ...others]) => (
          <tr class="govuk-table__row">
            <th scope="row" class="govuk-table__header">
              {first}
            </th>
            {others.map((cell) => (
              <td class="govuk-table__cell">{cell}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </section>
);

/** In entries. */
export const PAGE_SIZE = 25 as PageLimit;

/** The part of a list that the address asks for. Ids alone stand in it. */
export const pagingOf = <Id extends string>({ c }: Visit): Paging<Id> => {
  const after = parseId<Id>(c.req.query('after') ?? '');
  return { limit: PAGE_SIZE, ...(after.ok && { after: after.value }) };
};

/** The entries of a page of a list, and the last id if there may be more. */
export const pageOf = async <Entry extends { readonly id: string }>(pages: Pages<Entry>) => {
  const entries = await firstPage(pages);
  return { entries, after: entries.length === PAGE_SIZE ? entries.at(-1)?.id : undefined };
};

/** The way to the next page of a list. `path` may have a query of its own. */
export const More = ({
  words,
  path,
  after,
}: {
  readonly words: Words;
  readonly path: string;
  readonly after: string | undefined;
}) =>
  after === undefined ? null : (
    <nav class="govuk-pagination" aria-label={words.common.pages}>
      <div class="govuk-pagination__next">
        <a
          class="govuk-link govuk-pagination__link"
          href={`${path}${path.includes('?') ? '&' : '?'}after=${after}`}
          rel="next"
        >
          <span class="govuk-pagination__link-title">{words.common.nextPage}</span>
        </a>
      </div>
    </nav>
  );
