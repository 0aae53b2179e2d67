import type { Child, PropsWithChildren } from 'hono/jsx';
import type { InputLook, Option } from '../kit/form.ts';
import { wrongPart } from '../kit/read-fields.ts';
import { useForm, useVisit, useWords } from '../kit/rendering.ts';
import type { FieldName } from '../words/fields.ts';
import { classesOf } from './classes.ts';

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

type FieldProps = {
  readonly name: FieldName;
  /** Other texts than the field's own, and what can be chosen where that is not known before. */
  readonly label?: string | undefined;
  readonly hint?: string | undefined;
  readonly options?: readonly Option[];
  readonly isHeading?: boolean | undefined;
};

/** The ids of the field's hint and of its error message begin with its own, which is its name. */
type Question = {
  readonly name: string;
  readonly label: Child;
  readonly hint?: Child | undefined;
  readonly error?: Child | undefined;
  readonly isHeading?: boolean | undefined;
};

const describedBy = ({ name, hint, error }: Question): string | undefined =>
  classesOf(Boolean(hint) && `${name}-hint`, Boolean(error) && `${name}-error`) || undefined;

const Label = ({ name, label, isHeading, classes }: Question & { readonly classes?: string }) => {
  const element = (
    <label class={classesOf('govuk-label', isHeading && 'govuk-label--l', classes)} for={name}>
      {label}
    </label>
  );
  return isHeading ? <h1 class="govuk-label-wrapper">{element}</h1> : element;
};

const Hint = ({ id, classes, children }: PropsWithChildren<{ readonly id: string; readonly classes?: string }>) => (
  <div id={id} class={classesOf('govuk-hint', classes)}>
    {children}
  </div>
);

const HintAndError = ({ name, hint, error }: Question) => (
  <>
    {hint ? <Hint id={`${name}-hint`}>{hint}</Hint> : null}
    {error ? (
      <p id={`${name}-error`} class="govuk-error-message">
        <span class="govuk-visually-hidden">{useWords().common.error}:</span> {error}
      </p>
    ) : null}
  </>
);

/** Other attributes go to the element. */
const Group = ({
  of,
  classes,
  children,
  ...others
}: PropsWithChildren<{ readonly of: Question; readonly classes?: string }>) => (
  <div class={classesOf('govuk-form-group', Boolean(of.error) && 'govuk-form-group--error', classes)} {...others}>
    {children}
  </div>
);

const Labelled = ({
  of,
  children,
  ...others
}: PropsWithChildren<{ readonly of: Question; readonly classes?: string }>) => (
  <Group of={of} {...others}>
    <Label {...of} />
    <HintAndError {...of} />
    {children}
  </Group>
);

/** `role`: `group` makes one screen reader say the description of fields that are typed into. */
const Fieldset = ({ of, role, children }: PropsWithChildren<{ readonly of: Question; readonly role?: 'group' }>) => (
  <Group of={of}>
    <fieldset class="govuk-fieldset" role={role} aria-describedby={describedBy(of)}>
      <legend class={`govuk-fieldset__legend govuk-fieldset__legend--${of.isHeading ? 'l' : 's'}`}>
        {of.isHeading ? <h1 class="govuk-fieldset__heading">{of.label}</h1> : of.label}
      </legend>
      <HintAndError {...of} />
      {children}
    </fieldset>
  </Group>
);

/** What each control says of itself. `looks`: further classes. */
const controlOf = (of: Question, kind: string, ...looks: readonly (string | false | undefined)[]) => ({
  class: classesOf(kind, ...looks, Boolean(of.error) && `${kind.split(' ')[0]}--error`),
  id: of.name,
  name: of.name,
  'aria-describedby': describedBy(of),
});

export const Input = (props: Question & InputLook & { readonly value: string }) => {
  const { type, value, autocomplete, inputmode, spellcheck, width } = props;
  const look = { autocomplete, inputmode, spellcheck, dir: type ? undefined : 'auto' } as const;
  const control = controlOf(props, 'govuk-input', width && `govuk-input--width-${width}`);
  return (
    <Labelled of={props}>
      <input {...control} type={type ?? 'text'} value={value} {...look} />
    </Labelled>
  );
};

const FileInput = (props: Question & { readonly accept: string }) => (
  <Labelled of={props}>
    <input {...controlOf(props, 'govuk-file-upload')} type="file" accept={props.accept} />
  </Labelled>
);

type PasswordProps = Question & { readonly autocomplete: 'current-password' | 'new-password' };

