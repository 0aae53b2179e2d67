import type { PropsWithChildren } from 'hono/jsx';
import { classesOf } from './classes.ts';

/** `govuk-button--secondary` or `govuk-button--warning`, for example. */
type Classes = { readonly id?: string; readonly classes?: string };

type ButtonProps = PropsWithChildren<
  Classes & {
    readonly type?: 'submit' | 'button';
    readonly name?: string;
    readonly value?: string;
    /** The script then ignores a second click within a second. */
    readonly preventDoubleClick?: boolean;
  }
>;

export const Button = ({ id, classes, type = 'submit', name, value, preventDoubleClick, children }: ButtonProps) => (
  <button
    id={id}
    type={type}
    name={name}
    value={value}
    data-prevent-double-click={preventDoubleClick === undefined ? undefined : String(preventDoubleClick)}
    class={classesOf('govuk-button', classes)}
    data-module="govuk-button"
  >
    {children}
  </button>
);

/** A link that looks like a button. The script lets the space bar press it. */
export const ButtonLink = ({ id, classes, href, children }: PropsWithChildren<Classes & { readonly href: string }>) => (
  // biome-ignore lint/a11y/useSemanticElements: it leads somewhere, also without the script
  <a
    id={id}
    href={href}
    role="button"
    draggable={false}
    class={classesOf('govuk-button', classes)}
    data-module="govuk-button"
  >
    {children}
  </a>
);
