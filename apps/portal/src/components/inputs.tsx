import { classesOf, describedBy, Group, Labelled, type Question } from './question.tsx';

type InputProps = Question & {
  readonly value?: string;
  readonly type?: string;
  readonly autocomplete?: string;
  readonly inputmode?: 'numeric' | 'email';
  readonly spellcheck?: boolean;
};

export const Input = (props: InputProps) => {
  const { id, name, value, type = 'text', autocomplete, inputmode, spellcheck, errorMessage, classes } = props;
  return (
    <Group errorMessage={errorMessage}>
      <Labelled question={props}>
        <input
          class={classesOf('govuk-input', classes, errorMessage && 'govuk-input--error')}
          id={id}
          name={name}
          type={type}
          spellcheck={spellcheck}
          value={value || undefined}
          aria-describedby={describedBy(props)}
          autocomplete={autocomplete}
          inputmode={inputmode}
        />
      </Labelled>
    </Group>
  );
};

type PasswordProps = Question & {
  readonly autocomplete?: string;
  readonly showPasswordText: string;
  readonly hidePasswordText: string;
  readonly showPasswordAriaLabelText: string;
  readonly hidePasswordAriaLabelText: string;
  readonly passwordShownAnnouncementText: string;
  readonly passwordHiddenAnnouncementText: string;
};

export const PasswordInput = (props: PasswordProps) => {
  const { id, name, autocomplete = 'current-password', errorMessage } = props;
  const texts = {
    'data-module': 'govuk-password-input',
    'data-i18n.show-password': props.showPasswordText,
    'data-i18n.hide-password': props.hidePasswordText,
    'data-i18n.show-password-aria-label': props.showPasswordAriaLabelText,
    'data-i18n.hide-password-aria-label': props.hidePasswordAriaLabelText,
    'data-i18n.password-shown-announcement': props.passwordShownAnnouncementText,
    'data-i18n.password-hidden-announcement': props.passwordHiddenAnnouncementText,
  };
  return (
    <Group errorMessage={errorMessage} classes="govuk-password-input" {...texts}>
      <Labelled question={props}>
        <div class="govuk-input__wrapper govuk-password-input__wrapper">
          <input
            class={classesOf(
              'govuk-input govuk-password-input__input govuk-js-password-input-input',
              errorMessage && 'govuk-input--error',
            )}
            id={id}
            name={name}
            type="password"
            spellcheck={false}
            aria-describedby={describedBy(props)}
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
      </Labelled>
    </Group>
  );
};

export const Textarea = (props: Question & { readonly value?: string; readonly rows?: number }) => {
  const { id, name, value, rows = 5, errorMessage } = props;
  return (
    <Group errorMessage={errorMessage}>
      <Labelled question={props}>
        <textarea
          class={classesOf('govuk-textarea', errorMessage && 'govuk-textarea--error')}
          id={id}
          name={name}
          rows={rows}
          aria-describedby={describedBy(props)}
        >
          {value}
        </textarea>
      </Labelled>
    </Group>
  );
};
