import type { Child, PropsWithChildren } from 'hono/jsx';
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
};

type ChoiceProps<ItemOf extends Item> = {
  /** The id of the first choice, where a link of the error summary leads. Those of the others end in `-2`, `-3`. */
  readonly idPrefix: string;
  readonly name: string;
  readonly hint?: HintOptions;
  readonly errorMessage?: ErrorOptions;
  readonly classes?: string;
  readonly items: readonly ItemOf[];
};

const explained = ({ idPrefix, hint, errorMessage }: ChoiceProps<Item>, describedBy?: string) => ({
  id: idPrefix,
  ...(hint && { hint }),
  ...(errorMessage && { errorMessage }),
  ...(describedBy !== undefined && { describedBy }),
});

type ChoiceElementProps = {
  readonly kind: 'radios' | 'checkboxes';
  readonly id: string;
  readonly name: string;
  readonly item: Item;
  readonly describedBy?: string | undefined;
};

const Choice = ({ kind, id, name, item, describedBy }: ChoiceElementProps) => (
  <div class={`govuk-${kind}__item`}>
    <input
      class={`govuk-${kind}__input`}
      id={id}
      name={name}
      type={kind === 'radios' ? 'radio' : 'checkbox'}
      value={item.value}
      checked={item.checked}
      aria-describedby={classesOf(describedBy, item.hint && `${id}-item-hint`) || undefined}
    />
    <Label for={id} text={item.text} classes={`govuk-${kind}__label`} />
    {item.hint ? <Hint id={`${id}-item-hint`} classes={`govuk-${kind}__hint`} {...item.hint} /> : null}
  </div>
);

const idOf = (prefix: string, index: number): string => (index === 0 ? prefix : `${prefix}-${index + 1}`);

const Choices = ({
  kind,
  classes,
  children,
}: PropsWithChildren<{ readonly kind: 'radios' | 'checkboxes'; readonly classes: string | undefined }>) => (
  <div class={classesOf(`govuk-${kind}`, classes)} data-module={`govuk-${kind}`}>
    {children}
  </div>
);

/** One of several. `govuk-radios--inline` puts two beside each other. */
export const Radios = (props: ChoiceProps<Item> & { readonly fieldset: FieldsetOptions }) => {
  const { idPrefix, name, items, classes, fieldset } = props;
  const about = explained(props, fieldset.describedBy);
  const describedBy = describedByOf(about);
  return (
    <FormGroup hasError={props.errorMessage !== undefined}>
      <Fieldset {...fieldset} {...(describedBy && { describedBy })}>
        <HintAndError {...about} />
        <Choices kind="radios" classes={classes}>
          {items.map((item, index) => (
            <Choice kind="radios" id={idOf(idPrefix, index)} name={name} item={item} />
          ))}
        </Choices>
      </Fieldset>
    </FormGroup>
  );
};

type CheckboxesProps = ChoiceProps<Item & { readonly name?: string }> & {
  /** A single one may go without: then hint and error message describe the box itself. */
  readonly fieldset?: FieldsetOptions;
  readonly describedBy?: string;
};

/** Any of several. */
export const Checkboxes = (props: CheckboxesProps) => {
  const { idPrefix, name, items, classes, fieldset } = props;
  const about = explained(props, fieldset?.describedBy ?? props.describedBy);
  const describedBy = describedByOf(about);
  const content = (
    <>
      <HintAndError {...about} />
      <Choices kind="checkboxes" classes={classes}>
        {items.map((item, index) => (
          <Choice
            kind="checkboxes"
            id={idOf(idPrefix, index)}
            name={item.name ?? name}
            item={item}
            describedBy={fieldset ? undefined : describedBy}
          />
        ))}
      </Choices>
    </>
  );
  return (
    <FormGroup hasError={props.errorMessage !== undefined}>
      {fieldset ? (
        <Fieldset {...fieldset} {...(describedBy && { describedBy })}>
          {content}
        </Fieldset>
      ) : (
        content
      )}
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
