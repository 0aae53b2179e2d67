import { parsePasswordAttempt } from '@health-case/domain/model/account';
import { parseTypedFactor } from '@health-case/domain/model/second-factor';
import { FormOf, PasswordField, Submit, TextField } from '../kit/elements.tsx';
import { type AnyForm, type FormState, form, secret } from '../kit/form.ts';
import { stateOf } from '../kit/form-state.ts';
import { codeOf, QrCode } from '../kit/qr.tsx';
import { ButtonLink, Link, PrintButton, Text } from '../kit/show.tsx';
import type { Visit } from '../kit/visit.ts';

/** The second factor (D-29). An account that needs one may come here before it has it. */
const [ACCOUNT, FACTOR] = ['/account', '/account/factor'];
const spared = { secondFactor: true };

const otp = { ...secret(parseTypedFactor) };

type ConfirmationProps = { readonly visit: Visit; readonly state: FormState; readonly id?: string };

const Confirmation = ({ visit: { words }, ...shown }: ConfirmationProps) => (
  <FormOf {...shown}>
    <TextField
      words={words}
      state={shown.state}
      name="otp"
      autocomplete="one-time-code"
      inputmode="numeric"
      width={10}
      spellcheck={false}
      hint={words.account.factor.sixDigits}
    />
    <Submit>{words.account.factor.turnOn}</Submit>
  </FormOf>
);

const confirm = form('is refused', {
  path: `${FACTOR}/confirm`,
  who: 'member',
  needsProof: 'to open',
  spared,
  fields: { otp },
  steps: [
    {
      asks: ['otp'],
      view: (visit, state) => ({
        title: visit.words.account.factor.confirmTitle,
        back: FACTOR,
        body: <Confirmation visit={visit} state={state} />,
      }),
    },
  ],
  submit: ({ app, call }, values) => app.confirmFactor({ ...call, ...values }),
  about: { CODE_INVALID: 'otp' },
  leadsTo: ({ words }, { value }) => {
    const { factor } = words.account;
    return {
      title: factor.codesTitle,
      body: (
        <>
          <Text>{factor.codesText}</Text>
          <ul class="govuk-list portal-code">
            {value.recoveryCodes.map((code) => (
              <li>{code}</li>
            ))}
          </ul>
          <PrintButton words={words} />
          <ButtonLink href={ACCOUNT}>{words.common.next}</ButtonLink>
        </>
      ),
    };
  },
});

const offer = form('does the same', {
  path: FACTOR,
  who: 'member',
  needsProof: 'to open',
  spared,
  fields: { password: secret(parsePasswordAttempt) },
  steps: [
    {
      asks: ['password'],
      view: ({ words, member }, state) => ({
        title: words.account.factor.title,
        back: ACCOUNT,
        body: (
          <>
            <Text>{words.account.factor.what}</Text>
            <FormOf state={state}>
              <PasswordField
                words={words}
                state={state}
                name="password"
                autocomplete="current-password"
                of={member.caller.actor.email}
              />
              <Submit>{words.common.next}</Submit>
            </FormOf>
          </>
        ),
      }),
    },
  ],
  submit: ({ app, call }, values) => app.offerFactor({ ...call, ...values }),
  about: { PASSWORD_WRONG: 'password' },
  leadsTo: (visit, { value }) => {
    const { factor } = visit.words.account;
    const state = { ...stateOf(visit, confirm, { step: 0, typed: {} }), action: `${FACTOR}/confirm` };
    const code = codeOf(value.uri);
    return {
      title: factor.confirmTitle,
      back: FACTOR,
      body: (
        <>
          <Text>{factor.scan}</Text>
          {code && <QrCode code={code} label={factor.qrLabel} />}
          <Text>
            {factor.orType} <span class="portal-code">{value.secret}</span>
          </Text>
          <Text>
            <Link href={value.uri}>{factor.onThisDevice}</Link>
          </Text>
          {/* Without the secret above it, whoever has not scanned it could not go on. */}
          <Confirmation visit={visit} state={state} id="first-code" />
        </>
      ),
    };
  },
});

const remove = form('is refused', {
  path: `${FACTOR}/off`,
  who: 'member',
  fields: { password: secret(parsePasswordAttempt), otp },
  steps: [
    {
      asks: ['password', 'otp'],
      view: ({ words, member }, state) => ({
        title: words.account.factor.offTitle,
        back: ACCOUNT,
        body: (
          <FormOf state={state}>
            <PasswordField
              words={words}
              state={state}
              name="password"
              autocomplete="current-password"
              of={member.caller.actor.email}
            />
            <TextField
              words={words}
              state={state}
              name="otp"
              autocomplete="one-time-code"
              width={20}
              spellcheck={false}
            />
            <Submit kind="warning">{words.account.factor.turnOff}</Submit>
          </FormOf>
        ),
      }),
    },
  ],
  submit: ({ app, call }, values) => app.removeFactor({ ...call, ...values }),
  about: { PASSWORD_WRONG: 'password', CODE_INVALID: 'otp' },
  leadsTo: () => `${ACCOUNT}?done=saved`,
});

export const factorForms: readonly AnyForm[] = [offer, confirm, remove];
