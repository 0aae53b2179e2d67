import { parsePasswordAttempt } from '@health-case/domain/model/account';
import { parseTypedFactor } from '@health-case/domain/model/second-factor';
import { FormOf, Submit, TextField } from '../kit/elements.tsx';
import { OwnPassword } from '../kit/factor-field.tsx';
import { type AnyForm, type AnyPage, type FormState, form, page, secret, type Typed } from '../kit/form.ts';
import { codeOf, QrCode } from '../kit/qr.tsx';
import { ButtonLink, Link, PrintButton, Text } from '../kit/show.tsx';
import { showAt, shownAt } from '../kit/shown-once.ts';
import { type MemberVisit, needed } from '../kit/visit.ts';
import type { Words } from '../words/words.ts';

/** The second factor (D-29). An account that needs one may come here before it has it. */
const [ACCOUNT, FACTOR] = ['/account', '/account/factor'];
const [CONFIRM, CODES] = [`${FACTOR}/confirm`, `${FACTOR}/codes`];
const NEW_CODES = `${CODES}/new`;
const spared = { secondFactor: true };

const password = secret(parsePasswordAttempt);
const otp = { ...secret(parseTypedFactor) };

const Offered = ({ words: { account }, offered }: { readonly words: Words; readonly offered: Typed }) => {
  const { factor } = account;
  const { uri = '', secret: typed } = offered;
  const code = codeOf(uri);
  return (
    <>
      <Text>{factor.scan}</Text>
      {code && <QrCode code={code} label={factor.qrLabel} />}
      <Text>
        {factor.orType} <span class="portal-code">{typed}</span>
      </Text>
      <Text>
        <Link href={uri}>{factor.onThisDevice}</Link>
      </Text>
    </>
  );
};

const NotShown = ({ words: { account } }: { readonly words: Words }) => (
  <Text>
    {account.factor.notShown} <Link href={FACTOR}>{account.factor.another}</Link>
  </Text>
);

/** What the page has shown, if it is still what counts. */
const offerOf = async (visit: MemberVisit) => {
  const shown = shownAt(CONFIRM, visit);
  const { app, call } = visit;
  const { isOn, isOffered } = needed(await app.checkOffer({ ...call, secret: shown?.['secret'] ?? '' }));
  return { isOn, offered: isOffered ? shown : undefined };
};

type OnProps = { readonly words: Words; readonly state: FormState };

/** A refusal has said it on top. */
const AlreadyOn = ({ words: { account }, state }: OnProps) => (
  <>
    {state.problem === undefined ? <Text>{account.factor.alreadyOn}</Text> : null}
    <ButtonLink href={NEW_CODES}>{account.factor.renew}</ButtonLink>
  </>
);

const confirm = form('is refused', {
  path: CONFIRM,
  who: 'member',
  needsProof: 'to open',
  spared,
  fields: { otp },
  steps: [
    {
      asks: ['otp'],
      view: async (visit, state) => {
        const { words } = visit;
        const { isOn, offered } = await offerOf(visit);
        const title = words.account.factor.confirmTitle;
        if (isOn) return { title, back: ACCOUNT, body: <AlreadyOn words={words} state={state} /> };
        return {
          title,
          back: FACTOR,
          body: (
            <>
              {offered ? <Offered words={words} offered={offered} /> : <NotShown words={words} />}
              <FormOf state={state}>
                <TextField
                  words={words}
                  state={state}
                  name="otp"
                  autocomplete="one-time-code"
                  inputmode="numeric"
                  width={10}
                  spellcheck={false}
                  hint={words.account.factor.sixDigits}
                />
                <Submit>{words.account.factor.turnOn}</Submit>
              </FormOf>
            </>
          ),
        };
      },
    },
  ],
  submit: ({ app, call }, values) => app.confirmFactor({ ...call, ...values }),
  about: { CODE_INVALID: 'otp' },
  says: { SECOND_FACTOR_ON: ({ account }) => account.factor.alreadyOn },
  leadsTo: (visit, { value }) => showCodes(visit, value.recoveryCodes),
});

