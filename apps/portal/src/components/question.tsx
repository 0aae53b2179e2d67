import type { PropsWithChildren } from 'hono/jsx';

export type Label = { readonly text: string; readonly classes?: string; readonly isPageHeading?: boolean };
export type Hint = { readonly text: string };
export type ErrorText = { readonly text: string; readonly visuallyHiddenText: string };

/** What every field has. */
export type Question = {
  readonly id: string;
  readonly name: string;
  readonly label: Label;
  readonly hint?: Hint;
  readonly errorMessage?: ErrorText;
  readonly classes?: string;
};

export const classesOf = (...classes: readonly (string | false | undefined)[]): string =>
  classes.filter(Boolean).join(' ');

export const describedBy = ({ id, hint, errorMessage }: Pick<Question, 'id' | 'hint' | 'errorMessage'>) =>
  classesOf(hint && `${id}-hint`, errorMessage && `${id}-error`) || undefined;

const LabelOf = ({ htmlFor, label }: { readonly htmlFor: string; readonly label: Label }) => {
  const element = (
    <label class={classesOf('govuk-label', label.classes)} for={htmlFor}>
      {label.text}
    </label>
  );
  return label.isPageHeading ? <h1 class="govuk-label-wrapper">{element}</h1> : element;
};

export const HintAndError = ({ id, hint, errorMessage }: Pick<Question, 'id' | 'hint' | 'errorMessage'>) => (
  <>
    {hint ? (
      <div id={`${id}-hint`} class="govuk-hint">
        {hint.text}
      </div>
    ) : null}
    {errorMessage ? (
      <p id={`${id}-error`} class="govuk-error-message">
        <span class="govuk-visually-hidden">{errorMessage.visuallyHiddenText}:</span> {errorMessage.text}
      </p>
    ) : null}
  </>
);

export const Group = ({
  errorMessage,
  classes,
  children,
  ...data
}: PropsWithChildren<{ readonly errorMessage?: ErrorText | undefined; readonly classes?: string }>) => (
  <div class={classesOf('govuk-form-group', errorMessage && 'govuk-form-group--error', classes)} {...data}>
    {children}
  </div>
);

export const Labelled = ({ question, children }: PropsWithChildren<{ readonly question: Question }>) => (
  <>
    <LabelOf htmlFor={question.id} label={question.label} />
    <HintAndError {...question} />
    {children}
  </>
);

export const Fieldset = ({
  legend,
  describedBy: ids,
  role,
  children,
}: PropsWithChildren<{
  readonly legend: Label;
  readonly describedBy?: string | undefined;
  readonly role?: 'group';
}>) => (
  <fieldset class="govuk-fieldset" role={role} aria-describedby={ids}>
    <legend class={classesOf('govuk-fieldset__legend', legend.classes)}>
      {legend.isPageHeading ? <h1 class="govuk-fieldset__heading">{legend.text}</h1> : legend.text}
    </legend>
    {children}
  </fieldset>
);
