import {
  classesOf,
  describedBy,
  type ErrorText,
  Fieldset,
  Group,
  type Hint,
  HintAndError,
  type Label,
  Labelled,
  type Question,
} from './question.tsx';

type RadiosProps = {
  readonly idPrefix: string;
  readonly name: string;
  readonly fieldset: { readonly legend: Label };
  readonly hint?: Hint;
  readonly errorMessage?: ErrorText;
  readonly classes?: string;
  readonly items: readonly {
    readonly value: string;
    readonly text: string;
    readonly hint?: Hint;
    readonly checked?: boolean;
  }[];
};

export const Radios = ({ idPrefix, name, fieldset, hint, errorMessage, classes, items }: RadiosProps) => {
  const about = { id: idPrefix, ...(hint && { hint }), ...(errorMessage && { errorMessage }) };
  return (
    <Group errorMessage={errorMessage}>
      <Fieldset legend={fieldset.legend} describedBy={describedBy(about)}>
        <HintAndError {...about} />
        <div class={classesOf('govuk-radios', classes)} data-module="govuk-radios">
          {items.map((item, index) => {
            const id = index === 0 ? idPrefix : `${idPrefix}-${index + 1}`;
            return (
              <div class="govuk-radios__item">
                <input
                  class="govuk-radios__input"
                  id={id}
                  name={name}
                  type="radio"
                  value={item.value}
                  checked={item.checked}
                  aria-describedby={item.hint ? `${id}-item-hint` : undefined}
                />
                <label class="govuk-label govuk-radios__label" for={id}>
                  {item.text}
                </label>
                {item.hint ? (
                  <div id={`${id}-item-hint`} class="govuk-hint govuk-radios__hint">
                    {item.hint.text}
                  </div>
                ) : null}
              </div>
            );
          })}
        </div>
      </Fieldset>
    </Group>
  );
};

type SelectProps = Question & {
  readonly items: readonly { readonly value: string; readonly text: string; readonly selected?: boolean }[];
};

export const Select = (props: SelectProps) => {
  const { id, name, errorMessage, items } = props;
  return (
    <Group errorMessage={errorMessage}>
      <Labelled question={props}>
        <select
          class={classesOf('govuk-select', errorMessage && 'govuk-select--error')}
          id={id}
          name={name}
          aria-describedby={describedBy(props)}
        >
          {items.map(({ value, text, selected }) => (
            <option value={value} selected={selected}>
              {text}
            </option>
          ))}
        </select>
      </Labelled>
    </Group>
  );
};
