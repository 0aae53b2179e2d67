import type { Words } from '../words/words.ts';
import { PasswordField, TextField } from './elements.tsx';
import type { FormState } from './form.ts';
import type { MemberVisit } from './visit.ts';

/** Goes along with a form that has `FactorField`. */
export const ASKED_FACTOR = 'askedFactor';

/** D-29: once an account turns out to have a second factor, it is asked for, and again with whatever is wrong then. */
export const askingFactor = (shown: FormState): FormState =>
  shown.errors.otp === undefined ? shown : { ...shown, hidden: { ...shown.hidden, [ASKED_FACTOR]: 'yes' } };

type Props = { readonly words: Words; readonly state: FormState };

const OtpField = (props: Props) => (
  <TextField {...props} name="otp" autocomplete="one-time-code" width={20} spellcheck={false} />
);

export const FactorField = (props: Props) =>
  props.state.hidden[ASKED_FACTOR] === 'yes' ? <OtpField {...props} /> : null;

type OwnProps = { readonly visit: MemberVisit; readonly state: FormState; readonly withFactor?: boolean };

/** Whoever has signed in gives the password again; `withFactor`: and the second factor. */
export const OwnPassword = ({ visit: { words, member }, state, withFactor = false }: OwnProps) => (
  <>
    <PasswordField
      words={words}
      state={state}
      name="password"
      autocomplete="current-password"
      of={member.caller.actor.email}
    />
    {withFactor ? <OtpField words={words} state={state} /> : null}
  </>
);
