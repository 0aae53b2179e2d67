import { parseCode } from '@health-case/domain/model/account';
import { ASKED_FACTOR, askingFactor, emailAddress, factorOnceAsked, newPassword, text } from '../kit/fields.ts';
import { form } from '../kit/form.ts';
import { Text, TextLink } from '../kit/show.tsx';
import { askWhoMadeIt, SIGN_IN_AFTER_RESET } from './address.tsx';

/** D-28: whether an account has the address is not told. */
const request = form('does the same', {
  path: '/forgotten',
  who: 'anyone',
  fields: { email: emailAddress('username') },
  step: {
    title: ({ account }) => account.forgotten.title,
    back: '/sign-in',
    about: ({ words }) => <Text>{words.account.forgotten.text}</Text>,
    send: ({ common }) => common.send,
    below: ({ words }) => <TextLink href="/reset">{words.account.forgotten.hasCode}</TextLink>,
  },
  submit: ({ app, facts }, values) => app.requestReset({ ...facts, ...values }),
  leadsTo: () => '/reset',
});

const confirm = form('is refused', {
  path: '/reset',
  who: 'anyone',
  fields: { code: text(parseCode, { autocomplete: 'one-time-code' }), newPassword, otp: factorOnceAsked },
  carries: [ASKED_FACTOR],
  step: {
    onceWrong: askingFactor,
    title: ({ account }) => account.forgotten.codeTitle,
    back: '/forgotten',
    about: ({ words }) => <Text>{words.account.forgotten.sent}</Text>,
  },
  submit: ({ app, facts }, values) => app.confirmReset({ ...facts, ...values, asksWhoMadeIt: true }),
  about: { CODE_INVALID: 'code', PASSWORD_COMMON: 'newPassword', SECOND_FACTOR_REQUIRED: 'otp' },
  leadsTo: (visit, { value }) => (value?.proof ? askWhoMadeIt(visit, value.proof) : SIGN_IN_AFTER_RESET),
});

export const forgottenPages = [request, confirm];
