import { html, raw } from 'hono/html';
import type { PropsWithChildren } from 'hono/jsx';
import { Button } from '../components/button.tsx';
import { DateInput, FileInput, Input, PasswordInput, Radios, Select, Textarea } from '../components/fields.tsx';
import type { FieldName } from '../words/fields.ts';
import type { FormState, Option } from './form.ts';
import { rendering, useForm, useVisit, useWords } from './rendering.ts';
import { wrongPart } from './typed.ts';
import { takesFile } from './upload.ts';

/* What a form is shown with: its fields as it declares them, with what was typed, and what is wrong with it. */

/** The form of a page, which the languages in its foot send. */
export const FORM_ID = 'form';

type FormProps = {
  /** Another form than that of the page. */
  readonly state?: FormState;
  /** Goes along unseen, beside what the form carries. */
  readonly hidden?: FormState['hidden'];
  /** Another one, or none, of one that must not be sent by a language. */
  readonly id?: string | null;
};

export const FormOf = ({ state, hidden, id = FORM_ID, children }: PropsWithChildren<FormProps>) => {
  const form = state ?? useForm();
  const element = (
    <form
      {...(id !== null && { id })}
      {...(takesFile(form) && { enctype: 'multipart/form-data' })}
      method="post"
      action={form.action}
      novalidate
    >
      {Object.entries({ ...form.hidden, ...hidden }).map(
        ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`,
      )}
      {children}
    </form>
  );
  return state ? raw(rendering({ visit: useVisit(), form }, () => element)) : element;
};

type FieldProps = {
  readonly name: FieldName;
  /** Other texts than the field's own, and what can be chosen where that is not known before. */
  readonly label?: string | undefined;
  readonly hint?: string | undefined;
  readonly options?: readonly Option[];
  readonly isHeading?: boolean | undefined;
};

/** A field of the form as it is declared. */
export const Field = ({ name, label, hint, options, isHeading }: FieldProps) => {
  const [visit, form] = [useVisit(), useForm()];
  const texts = visit.words.fields[name];
  const rule = form.fields[name];
  if (!rule || rule.isAsked?.(visit, form) === false) return null;
  const control = rule.control ?? { as: 'text' };
  const question = { name, label: label ?? texts.label, hint: hint ?? texts.hint, error: form.errors[name], isHeading };
  const value = form.values[name] ?? '';
  switch (control.as) {
    case 'ticks':
      return null;
    case 'text': {
      const input = <Input {...question} {...control} value={value} />;
      return rule.isOfAddress ? <div data-code-of-address>{input}</div> : input;
    }
    case 'file':
      return <FileInput {...question} accept={control.accept} />;
    case 'long text':
      return <Textarea {...question} value={value} rows={control.rows} />;
    case 'choice':
      return <Radios {...question} value={value} options={options ?? control.options?.(visit) ?? []} />;
    case 'select':
      return <Select name={name} label={question.label} value={value} options={control.options(visit)} />;
    case 'day': {
      const part = (of: string) => form.values[`${name}-${of}`] ?? '';
      const values = { day: part('day'), month: part('month'), year: part('year') };
      return <DateInput {...question} values={values} wrong={wrongPart(form.values, name)} />;
    }
    case 'password':
      return [
        control.isOfMember ? (
          <input type="text" autocomplete="username" value={visit.member?.caller.actor.email} readonly hidden />
        ) : null,
        <PasswordInput {...question} autocomplete={control.autocomplete} />,
      ];
  }
};

/** `go`: `again` shows the same step once more, as a search does; `after-` an id what follows; `step-0` goes back to a step. */
export const Submit = ({
  children,
  go,
  kind,
}: PropsWithChildren<{ readonly go?: string; readonly kind?: 'secondary' | 'warning' | undefined }>) => (
  <Button preventDoubleClick {...(go && { name: 'go', value: go })} {...(kind && { classes: `govuk-button--${kind}` })}>
    {children}
  </Button>
);

/** Nothing that was typed is lost on the way back. `children`: what the button on says. */
export const Steps = ({ back, children }: PropsWithChildren<{ readonly back: `step-${number}` }>) => (
  <div class="govuk-button-group">
    <Submit>{children}</Submit>
    <Submit go={back} kind="secondary">
      {useWords().common.back}
    </Submit>
  </div>
);
