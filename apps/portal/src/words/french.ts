/** Begins with a vowel, also with an accent or in a text whose direction is its own. */
const BEGINS_WITH_VOWEL = /^\u2068?[aeiouœæ]/i;

/** French: "de" or "que" before a name or a title. */
export const elided = (word: 'de' | 'que', text: string): string =>
  BEGINS_WITH_VOWEL.test(text.normalize('NFD')) ? `${word.slice(0, -1)}’${text}` : `${word} ${text}`;
