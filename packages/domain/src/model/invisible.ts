const scripts = (...names: readonly string[]): string => `[${names.map((name) => `\\p{sc=${name}}`).join('')}]`;

const RIGHT_TO_LEFT = new RegExp(
  `[\\p{L}&&${scripts('Hebr', 'Arab', 'Syrc', 'Thaa', 'Nkoo', 'Mand', 'Adlm', 'Rohg')}]`,
  'v',
);
const CURSIVE = `[\\p{L}&&${scripts('Arab', 'Syrc', 'Mong', 'Nkoo', 'Mand', 'Adlm', 'Rohg')}]`;
/** The marks of one script alone, such as a virama. */
const OWN_MARK = '[[\\p{M}&&\\p{Dia}]--\\p{sc=Zinh}]';
const EMOJI = '\\p{ExtPict}';

/** P-23: characters that nobody sees, where writing needs them: each with what must stand before and behind it. */
const NEEDED = [
  // Joiners: between cursive letters, or at the end of one that would join; beside a virama (RFC 5892, A.1 and A.2).
  // As many marks as a letter may have: an unbounded look behind would take quadratic time.
  `(?<=${CURSIVE}\\p{M}{0,6})[\\u200c\\u200d](?=${CURSIVE})`,
  `(?<=${CURSIVE}\\p{M}{0,6})\\u200d`,
  `(?<=${OWN_MARK})[\\u200c\\u200d]|(?<=\\p{L})[\\u200c\\u200d](?=${OWN_MARK})`,
  // Selectors of the form of an ideograph, a Mongolian letter, an emoji or a key; joiners of emoji.
  '(?<=\\p{Ideographic})[\\ufe00-\\ufe02\\u{e0100}-\\u{e01ef}]',
  '(?<=[\\p{L}&&\\p{sc=Mong}])[\\u180b-\\u180f]',
  `(?<=${EMOJI})[\\ufe0e\\ufe0f]|(?<=[0-9#*])\\ufe0f(?=\\u20e3)`,
  `(?<=${EMOJI}[\\ufe0f\\p{EMod}]?)\\u200d(?=${EMOJI})`,
];
/** Marks of direction, in a text with letters that run from right to left. */
const DIRECTION = '[\\u200e\\u200f\\u061c]';
const ALL_NEEDED = new RegExp(NEEDED.join('|'), 'gv');
const ALL_NEEDED_RIGHT_TO_LEFT = new RegExp([...NEEDED, DIRECTION].join('|'), 'gv');

/** P-23: the first character that nobody sees and that its script does not need. */
export const needlessInvisible = (text: string): string | undefined =>
  /\p{Default_Ignorable_Code_Point}/u.exec(
    text.replace(RIGHT_TO_LEFT.test(text) ? ALL_NEEDED_RIGHT_TO_LEFT : ALL_NEEDED, ''),
  )?.[0];
