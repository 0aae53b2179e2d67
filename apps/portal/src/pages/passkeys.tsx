import { MOST_PASSKEYS, parsePasskeyId } from '@health-case/domain/model/passkey';
import { parsePasskeyName } from '@health-case/domain/model/values';
import { refuse } from '@health-case/domain/result';
import { begin } from '../kit/drafts.ts';
import { FORM_ID, FormOf, Submit } from '../kit/elements.tsx';
import { ownPassword, ownSecondFactor, text } from '../kit/fields.ts';
import { type FormState, form, NotShown, needed, OWN, page } from '../kit/form.ts';
import { useWords } from '../kit/rendering.ts';
import { ButtonLink, List, Text } from '../kit/show.tsx';
import { CHALLENGE, GoingOn, ofBrowser, PasskeyButton, signedIn } from './sign-in.tsx';

/** Passkeys (D-38). The device is asked by the portal's script: no page can do it without. */

const PASSKEYS = '/account/passkeys';
const ADD = `${PASSKEYS}/add`;

/** Why a device gives none: its owner did not want to, or let it wait; it has one already; the browser knows none. */
const DEVICE_PROBLEMS = ['refused', 'known', 'unknown', 'failed'] as const;

/** A form that the script sends with what the device answers. `ask`: what of `navigator.credentials` it calls. */
const DeviceForm = ({ state, ask }: { readonly state: FormState; readonly ask: 'create' | 'get' }) => {
  const { passkeys } = useWords();
  return (
    <div data-passkey={ask} data-options={state.hidden['options']}>
      <noscript>
        <Text>{passkeys.needsScript}</Text>
      </noscript>
      <div role="alert" hidden>
        {DEVICE_PROBLEMS.map((what) => (
          <p class="govuk-error-message" data-passkey-told={what} hidden>
            {what === 'refused' ? passkeys[ask === 'create' ? 'notMade' : 'notUsed'] : passkeys[what]}
            {what === 'failed' ? <span data-passkey-error /> : null}
          </p>
        ))}
      </div>
      <FormOf id="device" state={{ ...state, hidden: { ...state.hidden, response: '' } }}>
        <Submit>{ask === 'create' ? passkeys.create : passkeys.use}</Submit>
      </FormOf>
    </div>
  );
};

/** Not once it was answered in vain. */
const isAsked = ({ hidden, problem }: FormState): boolean => Boolean(hidden['options']) && problem === undefined;

const list = page(PASSKEYS, 'member', OWN, async ({ app, call, formats, passkeys, staff }) => {
  const found = needed(await app.listPasskeys(call));
  return {
    title: passkeys.title,
    back: '/account',
    isWide: true,
    body: [
      <Text>{passkeys.what}</Text>,
      <List
        caption={passkeys.title}
        head={[passkeys.name, passkeys.createdAt, passkeys.lastUsedAt, staff.remove]}
        rows={found.map(({ id, name, createdAt, lastUsedAt }) => [
          name,
          formats.moment(createdAt),
          lastUsedAt === undefined ? passkeys.never : formats.moment(lastUsedAt),
          { href: `${PASSKEYS}/${id}/remove`, text: staff.remove, what: name },
        ])}
        none={<Text>{passkeys.none}</Text>}
      />,
      <ButtonLink href={`${PASSKEYS}/new`}>{passkeys.add}</ButtonLink>,
    ],
  };
});

const passkeyName = text(parsePasskeyName, { width: 20, spellcheck: undefined });

const add = form(ADD, 'member', 'is refused', {
  spared: OWN,
  needsProof: 'to open',
  fields: { passkeyName },
  carries: ['options'],
  asks: [],
  // What a device is asked counts once. Asked again by the browser's Back, it would replace the passkey that it has made.
  view: ({ words }, state) => ({
    title: words.passkeys.add,
    back: `${PASSKEYS}/new`,
    body: isAsked(state) ? (
      [<Text>{words.passkeys.createText}</Text>, <DeviceForm state={state} ask="create" />]
    ) : (
      <ButtonLink href={`${PASSKEYS}/new`}>{words.common.tryAgain}</ButtonLink>
    ),
  }),
  submit: ({ app, call }, { passkeyName: name }, { response = '' }) => app.addPasskey({ ...call, name, response }),
  leadsTo: () => `${PASSKEYS}?done=saved`,
});