const offer = form('does the same', {
  path: FACTOR,
  who: 'member',
  needsProof: 'to open',
  spared,
  fields: { password },
  steps: [
    {
      asks: ['password'],
      view: async (visit, state) => {
        const { words } = visit;
        const { offered } = await offerOf(visit);
        return {
          title: words.account.factor.title,
          back: ACCOUNT,
          body: (
            <>
              <Text>{words.account.factor.what}</Text>
              {offered ? (
                <Text>
                  {words.account.factor.begun} <Link href={CONFIRM}>{words.account.factor.goOn}</Link>
                </Text>
              ) : null}
              <FormOf state={state}>
                <OwnPassword visit={visit} state={state} />
                <Submit>{words.common.next}</Submit>
              </FormOf>
            </>
          ),
        };
      },
    },
  ],
  submit: ({ app, call }, values) => app.offerFactor({ ...call, ...values }),
  about: { PASSWORD_WRONG: 'password' },
  leadsTo: (visit, { value }) => showAt(CONFIRM, visit, value),
});

const remove = form('is refused', {
  path: `${FACTOR}/off`,
  who: 'member',
  fields: { password, otp },
  steps: [
    {
      asks: ['password', 'otp'],
      view: (visit, state) => ({
        title: visit.words.account.factor.offTitle,
        back: ACCOUNT,
        body: (
          <FormOf state={state}>
            <OwnPassword visit={visit} state={state} withFactor />
            <Submit kind="warning">{visit.words.account.factor.turnOff}</Submit>
          </FormOf>
        ),
      }),
    },
  ],
  submit: ({ app, call }, values) => app.removeFactor({ ...call, ...values }),
  about: { PASSWORD_WRONG: 'password', CODE_INVALID: 'otp' },
  leadsTo: () => `${ACCOUNT}?done=saved`,
});

const showCodes = (visit: MemberVisit, codes: readonly string[]): string =>
  showAt(CODES, visit, { codes: codes.join(' ') });

const renew = form({
  path: NEW_CODES,
  who: 'member',
  fields: { password, otp },
  steps: [
    {
      asks: ['password', 'otp'],
      view: (visit, state) => ({
        title: visit.words.account.factor.renew,
        back: ACCOUNT,
        body: (
          <>
            <Text>{visit.words.account.factor.renewText}</Text>
            <FormOf state={state}>
              <OwnPassword visit={visit} state={state} withFactor />
              <Submit>{visit.words.account.factor.renew}</Submit>
            </FormOf>
          </>
        ),
      }),
    },
  ],
  submit: ({ app, call }, values) => app.renewRecoveryCodes({ ...call, ...values }),
  about: { PASSWORD_WRONG: 'password', CODE_INVALID: 'otp' },
  says: { IDEMPOTENCY_KEY_REUSED: ({ account }) => account.factor.renewed },
  leadsTo: (visit, { value }) => showCodes(visit, value.recoveryCodes),
});

const Codes = ({ words, codes }: { readonly words: Words; readonly codes: readonly string[] }) => (
  <>
    <Text>{words.account.factor.codesText}</Text>
    <ul class="govuk-list portal-code">
      {codes.map((code) => (
        <li>{code}</li>
      ))}
    </ul>
    <PrintButton words={words} />
    <ButtonLink href={ACCOUNT}>{words.common.next}</ButtonLink>
  </>
);

const codes = page(CODES, 'member', async (visit) => {
  const { app, call, words } = visit;
  const { factor } = words.account;
  if (!call.actor.secondFactor) return ACCOUNT;
  const shown = shownAt(CODES, visit)?.['codes']?.split(' ') ?? [];
  const left = needed(await app.leftRecoveryCodes({ ...call, codes: shown }));
  if (left.length > 0) return { title: factor.codesTitle, body: <Codes words={words} codes={left} /> };
  return {
    title: factor.codes,
    back: ACCOUNT,
    body: (
      <>
        <Text>{factor.codesLeft(needed(await app.countRecoveryCodes(call)))}</Text>
        <Text>{factor.codesNotShown}</Text>
        <ButtonLink href={NEW_CODES}>{factor.renew}</ButtonLink>
      </>
    ),
  };
});

export const factorPages: readonly AnyPage[] = [codes];
export const factorForms: readonly AnyForm[] = [offer, confirm, remove, renew];
