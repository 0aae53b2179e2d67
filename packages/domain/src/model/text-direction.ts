/**
 * Hebrew, Arabic and the other scripts that run from right to left, by their blocks. Those beyond 16 bits (10800 to
 * 10fff, 1e800 to 1efff) by their first surrogates: whole pages are searched, with the flag `u` in four times the time.
 */
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\ud802\ud803\ud83a\ud83b]/;

export const runsRightToLeft = (text: string): boolean => RIGHT_TO_LEFT.test(text);

/** Opens and closes a text whose direction is its own (U+2068, U+2069). No text of people holds them (P-23). */
export const [ISOLATE, END_OF_ISOLATE] = ['\u2068', '\u2069'];

/** A text of people as a part of another text, where it moves nothing around it. */
export const isolated = (text: string): string => (runsRightToLeft(text) ? `${ISOLATE}${text}${END_OF_ISOLATE}` : text);
