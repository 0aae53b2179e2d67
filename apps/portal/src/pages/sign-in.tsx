import type { Account } from '@health-case/domain/model/account';
import { isRecoveryCode } from '@health-case/domain/model/second-factor';
import type { PropsWithChildren } from 'hono/jsx';
import { Submit } from '../kit/elements.tsx';
import { ASKED_FACTOR, askingFactor, emailAddress, factorOnceAsked, password } from '../kit/fields.ts';
import type { AnyForm } from '../kit/form.ts';
import { type FormState, form, type Typed } from '../kit/form.ts';
import { pathHere } from '../kit/place.ts';
import { keepSession } from '../kit/session-cookie.ts';
import { InsetText, Link, Text } from '../kit/show.tsx';
import { needed, type Visit } from '../kit/visit.ts';
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
  staysOpen: true,
  fields: {
    email: emailAddress('username'),
    password,
    otp: factorOnceAsked,
  },
  carries: ['next', 'kept', ASKED_FACTOR],
  start: async ({ c }) => ({ next: nextOf(c.req.query('next')) ?? '', kept: c.req.query('kept') ?? '' }),
  steps: [
    {
      onceWrong: askingFactor,
      title: ({ account }) => account.signIn.title,
      about: ({ words }, { hidden }) =>
        hidden['kept'] === 'yes' ? <InsetText>{words.account.signIn.goOn}</InsetText> : null,
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
    return isToBeTold ? toldAt(next, value.account, 'recoveryCodeUsed') : next;
  },
});

type Session = { readonly token: string; readonly account: Pick<Account, 'id' | 'role'> };

const toldAt = (next: string, { role }: Pick<Account, 'role'>, done: keyof Words['done']): string => {
  const path = next === '/' ? START[role] : next;
  return `${path}${path.includes('?') ? '&' : '?'}done=${done}`;
};

/** Goes on where the visitor was, with what the same account has typed there. Every way to sign in ends here. */
export const signedIn = async (visit: Visit, { token, account }: Session, { next, kept }: Typed): Promise<string> => {
  const { c, app, facts, member } = visit;
  keepSession(c, token);
  // Nobody has the cookie of the browser's former session any more.
  if (member) await app.logOut({ ...facts, ...member.caller });
  const path = nextOf(next) ?? '/';
  if (!kept) return path;
  const id = new URL(path, visit.origin).searchParams.get('form') ?? '';
  const isThere = needed(await app.findDraft({ accountId: account.id, id })) !== undefined;
  return isThere ? path : `${START[account.role]}?done=typedDropped`;
};
