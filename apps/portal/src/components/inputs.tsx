import { classesOf } from './classes.ts';
import { Asked, describedByOf, type Question } from './question.tsx';

type InputProps = Question & {
  readonly type?: string;
  readonly value?: string;
  readonly autocomplete?: string;
  readonly inputmode?: 'numeric' | 'decimal' | 'email' | 'tel';
  readonly spellcheck?: boolean;
  /** `auto`: of the text that is typed. */
  readonly dir?: 'auto';
};

/** Its `classes` may set the width: `govuk-input--width-10` has room for ten characters. */
export const Input = (props: InputProps) => {
  const { id, name, type = 'text', value, autocomplete, inputmode, spellcheck, dir, classes, errorMessage } = props;
  return (
    <Asked of={props}>
      <input
        class={classesOf('govuk-input', classes, errorMessage && 'govuk-input--error')}
        id={id}
        name={name}
        type={type}
        value={value}
        aria-describedby={describedByOf(props)}
        autocomplete={autocomplete}
        inputmode={inputmode}
        spellcheck={spellcheck}
        dir={dir}
      />
    </Asked>
  );
};

/** What the button beside the password says, and what the script makes screen readers say. */
type PasswordTexts = {
  readonly showPasswordText: string;
  readonly hidePasswordText: string;
  readonly showPasswordAriaLabelText: string;
  readonly hidePasswordAriaLabelText: string;
  readonly passwordShownAnnouncementText: string;
  readonly passwordHiddenAnnouncementText: string;
};

const textsForScript = (texts: PasswordTexts) => ({
  'data-module': 'govuk-password-input',
  'data-i18n.show-password': texts.showPasswordText,
  'data-i18n.hide-password': texts.hidePasswordText,
  'data-i18n.show-password-aria-label': texts.showPasswordAriaLabelText,
  'data-i18n.hide-password-aria-label': texts.hidePasswordAriaLabelText,
  'data-i18n.password-shown-announcement': texts.passwordShownAnnouncementText,
  'data-i18n.password-hidden-announcement': texts.passwordHiddenAnnouncementText,
});

type PasswordInputProps = Question &
  PasswordTexts & { readonly autocomplete?: 'current-password' | 'new-password' | 'off' };

/** A page never sends a password back, so it takes no value. */
export const PasswordInput = (props: PasswordInputProps) => {
  const { id, name, autocomplete = 'current-password', classes, errorMessage } = props;
  const inputClasses = 'govuk-input govuk-password-input__input govuk-js-password-input-input';
  return (
    <Asked of={props} classes="govuk-password-input" {...textsForScript(props)}>
      <div class="govuk-input__wrapper govuk-password-input__wrapper">
        <input
          class={classesOf(inputClasses, classes, errorMessage && 'govuk-input--error')}
          id={id}
          name={name}
          type="password"
          spellcheck={false}
          aria-describedby={describedByOf(props)}
          autocomplete={autocomplete}
          autocapitalize="none"
        />
        <button
          type="button"
          class="govuk-button govuk-button--secondary govuk-password-input__toggle govuk-js-password-input-toggle"
          data-module="govuk-button"
          aria-controls={id}
          aria-label={props.showPasswordAriaLabelText}
          hidden
        >
          {props.showPasswordText}
        </button>
      </div>
    </Asked>
  );
};

type TextareaProps = Question & {
  readonly value?: string;
  readonly rows?: number;
  readonly autocomplete?: string;
  readonly spellcheck?: boolean;
  /** `auto`: of the text that is typed. */
  readonly dir?: 'auto';
};

export const Textarea = (props: TextareaProps) => {
  const { id, name, value, rows = 5, autocomplete, spellcheck, dir, classes, errorMessage } = props;
  // Browsers drop the first line break after the tag, which otherwise were the writer's own.
  const text = value && `\n${value}`;
  return (
    <Asked of={props}>
      <textarea
        class={classesOf('govuk-textarea', errorMessage && 'govuk-textarea--error', classes)}
        id={id}
        name={name}
        rows={rows}
        spellcheck={spellcheck}
        aria-describedby={describedByOf(props)}
        autocomplete={autocomplete}
        dir={dir}
      >
        {text}
      </textarea>
    </Asked>
  );
};
