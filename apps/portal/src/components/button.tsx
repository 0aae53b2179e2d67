import type { PropsWithChildren } from 'hono/jsx';
import { classesOf } from './question.tsx';

type ButtonProps = PropsWithChildren<{
  readonly name?: string;
  readonly value?: string;
  readonly classes?: string;
  readonly preventDoubleClick?: boolean;
}>;

export const Button = ({ name, value, classes, preventDoubleClick, children }: ButtonProps) => (
  <button
    type="submit"
    name={name}
    value={value}
    data-prevent-double-click={preventDoubleClick ? 'true' : undefined}
    class={classesOf('govuk-button', classes)}
    data-module="govuk-button"
  >
    {children}
  </button>
);
