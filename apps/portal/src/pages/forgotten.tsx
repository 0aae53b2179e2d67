import { parsePassword } from '@health-case/domain/model/account';
import { parseEmail } from '@health-case/domain/model/email';
import { parseTypedFactor } from '@health-case/domain/model/second-factor';
import { EmailField, FormOf, PasswordField, Submit, TextField } from '../kit/elements.tsx';
import { ASKED_FACTOR, askingFactor, FactorField } from '../kit/factor-field.tsx';
import { type AnyForm, codeOfMail, field, form, secret } from '../kit/form.ts';
import { Link, Text } from '../kit/show.tsx';
import { askWhoMadeIt, SIGN_IN_AFTER_RESET } from './address.tsx';

/** D-28: whether an account has the address is not told. */
const request = form('does the same', {
  path: '/forgotten',
  who: 'anyone',
  fields: { email: field(parseEmail) },
  steps: [
    {
      asks: ['email'],
      view: ({ words }, state) => ({
        title: words.account.forgotten.title,
        back: '/sign-in',
        body: (
          <>
            <Text>{words.account.forgotten.text}</Text>
            <FormOf state={state}>
              <EmailField words={words} state={state} autocomplete="username" />
              <Submit>{words.common.send}</Submit>
            </FormOf>
            <Text>
              <Link href="/reset">{words.account.forgotten.hasCode}</Link>
            </Text>
          </>
        ),
      }),
    },
  ],
  submit: ({ app, facts }, values) => app.requestReset({ ...facts, ...values }),
  leadsTo: () => '/reset',
});

const confirm = form('is refused', {
  path: '/reset',
  who: 'anyone',
  fields: {
    code: codeOfMail,
    newPassword: secret(parsePassword),
    otp: { ...secret(parseTypedFactor), isOptional: true },
  },
  carries: [ASKED_FACTOR],
  steps: [
    {
      asks: ['code', 'newPassword', 'otp'],
      view: ({ words }, shown) => {
        const state = askingFactor(shown);
        return {
          title: words.account.forgotten.codeTitle,
          back: '/forgotten',
          body: (
            <>
              <Text>{words.account.forgotten.sent}</Text>
              <FormOf state={state}>
                <TextField words={words} state={state} name="code" autocomplete="one-time-code" spellcheck={false} />
                <PasswordField words={words} state={state} name="newPassword" autocomplete="new-password" />
                <FactorField words={words} state={state} />
                <Submit>{words.common.save}</Submit>
              </FormOf>
            </>
          ),
        };
      },
    },
  ],
  submit: ({ app, facts }, values) => app.confirmReset({ ...facts, ...values, asksWhoMadeIt: true }),
  about: { CODE_INVALID: 'code', PASSWORD_COMMON: 'newPassword', SECOND_FACTOR_REQUIRED: 'otp' },
  leadsTo: (visit, { value }) => (value?.proof ? askWhoMadeIt(visit, value.proof) : SIGN_IN_AFTER_RESET),
});

export const forgottenForms: readonly AnyForm[] = [request, confirm];