const offer = form(`${PASSKEYS}/new`, 'member', 'does the same', {
  spared: OWN,
  needsProof: 'to open',
  fields: { passkeyName, password: ownPassword, otp: ownSecondFactor },
  title: ({ passkeys }) => passkeys.addTitle,
  back: PASSKEYS,
  about: async ({ app, call, passkeys }) => {
    if (needed(await app.listPasskeys(call)).length >= MOST_PASSKEYS) throw new NotShown({ code: 'TOO_MANY_PASSKEYS' });
    return <Text>{passkeys.what}</Text>;
  },
  send: ({ common }) => common.next,
  submit: ({ app, call }, { password, otp }) => app.offerPasskey({ ...call, password, otp }),
  beside: { PASSWORD_WRONG: 'password', CODE_INVALID: 'otp', SECOND_FACTOR_REQUIRED: 'otp' },
  leadsTo: (visit, { value: { options }, values: { passkeyName } }) => begin(visit, add, ADD, { passkeyName, options }),
});

const remove = form(`${PASSKEYS}/:passkey/remove`, 'member', {
  spared: OWN,
  title: ({ passkeys }) => passkeys.removeTitle,
  back: PASSKEYS,
  about: async (visit) => {
    const { app, call, c, passkeys } = visit;
    const found = needed(await app.listPasskeys(call)).find(({ id }) => id === c.req.param('passkey'));
    if (!found) throw new NotShown({ code: 'PASSKEY_NOT_FOUND' });
    return [<p class="govuk-body-l">{found.name}</p>, <Text>{passkeys.removeText}</Text>];
  },
  send: ({ staff }) => staff.remove,
  kind: 'warning',
  submit: async ({ app, call, c }) => {
    const passkey = parsePasskeyId(c.req.param('passkey') ?? '');
    return passkey.ok ? app.removePasskey({ ...call, passkey: passkey.value }) : refuse('PASSKEY_NOT_FOUND');
  },
  leadsTo: () => `${PASSKEYS}?done=saved`,
});

const ANSWER = `${CHALLENGE}/answer`;

const answer = form(ANSWER, 'anyone', 'is refused', {
  staysOpen: true,
  carries: ['options', 'next', 'kept'],
  view: ({ words }, state) => ({
    title: words.passkeys.use,
    back: '/sign-in',
    body: isAsked(state) ? (
      [
        <Text>{words.passkeys.useText}</Text>,
        <DeviceForm state={state} ask="get" />,
        <GoingOn id={FORM_ID} state={state} action="/sign-in">
          <Submit go="again" kind="secondary">
            {words.passkeys.withPassword}
          </Submit>
        </GoingOn>,
      ]
    ) : (
      <PasskeyButton id={FORM_ID} state={state}>
        {words.common.tryAgain}
      </PasskeyButton>
    ),
  }),
  submit: (visit, _, { response = '' }) => visit.app.logInByPasskey({ ...ofBrowser(visit), response }),
  leadsTo: (visit, { value, carried }) => signedIn(visit, value, carried),
});

const challenge = form(CHALLENGE, 'anyone', 'does the same', {
  staysOpen: true,
  carries: ['next', 'kept'],
  title: ({ passkeys }) => passkeys.signIn,
  back: '/sign-in',
  send: ({ passkeys }) => passkeys.use,
  submit: ({ app, facts }) => app.challengePasskeyLogin(facts),
  leadsTo: (visit, { value: { options }, carried: { next = '', kept = '' } }) =>
    begin(visit, answer, ANSWER, { options, next, kept }),
});

export const pages = [list, add, offer, remove, answer, challenge];
