import type { Refusal } from '@health-case/domain/result';
import type { AnyForm } from './form.ts';
import type { Visit } from './visit.ts';

/** What is said of a refusal: how long to wait; else what the form says, where it knows better than all others. */
export const sentenceOf = ({ words, formats }: Visit, { code, retryAfterSeconds }: Refusal, form?: AnyForm): string => {
  const { aloneLater, tooOften } = words.problems;
  const later = { THROTTLED: tooOften, OWN_INTEREST: aloneLater }[code as string];
  return later && retryAfterSeconds !== undefined
    ? later(formats.wait(retryAfterSeconds))
    : (form?.says?.[code]?.(words) ?? words.refusals[code]);
};
