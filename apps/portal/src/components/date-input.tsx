import { classesOf } from './classes.ts';
import { Fieldset, type FieldsetOptions } from './fieldset.tsx';
import { Input } from './inputs.tsx';
import { describedByOf, type ErrorOptions, FormGroup, HintAndError, type HintOptions } from './question.tsx';

type DateInputProps = {
  readonly id: string;
  readonly fieldset: FieldsetOptions;
  readonly hint?: HintOptions;
  readonly errorMessage?: ErrorOptions;
  readonly classes?: string;
  /** Day, month and year in the order of the language. */
  readonly items: readonly {
    readonly id: string;
    readonly name: string;
    readonly label: string;
    readonly value?: string;
    /** `govuk-input--width-2` or `govuk-input--width-4`. */
    readonly classes?: string;
    /** Whether this one is wrong. Where none says so, an error message marks them all. */
    readonly error?: boolean;
    readonly autocomplete?: string;
  }[];
};

export const DateInput = (props: DateInputProps) => {
  const { id, fieldset, errorMessage, items } = props;
  const about = { ...props, ...(fieldset.describedBy && { describedBy: fieldset.describedBy }) };
  const describedBy = describedByOf(about);
  const areAllWrong = errorMessage !== undefined && !items.some(({ error }) => error);
  return (
    <FormGroup hasError={errorMessage !== undefined}>
      <Fieldset {...fieldset} role="group" {...(describedBy && { describedBy })}>
        <HintAndError {...about} />
        <div class={classesOf('govuk-date-input', props.classes)} id={id}>
          {items.map(({ label, classes, error = areAllWrong, ...item }) => (
            <div class="govuk-date-input__item">
              <Input
                {...item}
                label={{ text: label, classes: 'govuk-date-input__label' }}
                classes={classesOf('govuk-date-input__input', classes, error && 'govuk-input--error')}
                inputmode="numeric"
              />
            </div>
          ))}
        </div>
      </Fieldset>
    </FormGroup>
  );
};
