import type { Words } from '../words/words.ts';
import { TextField } from './elements.tsx';
import type { FormState } from './form.ts';

/** Goes along with a form that has `FactorField`. */
export const ASKED_FACTOR = 'askedFactor';

/** D-29: once an account turns out to have a second factor, it is asked for, and again with whatever is wrong then. */
export const askingFactor = (shown: FormState): FormState =>
  shown.errors.otp === undefined ? shown : { ...shown, hidden: { ...shown.hidden, [ASKED_FACTOR]: 'yes' } };

export const FactorField = ({ words, state }: { readonly words: Words; readonly state: FormState }) =>
  state.hidden[ASKED_FACTOR] === 'yes' ? (
    <TextField words={words} state={state} name="otp" autocomplete="one-time-code" width={20} spellcheck={false} />
  ) : null;
