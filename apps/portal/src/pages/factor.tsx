import { refuse } from '@health-case/domain/result';
import { Field } from '../components/fields.tsx';
import { FormOf, Submit } from '../kit/elements.tsx';
import { showAt, shownAt } from '../kit/encrypted.ts';
import { ownPassword, secondFactor, sixDigits } from '../kit/fields.ts';
import { type FormState, form, type MemberVisit, needed, OWN, page, type Typed, type View } from '../kit/form.ts';
import { codeOf, QrCode } from '../kit/qr.tsx';
import { ButtonLink, Link, PrintButton, Text, TextLink } from '../kit/show.tsx';

/** The second factor (D-29). An account that needs one may come here before it has it. */
const [ACCOUNT, FACTOR] = ['/account', '/account/factor'];
const [CONFIRM, CODES] = [`${FACTOR}/confirm`, `${FACTOR}/codes`];
const NEW_CODES = `${CODES}/new`;
const spared = { ...OWN, secondFactor: true };

/** What the page has shown, if it is still what counts. */
const offerOf = async (visit: MemberVisit) => {
  const shown = shownAt(CONFIRM, visit);
  const { app, call } = visit;
  const { isOn, isOffered } = needed(await app.checkOffer({ ...call, secret: shown?.['secret'] ?? '' }));
  return { isOn, offered: isOffered ? shown : undefined };
};

/** In place of what can only be refused. A refusal has said it on top. */
const alreadyOn = ({ account: { factor } }: MemberVisit, title: string, { problem }: FormState): View => ({
  title,
  back: ACCOUNT,
  isInPlace: true,
  body: [
    problem === undefined ? <Text>{factor.alreadyOn}</Text> : null,
    <ButtonLink href={NEW_CODES}>{factor.renew}</ButtonLink>,
  ],
});

const offerShown = ({ account: { factor } }: MemberVisit, { uri = '', secret }: Typed) => {
  const code = codeOf(uri);
  return [
    <Text>{factor.scan}</Text>,
    code && <QrCode code={code} label={factor.qrLabel} />,
    <Text>
      {factor.orType} <span class="portal-code">{secret}</span>
    </Text>,
    <TextLink href={uri}>{factor.onThisDevice}</TextLink>,
  ];
};

const confirm = form(CONFIRM, 'member', 'is refused', {
  needsProof: 'to open',
  spared,
  fields: { otp: sixDigits },
  view: async (visit, state) => {
    const { factor } = visit.account;
    const { isOn, offered } = await offerOf(visit);
    const title = factor.confirmTitle;
    if (isOn) return alreadyOn(visit, title, state);
    return {
      title,
      back: FACTOR,
      body: [
        offered ? (
          offerShown(visit, offered)
        ) : (
          <Text>
            {factor.notShown} <Link href={FACTOR}>{factor.another}</Link>
          </Text>
        ),
        <FormOf>
          <Field name="otp" hint={factor.sixDigits} />
          <Submit>{factor.turnOn}</Submit>
        </FormOf>,
      ],
    };
  },
  submit: ({ app, call }, values) => app.confirmFactor({ ...call, ...values }),
  beside: { CODE_INVALID: 'otp' },
  says: { SECOND_FACTOR_ON: ({ account }) => account.factor.alreadyOn },
  leadsTo: (visit, { value }) => showCodes(visit, value.recoveryCodes),
});

const offer = form(FACTOR, 'member', 'does the same', {
  needsProof: 'to open',
  spared,
  fields: { password: ownPassword },
  view: async (visit, state) => {
    const { factor } = visit.account;
    const { isOn, offered } = await offerOf(visit);
    if (isOn) return alreadyOn(visit, factor.title, state);
    const body = [
      <Text>{factor.what}</Text>,
      offered ? (
        <Text>
          {factor.begun} <Link href={CONFIRM}>{factor.goOn}</Link>
        </Text>
      ) : null,
      <FormOf>
        <Field name="password" />
        <Submit>{visit.common.next}</Submit>
      </FormOf>,
    ];
    return { title: factor.title, back: ACCOUNT, body };
  },
  submit: ({ app, call }, values) => app.offerFactor({ ...call, ...values }),
  beside: { PASSWORD_WRONG: 'password' },
  leadsTo: (visit, { value }) => showAt(CONFIRM, visit, value),
});

/** Leads to where it is turned on. */
const withFactor = async ({ call }: MemberVisit): Promise<Typed> =>
  call.actor.secondFactor ? {} : needed(refuse('SECOND_FACTOR_NEEDED'));

const remove = form(`${FACTOR}/off`, 'member', 'is refused', {
  spared: OWN,
  start: withFactor,
  fields: { password: ownPassword, otp: secondFactor },
  title: ({ account }) => account.factor.offTitle,
  back: ACCOUNT,
  send: ({ account }) => account.factor.turnOff,
  kind: 'warning',
  submit: ({ app, call }, values) => app.removeFactor({ ...call, ...values }),
  beside: { PASSWORD_WRONG: 'password', CODE_INVALID: 'otp' },
  leadsTo: () => `${ACCOUNT}?done=saved`,
});

const showCodes = (visit: MemberVisit, codes: readonly string[]) => showAt(CODES, visit, { codes: codes.join(' ') });

const renew = form(NEW_CODES, 'member', {
  spared: OWN,
  fields: { password: ownPassword, otp: secondFactor },
  start: withFactor,
  title: ({ account }) => account.factor.renew,
  back: ACCOUNT,
  about: ({ words }) => <Text>{words.account.factor.renewText}</Text>,
  send: ({ account }) => account.factor.renew,
  submit: ({ app, call }, values) => app.renewRecoveryCodes({ ...call, ...values }),
  beside: { PASSWORD_WRONG: 'password', CODE_INVALID: 'otp' },
  says: { IDEMPOTENCY_KEY_REUSED: ({ account }) => account.factor.renewed },
  leadsTo: (visit, { value }) => showCodes(visit, value.recoveryCodes),
});

const codes = page(CODES, 'member', OWN, async (visit) => {
  const { app, call, words } = visit;
  const { factor } = words.account;
  if (!call.actor.secondFactor) return ACCOUNT;
  const shown = shownAt(CODES, visit)?.['codes']?.split(' ') ?? [];
  const left = needed(await app.leftRecoveryCodes({ ...call, codes: shown }));
  if (left.length > 0) {
    const list = left.map((code) => <li>{code}</li>);
    return {
      title: factor.codesTitle,
      body: [
        <Text>{factor.codesText}</Text>,
        <ul class="govuk-list portal-code">{list}</ul>,
        <PrintButton />,
        <ButtonLink href={ACCOUNT}>{visit.common.next}</ButtonLink>,
      ],
    };
  }
  return {
    title: factor.codes,
    back: ACCOUNT,
    body: [
      <Text>{factor.codesLeft(needed(await app.countRecoveryCodes(call)))}</Text>,
      <Text>{factor.codesNotShown}</Text>,
      <ButtonLink href={NEW_CODES}>{factor.renew}</ButtonLink>,
    ],
  };
});

export const pages = [confirm, offer, remove, renew, codes];
