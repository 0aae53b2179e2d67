import { refuse } from '@health-case/domain/result';
import { Button } from '../components/button.tsx';
import { Field } from '../components/fields.tsx';
import { begin } from '../kit/drafts.ts';
import { FormOf, Submit } from '../kit/elements.tsx';
import { codeOfAddress, emailAddress, newPassword, optional, secondFactor } from '../kit/fields.ts';
import { type FieldRule, type FormState, form, OWN, type Visit } from '../kit/form.ts';
import { useWords } from '../kit/rendering.ts';
import { InsetText, Link, Text, TextLink } from '../kit/show.tsx';
import { pathHere, withQuery } from '../kit/urls.ts';

const [WHOSE, ADDRESS] = ['/address', '/account/address'];

/** Where whoever has a new password sees who has access through the account. */
const SIGN_IN_AFTER_RESET = withQuery('/sign-in', { next: '/account/access', done: 'passwordSet' });

type Answers = { readonly state: FormState; readonly mine: string };

const Answers = ({ state, mine }: Answers) => {
  const { whose } = useWords().address;
  return [
    <Text>
      <strong>{whose.warning}</strong>
    </Text>,
    <Text>{whose.notMineText}</Text>,
    <FormOf state={state}>
      {state.hidden['code'] === undefined ? <Field name="code" /> : null}
      <div class="govuk-button-group">
        <Button preventDoubleClick name="answer" value="mine">
          {mine}
        </Button>
        <Button preventDoubleClick name="answer" value="notMine" classes="govuk-button--warning">
          {whose.notMine}
        </Button>
      </div>
    </FormOf>,
  ];
};

/** Opening it changes nothing, and nothing is shown of the account. */
const whose = form(WHOSE, 'anyone', {
  spared: { callLimit: true, secondFactor: true },
  fields: { code: codeOfAddress },
  carries: ['answer', 'reset'],
  check: async ({ words }, { answer = '' }): Promise<FormState['errors']> =>
    ['mine', 'notMine'].includes(answer) ? {} : { code: words.address.whose.choose },
  view: (visit, state) => {
    const { whose, afterReset } = visit.words.address;
    // The answer is the button's, and is given anew.
    const { answer: _, ...hidden } = state.hidden;
    const isReset = hidden['reset'] === 'yes';
    const { text, mine } = isReset ? afterReset : whose;
    const code = isReset && { code: state.values['code'] ?? '' };
    const body = [<Text>{text}</Text>, <Answers state={{ ...state, hidden: { ...hidden, ...code } }} mine={mine} />];
    return { title: whose.title, body };
  },
  submit: async ({ app, facts }, { code }, { answer }) => {
    const call = { ...facts, code };
    if (answer === 'notMine') return app.disownAccount(call);
    return answer === 'mine' ? app.proveAddress(call) : refuse('CODE_INVALID');
  },
  beside: { CODE_INVALID: 'code' },
  leadsTo: ({ member }, { carried: { answer, reset } }) => {
    if (answer === 'notMine') return '/sign-in?done=accountDisowned';
    if (reset === 'yes') return SIGN_IN_AFTER_RESET;
    return member ? '/account?done=addressProven' : '/sign-in?done=addressProven';
  },
});

/** For an account whose address is not proven. */
const own = form(ADDRESS, 'member', 'is refused', {
  staysOpen: true,
  spared: { ...OWN, secondFactor: true },
  carries: ['next'],
  start: async ({ c }) => ({ next: pathHere(c.req.query('next')) ?? '' }),
  view: ({ words, member }, { hidden }) => {
    const { title, sent, until, again, send, goOn, kept } = words.address.mine;
    const typed = hidden['next'] ? (
      <InsetText>
        <Link href={hidden['next']}>{kept}</Link>
      </InsetText>
    ) : null;
    if (member.isProven) {
      const body = [<Text>{words.done.addressProven}</Text>, typed];
      return { title: words.fields.email.label, back: '/account', body };
    }
    return {
      title,
      body: [
        <Text>{sent}</Text>,
        <p class="govuk-body-l">{member.caller.actor.email}</p>,
        <Text>{until}</Text>,
        <Text>{again}</Text>,
        typed,
        <FormOf>
          <div class="govuk-button-group">
            <Submit kind="secondary">{send}</Submit>
            <Link href="/account">{goOn}</Link>
          </div>
        </FormOf>,
      ],
    };
  },
  submit: ({ app, call }) => app.requestProof(call),
  leadsTo: (_, { carried: { next } }) => withQuery(ADDRESS, { next: pathHere(next), done: 'proofSent' }),
});

/** Goes along with a form that has `factorOnceAsked`. */
const ASKED_FACTOR = 'askedFactor';
/** D-29: asked for once an account turns out to have one. */
const factorOnceAsked = {
  ...optional(secondFactor),
  isAsked: (_: Visit, { hidden }) => hidden[ASKED_FACTOR] === 'yes',
} as const satisfies FieldRule<unknown>;
/** It is asked for again with whatever is wrong then. */
const askingFactor = (shown: FormState): FormState =>
  shown.errors.otp === undefined ? shown : { ...shown, hidden: { ...shown.hidden, [ASKED_FACTOR]: 'yes' } };

/** D-28: whether an account has the address is not told. */
const request = form('/forgotten', 'anyone', {
  fields: { email: emailAddress('username') },
  title: ({ account }) => account.forgotten.title,
  back: '/sign-in',
  about: ({ words }) => <Text>{words.account.forgotten.text}</Text>,
  send: ({ common }) => common.send,
  below: ({ words }) => <TextLink href="/reset">{words.account.forgotten.hasCode}</TextLink>,
  submit: ({ app, facts }, values) => app.requestReset({ ...facts, ...values }),
  leadsTo: () => '/reset',
});

const confirm = form('/reset', 'anyone', 'is refused', {
  fields: { code: codeOfAddress, newPassword, otp: factorOnceAsked },
  carries: [ASKED_FACTOR],
  onceWrong: askingFactor,
  title: ({ account }) => account.forgotten.codeTitle,
  back: '/forgotten',
  about: ({ words }) => <Text>{words.account.forgotten.sent}</Text>,
  submit: ({ app, facts }, values) => app.confirmReset({ ...facts, ...values, asksWhoMadeIt: true }),
  beside: { CODE_INVALID: 'code', PASSWORD_COMMON: 'newPassword', SECOND_FACTOR_REQUIRED: 'otp' },
  // After a reset that was the first proof of the address it is asked once, before anything of the account is shown.
  leadsTo: (visit, { value }) =>
    value?.proof ? begin(visit, whose, WHOSE, { code: value.proof, reset: 'yes' }) : SIGN_IN_AFTER_RESET,
});

export const pages = [whose, own, request, confirm];
