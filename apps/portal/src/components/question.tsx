import type { Child, PropsWithChildren } from 'hono/jsx';
import { classesOf } from './classes.ts';

export type LabelOptions = { readonly text: Child; readonly classes?: string; readonly isPageHeading?: boolean };
export type HintOptions = { readonly text: Child };

/** `visuallyHiddenText` is the word "Error" in the language of the page, for those who do not see the colour. */
export type ErrorOptions = { readonly text: Child; readonly visuallyHiddenText: string };

type Explained = {
  readonly id: string;
  readonly hint?: HintOptions;
  readonly errorMessage?: ErrorOptions;
  /** The ids of other elements that describe it. */
  readonly describedBy?: string;
};

/** What every field has. The ids of its hint and of its error message begin with its own. */
export type Question = Explained & {
  readonly name: string;
  readonly label: LabelOptions;
  readonly classes?: string;
};

export const describedByOf = ({ id, hint, errorMessage, describedBy }: Explained): string | undefined =>
  classesOf(describedBy, hint && `${id}-hint`, errorMessage && `${id}-error`) || undefined;

export const Label = (props: LabelOptions & { readonly for: string }) => {
  const label = (
    <label class={classesOf('govuk-label', props.classes)} for={props.for}>
      {props.text}
    </label>
  );
  return props.isPageHeading ? <h1 class="govuk-label-wrapper">{label}</h1> : label;
};

export const Hint = ({ id, classes, text }: HintOptions & { readonly id?: string; readonly classes?: string }) => (
  <div id={id} class={classesOf('govuk-hint', classes)}>
    {text}
  </div>
);

export const ErrorMessage = ({ id, text, visuallyHiddenText }: ErrorOptions & { readonly id?: string }) => (
  <p id={id} class="govuk-error-message">
    <span class="govuk-visually-hidden">{visuallyHiddenText}:</span> {text}
  </p>
);

export const HintAndError = ({ id, hint, errorMessage }: Explained) => (
  <>
    {hint ? <Hint id={`${id}-hint`} {...hint} /> : null}
    {errorMessage ? <ErrorMessage id={`${id}-error`} {...errorMessage} /> : null}
  </>
);

type GroupProps = PropsWithChildren<{ readonly hasError: boolean; readonly classes?: string }>;

/** Other attributes go to the element. */
export const FormGroup = ({ hasError, classes, children, ...others }: GroupProps) => (
  <div class={classesOf('govuk-form-group', hasError && 'govuk-form-group--error', classes)} {...others}>
    {children}
  </div>
);

/** A field with its label, hint and error message. `of` is the field's question. Other attributes go to the group. */
export const Asked = ({
  of,
  children,
  ...others
}: PropsWithChildren<{ readonly of: Question; readonly classes?: string }>) => (
  <FormGroup hasError={of.errorMessage !== undefined} {...others}>
    <Label for={of.id} {...of.label} />
    <HintAndError {...of} />
    {children}
  </FormGroup>
);
