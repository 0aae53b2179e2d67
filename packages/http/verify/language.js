// The page speaks the language that its reader chose, otherwise the first that the browser asks for and the page has.

/** As their speakers call them, in the order of the columns of words.js. */
export const LANGUAGES = { en: 'English', de: 'Deutsch', fr: 'Français', nl: 'Nederlands' };

// Not in the URL, as a code opens the page by its own. Nothing is kept until somebody chooses.
const CHOSEN = 'language of the page that verifies certificates';

const languageOf = (tag) => tag.split('-')[0].toLowerCase();

/** With the browser's country, for dates. */
const localeFor = (chosen) => {
  const known = navigator.languages.filter((tag) => Object.hasOwn(LANGUAGES, languageOf(tag)));
  return known.find((tag) => !chosen || languageOf(tag) === chosen) ?? chosen ?? 'en';
};

export let locale = localeFor();
export let language = languageOf(locale);

export const speak = (chosen) => {
  locale = localeFor(chosen);
  language = languageOf(locale);
};

/** Speaks what was chosen on an earlier visit. */
export const speakAsChosen = () => {
  try {
    const chosen = localStorage.getItem(CHOSEN);
    if (Object.hasOwn(LANGUAGES, chosen)) speak(chosen);
  } catch {
    // The browser keeps nothing for this page.
  }
};

export const choose = (chosen) => {
  speak(chosen);
  try {
    localStorage.setItem(CHOSEN, chosen);
  } catch {
    // Then it is for this visit.
  }
};
