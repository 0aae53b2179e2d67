import type { Child } from 'hono/jsx';
import { classesOf } from './classes.ts';
import { Fieldset, type FieldsetOptions } from './fieldset.tsx';
import {
  Asked,
  describedByOf,
  type ErrorOptions,
  FormGroup,
  Hint,
  HintAndError,
  type HintOptions,
  Label,
  type Question,
} from './question.tsx';

type Item = {
  readonly value: string;
  readonly text: Child;
  readonly hint?: HintOptions;
  readonly checked?: boolean;
  readonly disabled?: boolean;
};

const Radio = ({ id, name, item }: { readonly id: string; readonly name: string; readonly item: Item }) => (
  <div class="govuk-radios__item">
    <input
      class="govuk-radios__input"
      id={id}
      name={name}
      type="radio"
      value={item.value}
      checked={item.checked}
      disabled={item.disabled}
      aria-describedby={item.hint && `${id}-item-hint`}
    />
    <Label for={id} text={item.text} classes="govuk-radios__label" />
    {item.hint ? <Hint id={`${id}-item-hint`} classes="govuk-radios__hint" {...item.hint} /> : null}
  </div>
);

type RadiosProps = {
  /** The id of the first choice, where a link of the error summary leads. Those of the others end in `-2`, `-3`. */
  readonly idPrefix: string;
  readonly name: string;
  readonly fieldset: FieldsetOptions;
  readonly hint?: HintOptions;
  readonly errorMessage?: ErrorOptions;
  readonly classes?: string;
  readonly items: readonly Item[];
};

/** One of several. `govuk-radios--inline` puts two beside each other. */
export const Radios = ({ idPrefix, name, items, classes, fieldset, hint, errorMessage }: RadiosProps) => {
  const about = {
    id: idPrefix,
    ...(hint && { hint }),
    ...(errorMessage && { errorMessage }),
    ...(fieldset.describedBy && { describedBy: fieldset.describedBy }),
  };
  const describedBy = describedByOf(about);
  return (
    <FormGroup hasError={errorMessage !== undefined}>
      <Fieldset {...fieldset} {...(describedBy && { describedBy })}>
        <HintAndError {...about} />
        <div class={classesOf('govuk-radios', classes)} data-module="govuk-radios">
          {items.map((item, index) => (
            <Radio id={index === 0 ? idPrefix : `${idPrefix}-${index + 1}`} name={name} item={item} />
          ))}
        </div>
      </Fieldset>
    </FormGroup>
  );
};

type SelectProps = Question & {
  readonly items: readonly { readonly value?: string; readonly text: string; readonly selected?: boolean }[];
};

export const Select = (props: SelectProps) => {
  const { id, name, classes, errorMessage, items } = props;
  return (
    <Asked of={props}>
      <select
        class={classesOf('govuk-select', classes, errorMessage && 'govuk-select--error')}
        id={id}
        name={name}
        aria-describedby={describedByOf(props)}
      >
        {items.map(({ value, text, selected }) => (
          <option value={value} selected={selected}>
            {text}
          </option>
        ))}
      </select>
    </Asked>
  );
};
