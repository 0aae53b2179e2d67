import { parsePassword, parsePasswordAttempt, parseTypedCode } from '@health-case/domain/model/account';
import { type EmailAddress, parseEmail } from '@health-case/domain/model/email';
import { parseNameSearch } from '@health-case/domain/model/names';
import { parseTypedFactor } from '@health-case/domain/model/second-factor';
import { type PersonName, parsePersonName, parseReason, parseTitle } from '@health-case/domain/model/values';
import type { Parser } from '@health-case/domain/result';
import type { FieldRule, InputLook, Option, Visit } from './form.ts';

/* A field of a form is declared by one of these: what it parses, and how it is asked for. */

export const text = <Value>(parse: Parser<Value>, look: InputLook = {}): FieldRule<Value> => ({
  parse,
  control: { as: 'text', autocomplete: 'off', spellcheck: false, ...look },
});
export const longText = <Value>(parse: Parser<Value>, rows = 3): FieldRule<Value> => ({
  parse,
  control: { as: 'long text', rows },
});
export const day = <Value>(parse: Parser<Value>): FieldRule<Value> => ({ parse, control: { as: 'day' } });
/** `options`: what can be chosen, where it is the same for everybody. */
export const choice = <Value>(
  parse: Parser<Value>,
  options?: (visit: Visit) => readonly Option[],
): FieldRule<Value> => ({ parse, control: { as: 'choice', options } });
export const ticks = <Value>(parse: Parser<Value>): FieldRule<Value> => ({ parse, control: { as: 'ticks' } });
export const optional = <Value>(rule: FieldRule<Value>) => ({ ...rule, isOptional: true }) as const;

/** Somebody else's name, or one's own. */
export const personName = (autocomplete = 'off'): FieldRule<PersonName> => text(parsePersonName, { autocomplete });
/** By default the address of somebody else. */
export const emailAddress = (autocomplete = 'off', parse: Parser<EmailAddress> = parseEmail): FieldRule<EmailAddress> =>
  text(parse, { type: 'email', autocomplete });
/** The code in a mail. The script takes it from the address, where it stands behind `#`; or somebody types it from paper. */
export const codeOfAddress = {
  ...text(parseTypedCode, { autocomplete: 'one-time-code' }),
  isOfAddress: true,
} as const satisfies FieldRule<unknown>;
/** The beginning of a name, of whom somebody looks for. */
export const nameSearch = text(parseNameSearch, { width: 20 });
export const title = longText(parseTitle, 2);
export const reason = longText(parseReason);

export const secret = <Value>(rule: FieldRule<Value>) => ({ ...rule, isSecret: true }) as const;
/** Whoever has signed in gives it again. A password manager is told whose it is. */
export const ownPassword = secret({
  parse: parsePasswordAttempt,
  control: { as: 'password', autocomplete: 'current-password', isOfMember: true },
});
export const newPassword = secret({ parse: parsePassword, control: { as: 'password', autocomplete: 'new-password' } });
export const secondFactor = secret(text(parseTypedFactor, { autocomplete: 'one-time-code', width: 20 }));
const hasSecondFactor = ({ member }: Visit) => member?.caller.actor.secondFactor === true;
/** Asked of whoever has one. */
export const ownSecondFactor = {
  ...optional(secondFactor),
  isAsked: hasSecondFactor,
  isNeeded: hasSecondFactor,
} as const satisfies FieldRule<unknown>;

/** Of the app alone. */
export const sixDigits = secret(
  text(parseTypedFactor, { autocomplete: 'one-time-code', inputmode: 'numeric', width: 10 }),
);
