import { parseCode, parseRole } from '@health-case/domain/model/account';
import { parseNewEmail } from '@health-case/domain/model/email';
import { choice, emailAddress, newPassword, optional, personName, text } from '../kit/fields.ts';
import { type FormState, form, type Typed } from '../kit/form.ts';
import { Text } from '../kit/show.tsx';
import type { Visit } from '../kit/visit.ts';
import { ofBrowser, signedIn } from './sign-in.tsx';

/** D-15, D-40: doctors and assistants need an invitation, or are confirmed, as the service asks for. */
const isOfStaff = ({ registration }: Pick<Visit, 'registration'>, { role }: Typed): boolean =>
  registration !== 'open' && role !== 'Par';

export const register = form('/register', 'anyone', {
  fields: {
    role: choice(parseRole, ({ words: { common, account } }) => [
      { value: 'Par', text: common.roles.Par, hint: account.register.asParent },
      { value: 'Ast', text: common.roles.Ast, hint: account.register.asAssistant },
      { value: 'Doc', text: common.roles.Doc, hint: account.register.asDoctor },
    ]),
    firstName: personName('given-name'),
    lastName: personName('family-name'),
    email: emailAddress('username', parseNewEmail),
    newPassword,
    invitation: {
      ...optional(text(parseCode)),
      isAsked: (visit: Visit, { hidden, values }: FormState) =>
        isOfStaff(visit, hidden) || Boolean(values['invitation']),
    },
  },
  steps: [
    { asks: ['role'], back: '/sign-in' },
    {
      asks: ['firstName', 'lastName', 'invitation'],
      check: async (visit, typed): Promise<FormState['errors']> =>
        visit.registration === 'invited' && isOfStaff(visit, typed) && !typed['invitation']?.trim()
          ? { invitation: visit.words.fields.invitation.missing }
          : {},
      title: ({ account }) => account.register.nameTitle,
      within: (visit, { hidden, values }) =>
        visit.registration === 'confirmed' && isOfStaff(visit, hidden) && !values['invitation'] ? (
          <Text>{visit.words.account.register.unconfirmed}</Text>
        ) : null,
    },
    {
      asks: ['email', 'newPassword'],
      title: ({ account }) => account.register.loginTitle,
      send: ({ account }) => account.register.title,
    },
  ],
  // Mails come in the language in which somebody registers.
  submit: ({ app, facts, words: { language } }, { newPassword, ...values }) =>
    app.registerAccount({ ...facts, ...values, password: newPassword, language, through: 'portal' }),
  beside: { EMAIL_TAKEN: 'email', PASSWORD_COMMON: 'newPassword', INVITATION_INVALID: 'invitation' },
  /** Whoever has just chosen the password need not type it again. */
  leadsTo: async (visit, { values: { email, newPassword: password } }) => {
    const session = await visit.app.logIn({ ...ofBrowser(visit), email, password });
    return session.ok ? signedIn(visit, session.value, {}) : '/sign-in?done=registered';
  },
});