/** A page never sends a password back, so it takes no value. */
export const PasswordInput = (props: PasswordProps) => {
  const { name, autocomplete } = props;
  const { common } = useWords();
  const textsForScript = {
    'data-module': 'govuk-password-input',
    'data-i18n.show-password': common.show,
    'data-i18n.hide-password': common.hide,
    'data-i18n.show-password-aria-label': common.showPassword,
    'data-i18n.hide-password-aria-label': common.hidePassword,
    'data-i18n.password-shown-announcement': common.passwordShown,
    'data-i18n.password-hidden-announcement': common.passwordHidden,
  };
  const control = controlOf(props, 'govuk-input govuk-password-input__input govuk-js-password-input-input');
  return (
    <Labelled of={props} classes="govuk-password-input" {...textsForScript}>
      <div class="govuk-input__wrapper govuk-password-input__wrapper">
        <input {...control} type="password" spellcheck={false} autocomplete={autocomplete} autocapitalize="none" />
        <button
          type="button"
          class="govuk-button govuk-button--secondary govuk-password-input__toggle govuk-js-password-input-toggle"
          data-module="govuk-button"
          aria-controls={name}
          aria-label={common.showPassword}
          hidden
        >
          {common.show}
        </button>
      </div>
    </Labelled>
  );
};

export const Textarea = (props: Question & { readonly value: string; readonly rows: number }) => (
  <Labelled of={props}>
    <textarea {...controlOf(props, 'govuk-textarea')} rows={props.rows} dir="auto">
      {/* Browsers drop the first line break after the tag, which otherwise were the writer's own. */}
      {props.value && `\n${props.value}`}
    </textarea>
  </Labelled>
);

type OptionsProps = Question & { readonly value: string; readonly options: readonly Option[] };

/** It filters what a page shows, so nothing is wrong with it. */
export const Select = ({ options, value: chosen, ...question }: Omit<OptionsProps, 'hint' | 'error'>) => (
  <Labelled of={question}>
    <select class="govuk-select" id={question.name} name={question.name}>
      {options.map(({ value, text }) => (
        <option value={value} selected={value === chosen}>
          {text}
        </option>
      ))}
    </select>
  </Labelled>
);

/** One of a few. A link of the error summary leads to the first. */
export const Radios = ({ options, value: chosen, ...question }: OptionsProps) => (
  <Fieldset of={question}>
    <div class="govuk-radios" data-module="govuk-radios">
      {options.map(({ value, text, hint, disabled = false }, index) => {
        const id = index === 0 ? question.name : `${question.name}-${index + 1}`;
        return (
          <div class="govuk-radios__item">
            <input
              class="govuk-radios__input"
              id={id}
              name={question.name}
              type="radio"
              value={value}
              checked={value === chosen}
              disabled={disabled}
              aria-describedby={hint ? `${id}-item-hint` : undefined}
            />
            <Label name={id} label={text} classes="govuk-radios__label" />
            {hint ? (
              <Hint id={`${id}-item-hint`} classes="govuk-radios__hint">
                {hint}
              </Hint>
            ) : null}
          </div>
        );
      })}
    </div>
  </Fieldset>
);

type Part = 'day' | 'month' | 'year';

type DateProps = Question & {
  readonly values: Readonly<Record<Part, string>>;
  /** The part that is wrong, if it is one alone. */
  readonly wrong: Part | undefined;
};

/** Without `autocomplete`, which is for one's own date of birth alone. */
export const DateInput = ({ values, wrong, ...question }: DateProps) => {
  const { common } = useWords();
  const isWrong = (part: Part): boolean => Boolean(question.error) && wrong === part;
  return (
    <Fieldset of={question} role="group">
      <div class="govuk-date-input" id={question.name}>
        {(['day', 'month', 'year'] as const).map((part) => (
          <div class="govuk-date-input__item">
            <div class="govuk-form-group">
              <Label name={`${question.name}-${part}`} label={common[part]} classes="govuk-date-input__label" />
              <input
                class={classesOf(
                  `govuk-input govuk-date-input__input govuk-input--width-${part === 'year' ? 4 : 2}`,
                  isWrong(part) && 'govuk-input--error',
                )}
                id={`${question.name}-${part}`}
                name={`${question.name}-${part}`}
                type="text"
                value={values[part]}
                inputmode="numeric"
              />
            </div>
          </div>
        ))}
      </div>
    </Fieldset>
  );
};
