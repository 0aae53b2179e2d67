import { randomBytes } from 'node:crypto';
import { type Account, parseCode, parsePasswordAttempt, parseRole } from '@health-case/domain/model/account';
import { deviceOf } from '@health-case/domain/model/device';
import { parseNewEmail } from '@health-case/domain/model/email';
import { TRUSTED_FOR } from '@health-case/domain/model/login-proof';
import { parseTypedFactor } from '@health-case/domain/model/second-factor';
import { ok, refuse } from '@health-case/domain/result';
import { headerOf } from '@health-case/http/server/headers';
import type { PropsWithChildren } from 'hono/jsx';
import { Field } from '../components/fields.tsx';
import { dropCookie, keepCookie, trustedIn } from '../kit/cookies.ts';
import { begin } from '../kit/drafts.ts';
import { FORM_ID, FormOf, Submit } from '../kit/elements.tsx';
import { choice, emailAddress, newPassword, optional, personName, secret, sixDigits, text } from '../kit/fields.ts';
import { type AnyForm, type FormState, form, needed, type Typed, type Visit } from '../kit/form.ts';
import { startOf } from '../kit/navigation.tsx';
import { PracticeLines } from '../kit/practice.tsx';
import { useForm, useVisit } from '../kit/rendering.ts';
import { InsetText, Link, Text, TextLink } from '../kit/show.tsx';
import { pathHere, withQuery } from '../kit/urls.ts';
import type { Words } from '../words/words.ts';

const PATH = '/sign-in';

/** To go on to after signing in. */
const nextOf = (text: string | undefined): string | undefined => (text?.startsWith(PATH) ? undefined : pathHere(text));

/** Where a passkey is asked for in place of the password (D-38). */
export const CHALLENGE = '/sign-in/passkey';

type GoingOnProps = PropsWithChildren<{ readonly state: FormState; readonly id?: string }>;

/** Another way to sign in, which leads on to the same page, with what was typed there. */
export const GoingOn = ({ state, id, action, children }: GoingOnProps & { readonly action: string }) => (
  <form id={id} method="post" action={action}>
    {['next', 'kept'].map((name) => (
      <input type="hidden" name={name} value={state.hidden[name] ?? ''} />
    ))}
    {children}
  </form>
);

export const PasskeyButton = ({ children, ...others }: GoingOnProps) => (
  <GoingOn {...others} action={CHALLENGE}>
    <Submit kind="secondary">{children}</Submit>
  </GoingOn>
);

/** What a session that begins here tells its owner of the browser (D-28). */
export const ofBrowser = ({ c, facts }: Visit) => {
  return { ...facts, device: deviceOf(headerOf(c.env.incoming, 'user-agent') ?? '') };
};

const password = secret({
  parse: parsePasswordAttempt,
  control: { as: 'password', autocomplete: 'current-password' },
});

/** D-29: whose account has a second factor is asked for it next. */
const signIn: AnyForm = form(PATH, 'anyone', 'does the same', {
  staysOpen: true,
  fields: { email: emailAddress('username'), password },
  carries: ['next', 'kept'],
  start: async ({ c }) => ({ next: nextOf(c.req.query('next')) ?? '', kept: c.req.query('kept') ?? '' }),
  title: ({ common }) => common.signIn,
  about: ({ words }, { hidden: { kept, next } }) => {
    const { goOn, withCode } = words.account.signIn;
    const told = kept === 'yes' ? goOn : next === '/join' ? withCode : undefined;
    return told ? <InsetText>{told}</InsetText> : null;
  },
  send: ({ common }) => common.signIn,
  below: ({ words: { account, common, passkeys } }, state) => [
    <div data-passkey-offer>
      <PasskeyButton state={state}>{passkeys.signIn}</PasskeyButton>
    </div>,
    <Text>
      {account.signIn.noAccount}{' '}
      <Link href={withQuery('/register', { next: forAnybody(state.hidden['next']) })}>{common.register}</Link>
    </Text>,
    <TextLink href="/forgotten">{account.forgotten.title}</TextLink>,
  ],
  submit: async (visit, values) => {
    const { app, c, facts, keeper } = visit;
    const ticket = randomBytes(16).toString('hex');
    const outcome = await app.logIn({ ...ofBrowser(visit), ...values, ticket, trusted: trustedIn(c) });
    const isAskedNext = !outcome.ok && outcome.refusal.code === 'SECOND_FACTOR_REQUIRED';
    const begun = { ticket: keeper.begin({ email: values.email, ticket }, facts.address) };
    return isAskedNext ? ok<Session | typeof begun>(begun) : outcome;
  },
  beside: { CREDENTIALS_WRONG: 'password' },
  leadsTo: (visit, { value, carried: { next = '', kept = '' } }) =>
    'ticket' in value
      ? begin(visit, secondPage, SECOND_PAGE, { ticket: value.ticket, next, kept })
      : signedIn(visit, value, { next, kept }),
});

/** How many accounts a browser is trusted by: the last ones. */
const MOST_TRUSTING = 20;
const trust = (c: Visit['c'], code: string): void =>
  keepCookie(c, 'trusted', [...trustedIn(c), code].slice(-MOST_TRUSTING).join('.'), TRUSTED_FOR);

const SECOND_PAGE = `${PATH}/code`;
/** What the button says to the form by which the browser is trusted, too. */
const TRUST = 'trust';

