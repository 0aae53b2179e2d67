import type { EmailAddress } from '@health-case/domain/model/email';
import { html } from 'hono/html';
import type { PropsWithChildren } from 'hono/jsx';
import { Button } from '../components/button.tsx';
import { Radios } from '../components/choices.tsx';
import { DateInput } from '../components/date-input.tsx';
import { Input, PasswordInput, Textarea } from '../components/inputs.tsx';
import type { FieldName } from '../words/fields.ts';
import type { Words } from '../words/words.ts';
import type { FormState } from './form.ts';
import { wrongPart } from './typed-day.ts';

/*
 * Fields of a form, as pages use them: with their texts, what was typed, and what is wrong. The components know nothing
 * of forms.
 */

type Asked = { readonly words: Words; readonly state: FormState; readonly name: FieldName };

/** `isHeading`: the question is the heading of the page. `label`, `hint`: other texts than the field's own. */
type Texts = { readonly isHeading?: boolean; readonly label?: string; readonly hint?: string };

const labelOf = ({ words, name, isHeading, label }: Asked & Texts) => ({
  text: label ?? words.fields[name].label,
  ...(isHeading && { isPageHeading: true, classes: 'govuk-label--l' }),
});

const legendOf = ({ words, name, isHeading, label }: Asked & Texts) => ({
  text: label ?? words.fields[name].label,
  ...(isHeading
    ? { isPageHeading: true, classes: 'govuk-fieldset__legend--l' }
    : { classes: 'govuk-fieldset__legend--s' }),
});

const hintOf = ({ words, name, hint }: Asked & Texts) => {
  const text = hint ?? words.fields[name].hint;
  return text === undefined ? {} : { hint: { text } };
};

const errorOf = ({ words, state, name }: Asked) => {
  const text = state.errors[name];
  return text === undefined ? {} : { errorMessage: { text, visuallyHiddenText: words.common.error } };
};

const shared = (props: Asked & Texts) => ({ id: props.name, name: props.name, ...hintOf(props), ...errorOf(props) });
const typedFor = ({ state, name }: Asked): string => state.values[name] ?? '';

/** The form of a page, which the languages in its foot send. */
export const FORM_ID = 'form';

/** `id`: another one, or none, of one that must not be sent by a language. */
export const FormOf = ({
  state,
  id = FORM_ID,
  children,
}: PropsWithChildren<{ readonly state: FormState; readonly id?: string | null }>) => (
  <form {...(id !== null && { id })} method="post" action={state.action} novalidate>
    {Object.entries(state.hidden).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
    {children}
  </form>
);

type TextProps = Asked &
  Texts & {
    readonly type?: 'text' | 'email';
    readonly autocomplete?: string;
    readonly inputmode?: 'numeric' | 'email';
    readonly spellcheck?: boolean;
    /** In characters. */
    readonly width?: 2 | 3 | 4 | 5 | 10 | 20;
  };

export const TextField = (props: TextProps) => {
  const { width, type, autocomplete, inputmode, spellcheck } = props;
  return (
    <Input
      {...shared(props)}
      label={labelOf(props)}
      value={typedFor(props)}
      {...(type ? { type } : { dir: 'auto' })}
      {...(autocomplete && { autocomplete })}
      {...(inputmode && { inputmode })}
      {...(spellcheck !== undefined && { spellcheck })}
      {...(width && { classes: `govuk-input--width-${width}` })}
    />
  );
};

/** The address that the form asks for: by default that of somebody else. */
export const EmailField = ({
  autocomplete = 'off',
  ...asked
}: Omit<Asked, 'name'> & Pick<Texts, 'hint'> & { readonly autocomplete?: string }) => (
  <TextField {...asked} name="email" type="email" autocomplete={autocomplete} spellcheck={false} />
);

export const LongTextField = (props: Asked & Texts & { readonly rows?: number }) => (
  <Textarea {...shared(props)} label={labelOf(props)} value={typedFor(props)} rows={props.rows ?? 3} dir="auto" />
);

/** `of`: whose it is, where that is not asked beside it, so that a password manager stores it for this account. */
export const PasswordField = (
  props: Asked & Texts & { readonly autocomplete: 'current-password' | 'new-password'; readonly of?: EmailAddress },
) => {
  const { common: texts } = props.words;
  const field = (
    <PasswordInput
      {...shared(props)}
      label={labelOf(props)}
      autocomplete={props.autocomplete}
      showPasswordText={texts.show}
      hidePasswordText={texts.hide}
      showPasswordAriaLabelText={texts.showPassword}
      hidePasswordAriaLabelText={texts.hidePassword}
      passwordShownAnnouncementText={texts.passwordShown}
      passwordHiddenAnnouncementText={texts.passwordHidden}
    />
  );
  if (props.of === undefined) return field;
  return (
    <>
      <input type="text" autocomplete="username" value={props.of} readonly hidden />
      {field}
    </>
  );
};

/** `autocomplete`: for one's own date of birth alone, so a child's has none. */
export const DayField = (props: Asked & Texts) => {
  const { words, state, name } = props;
  const { day, month, year } = words.common;
  const wrong = state.errors[name] === undefined ? undefined : wrongPart(state.values, name);
  const item = (part: string, label: string, width: number) => ({
    id: `${name}-${part}`,
    name: `${name}-${part}`,
    label,
    value: state.values[`${name}-${part}`] ?? '',
    classes: `govuk-input--width-${width}`,
    error: wrong === part,
  });
  return (
    <DateInput
      id={name}
      fieldset={{ legend: legendOf(props) }}
      {...hintOf(props)}
      {...errorOf(props)}
      items={[item('day', day, 2), item('month', month, 2), item('year', year, 4)]}
    />
  );
};

export type Option = {
  readonly value: string;
  readonly text: string;
  readonly hint?: string | undefined;
  /** Shown, but not to be chosen. */
  readonly disabled?: boolean;
};

/** One of a few. */
export const Choice = (props: Asked & Texts & { readonly options: readonly Option[]; readonly isInline?: boolean }) => (
  <Radios
    idPrefix={props.name}
    name={props.name}
    fieldset={{ legend: legendOf(props) }}
    {...hintOf(props)}
    {...errorOf(props)}
    {...(props.isInline && { classes: 'govuk-radios--inline' })}
    items={props.options.map(({ value, text, hint, disabled = false }) => ({
      value,
      text,
      disabled,
      checked: typedFor(props) === value,
      ...(hint && { hint: { text: hint } }),
    }))}
  />
);

/** `go`: `again` shows the same step once more, as a search does; `after-` an id what follows; `step-0` goes back to a step. */
export const Submit = ({
  children,
  go,
  kind,
}: PropsWithChildren<{ readonly go?: string; readonly kind?: 'secondary' | 'warning' }>) => (
  <Button preventDoubleClick {...(go && { name: 'go', value: go })} {...(kind && { classes: `govuk-button--${kind}` })}>
    {children}
  </Button>
);

/** Nothing that was typed is lost on the way back. `children`: what the button on says, if not "Continue". */
export const Steps = ({
  words: { common },
  back,
  children,
}: PropsWithChildren<{ readonly words: Words; readonly back: `step-${number}` }>) => (
  <div class="govuk-button-group">
    <Submit>{children ?? common.next}</Submit>
    <Submit go={back} kind="secondary">
      {common.back}
    </Submit>
  </div>
);
