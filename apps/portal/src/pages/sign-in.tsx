import type { Account } from '@health-case/domain/model/account';
import { isRecoveryCode } from '@health-case/domain/model/second-factor';
import type { PropsWithChildren } from 'hono/jsx';
import { Submit } from '../kit/elements.tsx';
import { ASKED_FACTOR, askingFactor, emailAddress, factorOnceAsked, password } from '../kit/fields.ts';
import type { AnyForm } from '../kit/form.ts';
import { type FormState, form, type Next, type Typed } from '../kit/form.ts';
import { keptOf, stateOf } from '../kit/form-state.ts';
import { pathHere } from '../kit/place.ts';
import type { Kept } from '../kit/problems.tsx';
import { viewOf } from '../kit/question.tsx';
import { keepSession } from '../kit/session-cookie.ts';
import { InsetText, Link, Text } from '../kit/show.tsx';
import type { View, Visit } from '../kit/visit.ts';
import type { Words } from '../words/words.ts';
import { START } from './start.tsx';

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

/** D-29: the second factor is asked for after the right password, which is typed again with it. */
export const signIn: AnyForm = form('does the same', {
  path: PATH,
  who: 'anyone',
  fields: {
    email: emailAddress('username'),
    password,
    otp: factorOnceAsked,
  },
  carries: ['next', 'kept', ASKED_FACTOR],
  start: async ({ c }) => ({ next: nextOf(c.req.query('next')) ?? '' }),
  steps: [
    {
      onceWrong: askingFactor,
      title: ({ account }) => account.signIn.title,
      about: ({ words }, { hidden }) => (hidden['kept'] ? <InsetText>{words.account.signIn.goOn}</InsetText> : null),
      send: ({ account }) => account.signIn.title,
      below: ({ words: { account, passkeys } }, state) => (
        <>
          <div data-passkey-offer>
            <PasskeyButton state={state}>{passkeys.signIn}</PasskeyButton>
          </div>
          <Text>
            {account.signIn.noAccount} <Link href="/register">{account.register.title}</Link>
          </Text>
          <Text>
            <Link href="/forgotten">{account.signIn.forgotten}</Link>
          </Text>
        </>
      ),
    },
  ],
  submit: ({ app, facts }, values) => app.logIn({ ...facts, ...values }),
  about: { CREDENTIALS_WRONG: 'password', SECOND_FACTOR_REQUIRED: 'otp' },
  leadsTo: async (visit, { value, values: { otp }, carried }) => {
    const next = await signedIn(visit, value, carried);
    const isToBeTold = value.account.secondFactor && otp !== undefined && isRecoveryCode(otp);
    return isToBeTold && typeof next === 'string' ? toldAt(next, value.account, 'recoveryCodeUsed') : next;
  },
});

type Session = { readonly token: string; readonly account: Pick<Account, 'id' | 'role'> };

const toldAt = (next: string, { role }: Pick<Account, 'role'>, done: keyof Words['done']): string => {
  const path = next === '/' ? START[role] : next;
  return `${path}${path.includes('?') ? '&' : '?'}done=${done}`;
};

/** Goes on where the visitor was, with what the same account has typed there. Every way to sign in ends here. */
export const signedIn = async (visit: Visit, { token, account }: Session, { next, kept }: Typed): Promise<Next> => {
  const { c, app, facts, member, keeper } = visit;
  keepSession(c, token);
  // Nobody has the cookie of the browser's former session any more.
  if (member) await app.logOut({ ...facts, ...member.caller });
  const path = nextOf(next) ?? '/';
  if (!kept) return path;
  const typed = keeper.take(kept, path, account.id);
  return typed ? { path, token, typed } : `${START[account.role]}?done=typedDropped`;
};

/** The form that asks somebody to sign in who has sent another one, with what was typed there. */
export const signInToGoOn = async (
  visit: Visit,
  path: string,
  { form: sent, typed: came }: Kept,
): Promise<{ readonly view: View; readonly state: FormState }> => {
  const kept = visit.keeper.keep(came, path, keptOf(sent, came));
  const typed = { next: path, ...(kept !== undefined && { kept }) };
  const state = { ...stateOf(visit, signIn, { step: 0, typed }), action: PATH };
  return { view: { ...(await viewOf(visit, signIn, 0, state)), status: 401 }, state };
};
