/** Hebrew, Arabic and the other scripts that run from right to left, by their blocks. */
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

export const runsRightToLeft = (text: string): boolean => RIGHT_TO_LEFT.test(text);

/** Opens and closes a text whose direction is its own (U+2068, U+2069). No text of people holds them (P-23). */
export const [ISOLATE, END_OF_ISOLATE] = ['\u2068', '\u2069'];

/** A text of people as a part of another text, where it moves nothing around it. */
export const isolated = (text: string): string => (runsRightToLeft(text) ? `${ISOLATE}${text}${END_OF_ISOLATE}` : text);