/** For whoever has no phone, and what to do where there is no recovery code, either (D-39). */
const WithoutPhone = () => {
  const { words, practice } = useVisit();
  const { withoutPhone } = words.account.signIn;
  return (
    <details class="govuk-details" open={useForm().errors.recoveryCode !== undefined}>
      <summary class="govuk-details__summary">
        <span class="govuk-details__summary-text">{withoutPhone.title}</span>
      </summary>
      <div class="govuk-details__text">
        <Field name="recoveryCode" />
        <Submit kind="secondary">{words.common.signIn}</Submit>
        <Text>{withoutPhone.lost}</Text>
        {practice ? <PracticeLines practice={practice} /> : <Text>{withoutPhone.askOperator}</Text>}
      </div>
    </details>
  );
};

/** Typed without the keys of a number pad. */
const recoveryCode = secret(text(parseTypedFactor, { width: 20 }));

/** The second page of a sign-in. The ticket stands for the password, from the same address, for minutes and once. */
const secondPage: AnyForm = form(SECOND_PAGE, 'anyone', 'is refused', {
  staysOpen: true,
  fields: { sixDigits: optional(sixDigits), recoveryCode: optional(recoveryCode) },
  carries: ['ticket', 'next', 'kept'],
  check: async ({ words }, { sixDigits = '', recoveryCode = '' }) =>
    `${sixDigits}${recoveryCode}`.trim() === '' ? { sixDigits: words.fields.sixDigits.missing } : {},
  view: ({ words: { account, common } }, { hidden }) => {
    const again = hidden['next'] || '/';
    return {
      title: account.signIn.secondPage,
      back: again,
      body: hidden['ticket'] ? (
        [
          <FormOf>
            <Field name="sixDigits" />
            <div class="govuk-button-group">
              <Submit>{common.signIn}</Submit>
              <Submit go={TRUST} kind="secondary">
                {account.signIn.trust}
              </Submit>
            </div>
            <Text>{account.signIn.trustText}</Text>
            <WithoutPhone />
          </FormOf>,
          <TextLink href={again}>{account.signIn.again}</TextLink>,
        ]
      ) : (
        <div id={FORM_ID}>
          <Text>{account.signIn.over}</Text>
          <TextLink href={again}>{account.signIn.again}</TextLink>
        </div>
      ),
    };
  },
  submit: async (visit, { sixDigits, recoveryCode }, { ticket = '', go }) => {
    const { app, facts, keeper } = visit;
    const begun = keeper.begun(ticket, facts.address);
    const otp = recoveryCode ?? sixDigits;
    if (!begun || !otp) return refuse('CREDENTIALS_WRONG');
    return app.finishLogin({ ...ofBrowser(visit), ...begun, otp, trusts: go === TRUST });
  },
  beside: { CODE_INVALID: ['recoveryCode', 'sixDigits'] },
  says: { CREDENTIALS_WRONG: ({ account }) => account.signIn.over },
  leadsTo: async (visit, { value, values: { sixDigits, recoveryCode }, carried }) => {
    const next = await signedIn(visit, value, carried);
    if (value.trusted !== undefined) trust(visit.c, value.trusted);
    const used = recoveryCode ?? sixDigits;
    // A one-time password is shorter.
    return used !== undefined && used.length > 6 ? toldAt(next, value.account, 'recoveryCodeUsed') : next;
  },
});

type Session = { readonly token: string; readonly account: Pick<Account, 'id' | 'role'> };

const toldAt = (next: string, { role }: Pick<Account, 'role'>, done: keyof Words['done']): string =>
  withQuery(next === '/' ? startOf(role) : next, { done });

/** Goes on where the visitor was, with what the same account has typed there. Every way to sign in ends here. */
export const signedIn = async (visit: Visit, { token, account }: Session, { next, kept }: Typed): Promise<string> => {
  const { c, app, facts, member } = visit;
  keepCookie(c, 'session', token);
  dropCookie(c, 'lists');
  // Nobody has the cookie of the browser's former session any more.
  if (member) await app.logOut({ ...facts, ...member.caller });
  const path = nextOf(next) ?? '/';
  if (!kept) return path;
  const id = new URL(path, visit.origin).searchParams.get('form') ?? '';
  const isThere = needed(await app.findDraft({ accountId: account.id, id })) !== undefined;
  return isThere ? path : `${startOf(account.role)}?done=typedDropped`;
};

/** D-15, D-40: doctors and assistants need an invitation, or are confirmed, as the service asks for. */
const isOfStaff = ({ registration }: Pick<Visit, 'registration'>, { role }: Typed): boolean =>
  registration !== 'open' && role !== 'Par';

/** Where to go on with a new account, as with a code on paper (D-42). What has an id in its address is of others. */
const forAnybody = (next: string | undefined) => (/[\da-f]{8}-/.test(next ?? '') ? undefined : nextOf(next));

export const register = form('/register', 'anyone', {
  carries: ['next'],
  start: async ({ c }) => ({ next: forAnybody(c.req.query('next')) ?? '' }),
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
      send: ({ common }) => common.register,
    },
  ],
  // Mails come in the language in which somebody registers.
  submit: ({ app, facts, words: { language } }, { newPassword, ...values }) =>
    app.registerAccount({ ...facts, ...values, password: newPassword, language, through: 'portal' }),
  beside: { EMAIL_TAKEN: 'email', PASSWORD_COMMON: 'newPassword', INVITATION_INVALID: 'invitation' },
  /** Whoever has just chosen the password need not type it again. */
  leadsTo: async (visit, { values: { email, newPassword: password }, carried: { next = '' } }) => {
    const session = await visit.app.logIn({ ...ofBrowser(visit), email, password });
    return session.ok ? signedIn(visit, session.value, { next }) : '/sign-in?done=registered';
  },
});

export const pages = [signIn, secondPage, register];
