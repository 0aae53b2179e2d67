import { parseCode, parsePassword, parseRole } from '@health-case/domain/model/account';
import { parseNewEmail } from '@health-case/domain/model/email';
import { parsePersonName } from '@health-case/domain/model/values';
import { Choice, EmailField, FormOf, PasswordField, Steps, Submit, TextField } from '../kit/elements.tsx';
import { type FormState, field, form, optional, secret, type Typed } from '../kit/form.ts';
import type { Visit } from '../kit/visit.ts';
import { signedIn } from './sign-in.tsx';

/** D-15: doctors and assistants need an invitation where the service asks for one. */
const isInvited = ({ registration }: Pick<Visit, 'registration'>, { role }: Typed): boolean =>
  registration === 'invited' && role !== 'Par';

export const register = form({
  path: '/register',
  who: 'anyone',
  fields: {
    role: field(parseRole),
    firstName: field(parsePersonName),
    lastName: field(parsePersonName),
    email: field(parseNewEmail),
    newPassword: secret(parsePassword),
    invitation: optional(parseCode),
  },
  steps: [
    {
      asks: ['role'],
      view: ({ words }, state) => {
        const { common, account } = words;
        const { asParent, asDoctor, asAssistant } = account.register;
        const options = [
          { value: 'Par', text: common.roles.Par, hint: asParent },
          { value: 'Ast', text: common.roles.Ast, hint: asAssistant },
          { value: 'Doc', text: common.roles.Doc, hint: asDoctor },
        ];
        return {
          title: account.register.whoTitle,
          back: '/sign-in',
          isTitleInBody: true,
          body: (
            <FormOf state={state}>
              <Choice words={words} state={state} name="role" options={options} isHeading />
              <Submit>{common.next}</Submit>
            </FormOf>
          ),
        };
      },
    },
    {
      asks: ['firstName', 'lastName', 'invitation'],
      check: async (visit, typed): Promise<FormState['errors']> =>
        isInvited(visit, typed) && !typed['invitation']?.trim()
          ? { invitation: visit.words.fields.invitation.missing }
          : {},
      view: ({ words, registration }, state) => ({
        title: words.account.register.nameTitle,
        body: (
          <FormOf state={state}>
            <TextField words={words} state={state} name="firstName" autocomplete="given-name" spellcheck={false} />
            <TextField words={words} state={state} name="lastName" autocomplete="family-name" spellcheck={false} />
            {isInvited({ registration }, state.hidden) ? (
              <TextField words={words} state={state} name="invitation" autocomplete="off" spellcheck={false} />
            ) : null}
            <Steps words={words} back="step-0" />
          </FormOf>
        ),
      }),
    },
    {
      asks: ['email', 'newPassword'],
      view: ({ words }, state) => ({
        title: words.account.register.loginTitle,
        body: (
          <FormOf state={state}>
            <EmailField words={words} state={state} autocomplete="username" />
            <PasswordField words={words} state={state} name="newPassword" autocomplete="new-password" />
            <Steps words={words} back="step-1">
              {words.account.register.title}
            </Steps>
          </FormOf>
        ),
      }),
    },
  ],
  // Mails come in the language in which somebody registers.
  submit: ({ app, facts, words: { language } }, { newPassword, ...values }) =>
    app.registerAccount({ ...facts, ...values, password: newPassword, language, through: 'portal' }),
  about: { EMAIL_TAKEN: 'email', PASSWORD_COMMON: 'newPassword', INVITATION_INVALID: 'invitation' },
  /** Whoever has just chosen the password need not type it again. */
  leadsTo: async (visit, { values: { email, newPassword: password } }) => {
    const session = await visit.app.logIn({ ...visit.facts, email, password });
    return session.ok ? signedIn(visit, session.value, {}) : '/sign-in?done=registered';
  },
});
