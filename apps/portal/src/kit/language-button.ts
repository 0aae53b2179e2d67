import { LANGUAGES, type Language } from '@health-case/domain/model/account';
import type { Typed } from './form.ts';

/** What the button of a language in the foot of a page sends as `go`. The form is shown again then, in this language. */
export const goTo = (language: Language): string => `language-${language}`;

/** The language by whose button a form was sent. */
export const languageSentBy = ({ go }: Typed): Language | undefined =>
  LANGUAGES.find((language) => go === goTo(language));
