import {
  classesOf,
  describedBy,
  type ErrorText,
  Fieldset,
  Group,
  type Hint,
  HintAndError,
  type Label,
} from './question.tsx';

type DateInputProps = {
  readonly id: string;
  readonly fieldset: { readonly legend: Label };
  readonly hint?: Hint;
  readonly errorMessage?: ErrorText;
  readonly items: readonly {
    readonly id: string;
    readonly name: string;
    readonly label: string;
    readonly value: string;
    readonly classes: string;
  }[];
};

export const DateInput = (props: DateInputProps) => (
  <Group errorMessage={props.errorMessage}>
    <Fieldset legend={props.fieldset.legend} describedBy={describedBy(props)} role="group">
      <HintAndError {...props} />
      <div class="govuk-date-input" id={props.id}>
        {props.items.map(({ id, name, label, value, classes }) => (
          <div class="govuk-date-input__item">
            <div class="govuk-form-group">
              <label class="govuk-label govuk-date-input__label" for={id}>
                {label}
              </label>
              <input
                class={classesOf('govuk-input govuk-date-input__input', classes)}
                id={id}
                name={name}
                type="text"
                inputmode="numeric"
                value={value || undefined}
              />
            </div>
          </div>
        ))}
      </div>
    </Fieldset>
  </Group>
);
