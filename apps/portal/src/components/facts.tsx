import { html } from 'hono/html';
import type { Child } from 'hono/jsx';
import { classesOf } from './classes.ts';

type Action = {
  readonly href: string;
  readonly text: Child;
  /** Completes the link for those who hear it alone: "Change" *name*. */
  readonly visuallyHiddenText?: string;
  readonly classes?: string;
};

type Cell = { readonly text: Child; readonly classes?: string };

type Row = {
  readonly key: Cell;
  readonly value: Cell;
  readonly classes?: string;
  readonly actions?: { readonly classes?: string; readonly items: readonly Action[] };
  /** In place of links: what changes the value within a form. */
  readonly action?: Child;
};

const ActionLink = ({ href, text, visuallyHiddenText, classes }: Action) => (
  <a class={classesOf('govuk-link', classes)} href={href}>
    {text}
    {visuallyHiddenText ? <span class="govuk-visually-hidden"> {visuallyHiddenText}</span> : null}
  </a>
);

const Actions = ({ items: [first, ...others] }: { readonly items: readonly Action[] }) =>
  first === undefined ? null : others.length === 0 ? (
    <ActionLink {...first} />
  ) : (
    <ul class="govuk-summary-list__actions-list">
      {[first, ...others].map((action) => (
        <li class="govuk-summary-list__actions-list-item">
          <ActionLink {...action} />
        </li>
      ))}
    </ul>
  );

/** Names and values. `govuk-summary-list--no-border` has no lines between them. */
export const SummaryList = ({ rows, classes }: { readonly rows: readonly Row[]; readonly classes?: string }) => {
  const hasActions = rows.some(({ actions, action }) => action || (actions && actions.items.length > 0));
  return (
    <dl class={classesOf('govuk-summary-list', classes)}>
      {rows.map(({ key, value, actions, action, classes: own }) => (
        <div
          class={classesOf(
            'govuk-summary-list__row',
            hasActions && !actions && !action && 'govuk-summary-list__row--no-actions',
            own,
          )}
        >
          <dt class={classesOf('govuk-summary-list__key', key.classes)}>{key.text}</dt>
          <dd class={classesOf('govuk-summary-list__value', value.classes)}>{value.text}</dd>
          {actions === undefined || actions.items.length === 0 ? null : (
            <dd class={classesOf('govuk-summary-list__actions', actions.classes)}>
              <Actions items={actions.items} />
            </dd>
          )}
          {action ? <dd class="govuk-summary-list__actions">{action}</dd> : null}
        </div>
      ))}
    </dl>
  );
};

type TableCell = Cell & { readonly format?: 'numeric' };

type TableProps = {
  readonly caption?: Child;
  /** `govuk-table__caption--m`, for example. */
  readonly captionClasses?: string;
  readonly classes?: string;
  readonly head?: readonly TableCell[];
  readonly rows: readonly (readonly TableCell[])[];
  /** Whether the first cell of a row names it. */
  readonly firstCellIsHeader?: boolean;
};

const formatted = (element: string, { format, classes }: TableCell): string =>
  classesOf(element, format && `${element}--${format}`, classes);

/** Templates cost less than elements, and a list has as many of these as the rest of its page has elements. */
const headerOf = (scope: 'col' | 'row', text: Child, classes: string) =>
  html`<th scope="${scope}" class="${classes}">${text}</th>`;

const cellOf = (cell: TableCell) => html`<td class="${formatted('govuk-table__cell', cell)}">${cell.text}</td>`;

const rowOf = (cells: readonly TableCell[], firstCellIsHeader = false) =>
  html`<tr class="govuk-table__row">${cells.map((cell, index) =>
    index === 0 && firstCellIsHeader
      ? headerOf('row', cell.text, classesOf('govuk-table__header', cell.classes))
      : cellOf(cell),
  )}</tr>`;

export const Table = ({ caption, captionClasses, classes, head, rows, firstCellIsHeader }: TableProps) => (
  <table class={classesOf('govuk-table', classes)}>
    {caption ? <caption class={classesOf('govuk-table__caption', captionClasses)}>{caption}</caption> : null}
    {head ? (
      <thead class="govuk-table__head">
        <tr class="govuk-table__row">
          {head.map((cell) => headerOf('col', cell.text, formatted('govuk-table__header', cell)))}
        </tr>
      </thead>
    ) : null}
    <tbody class="govuk-table__body">{rows.map((cells) => rowOf(cells, firstCellIsHeader))}</tbody>
  </table>
);

/** Blue without a name. The design system has dropped the names `turquoise` and `pink` for `teal` and `magenta`. */
export type TagColour = 'grey' | 'green' | 'teal' | 'blue' | 'purple' | 'magenta' | 'red' | 'orange' | 'yellow';

/** A state, in a word. */
export const tag = (text: Child, colour?: TagColour) =>
  html`<strong class="${classesOf('govuk-tag', colour && `govuk-tag--${colour}`)}">${text}</strong>`;
