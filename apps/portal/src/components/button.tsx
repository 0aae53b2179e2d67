import type { PropsWithChildren } from 'hono/jsx';
import { classesOf } from './classes.ts';

type ButtonProps = PropsWithChildren<{
  /** `govuk-button--secondary` or `govuk-button--warning`, for example. */
  readonly classes?: string;
  readonly name?: string;
  readonly value?: string;
  /** The script then ignores a second click within a second. */
  readonly preventDoubleClick?: boolean;
}>;

export const Button = ({ classes, name, value, preventDoubleClick, children }: ButtonProps) => (
  <button
    type="submit"
    name={name}
    value={value}
    data-prevent-double-click={preventDoubleClick === undefined ? undefined : String(preventDoubleClick)}
    class={classesOf('govuk-button', classes)}
    data-module="govuk-button"
  >
    {children}
  </button>
);
