import { parsePasswordAttempt } from '@health-case/domain/model/account';
import { parseEmail } from '@health-case/domain/model/email';
import { parseTypedFactor } from '@health-case/domain/model/second-factor';
import type { PropsWithChildren } from 'hono/jsx';
import { InsetText } from '../components/messages.tsx';
import { EmailField, FormOf, PasswordField, Submit } from '../kit/elements.tsx';
import { ASKED_FACTOR, askingFactor, FactorField } from '../kit/factor-field.tsx';
import { type FormState, field, form, type Next, optional, secret, type Typed } from '../kit/form.ts';
import { stateOf } from '../kit/form-state.ts';
import { pathHere } from '../kit/place.ts';
import { keepSession } from '../kit/session-cookie.ts';
import { Link, Text } from '../kit/show.tsx';
import type { View, Visit } from '../kit/visit.ts';

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

const view = ({ words }: Visit, shown: FormState): View => {
  const { signIn, register } = words.account;
  const state = askingFactor(shown);
  return {
    title: signIn.title,
    body: (
      <>
        {state.hidden['kept'] ? <InsetText>{signIn.goOn}</InsetText> : null}
        <FormOf state={state}>
          <EmailField words={words} state={state} autocomplete="username" />
          <PasswordField words={words} state={state} name="password" autocomplete="current-password" />
          <FactorField words={words} state={state} />
          <Submit>{signIn.title}</Submit>
        </FormOf>
        <div data-passkey-offer>
          <PasskeyButton state={state}>{words.passkeys.signIn}</PasskeyButton>
        </div>
        <Text>
          {signIn.noAccount} <Link href="/register">{register.title}</Link>
        </Text>
        <Text>
          <Link href="/forgotten">{signIn.forgotten}</Link>
        </Text>
      </>
    ),
  };
};

/** D-29: the second factor is asked for after the right password, which is typed again with it. */
export const signIn = form('does the same', {
  path: PATH,
  who: 'anyone',
  fields: {
    email: field(parseEmail),
    password: secret(parsePasswordAttempt),
    otp: { ...optional(parseTypedFactor), ...secret(parseTypedFactor) },
  },
  carries: ['next', 'kept', ASKED_FACTOR],
  start: async ({ c }) => ({ next: nextOf(c.req.query('next')) ?? '' }),
  steps: [{ asks: ['email', 'password', 'otp'], view }],
  submit: ({ app, facts }, values) => app.logIn({ ...facts, ...values }),
  about: { CREDENTIALS_WRONG: 'password', SECOND_FACTOR_REQUIRED: 'otp' },
  leadsTo: (visit, { value, carried }) => signedIn(visit, value.token, carried),
});

/** Goes on where the visitor was, with what was typed there. */
export const signedIn = ({ c }: Visit, token: string, { next, kept }: Typed): Next => {
  keepSession(c, token);
  const path = nextOf(next) ?? '/';
  return kept ? { path, token, typed: Object.fromEntries(new URLSearchParams(kept)) } : path;
};

/** The form that asks somebody to sign in who has sent another one, with what was typed there. */
export const signInToGoOn = (
  visit: Visit,
  path: string,
  kept: Typed,
): { readonly view: View; readonly state: FormState } => {
  const typed = { next: path, kept: new URLSearchParams(kept).toString() };
  const state = { ...stateOf(visit, signIn, { step: 0, typed }), action: PATH };
  return { view: { ...view(visit, state), status: 401 }, state };
};
