import { ageOn, isInFuture, parseBirthDate } from '@health-case/domain/model/child';
import { dayInUtc, type Instant } from '@health-case/domain/model/values';
import type { FormState, Typed, Visit } from './form.ts';
import { dayOf } from './read-fields.ts';

/** A birth date that makes a child grown up is mostly a slip: it counts once it was sent again. */

/** Goes along with a form that has a birth date: the one that was asked about. */
export const ASKED_AGE = 'askedAge';
const GROWN_UP = 18;

const grownUpIn = (typed: Readonly<Partial<Typed>>) => {
  const day = parseBirthDate(dayOf(typed, 'birthDate'));
  const age = day.ok ? ageOn(dayInUtc(Date.now()), day.value) : 0;
  return day.ok && age >= GROWN_UP ? { day: day.value, age } : undefined;
};

export const checkAge = async ({ words, formats }: Visit, typed: Typed): Promise<FormState['errors']> => {
  const day = parseBirthDate(dayOf(typed, 'birthDate'));
  if (day.ok && isInFuture(day.value, Date.now() as Instant)) return { birthDate: words.refusals.BIRTH_DATE_IN_FUTURE };
  const grownUp = grownUpIn(typed);
  const isToBeAsked = grownUp !== undefined && typed[ASKED_AGE] !== grownUp.day;
  return isToBeAsked ? { birthDate: words.children.grownUp(formats.number(grownUp.age)) } : {};
};

/** The form of that step, once it has asked. */
export const askingAge = (shown: FormState): FormState => {
  const grownUp = grownUpIn(shown.values);
  return grownUp && shown.errors.birthDate !== undefined
    ? { ...shown, hidden: { ...shown.hidden, [ASKED_AGE]: grownUp.day } }
    : shown;
};
