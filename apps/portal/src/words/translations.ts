import type { Language } from '@health-case/domain/model/account';

/** The shape of the English texts; those of other languages are other texts. */
type Shape<Texts> = {
  readonly [Name in keyof Texts]: Texts[Name] extends string
    ? string
    : Texts[Name] extends (...given: infer Given) => string
      ? (...given: Given) => string
      : Shape<Texts[Name]>;
};

/** Texts in all languages. One that is missing in a language does not compile. */
export const translations = <const Texts extends object>(
  en: Texts,
  others: Readonly<Record<Exclude<Language, 'en'>, Shape<NoInfer<Texts>>>>,
): Readonly<Record<Language, Shape<Texts>>> => ({ en: en as Shape<Texts>, ...others });
