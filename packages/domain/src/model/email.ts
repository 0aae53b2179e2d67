import { ok } from '../result.ts';
import type { Brand } from './brand.ts';
import { characters, missing, type Parsed, problem } from './parsed.ts';
import { decodePunycode } from './punycode.ts';

/**
 * D-07: an address in the one form in which addresses are compared: trimmed, NFKC, lower case, no punycode where it stands
 * for letters, at most 254 characters.
 */
export type EmailAddress = Brand<string, 'EmailAddress'>;

export const EMAIL_MOST = 254;
/** The most characters before the sign. */
const LOCAL_MOST = 64;

/** A dot-atom (RFC 5321, 4.1.2) that also lets letters of every script in (RFC 6531), before labels of a host name. */
const ATOM = "[\\p{L}\\p{M}\\p{N}!#$%&'*+/=?^_`{|}~-]+";
const LABEL = '[\\p{L}\\p{N}](?:[\\p{L}\\p{M}\\p{N}-]{0,61}[\\p{L}\\p{M}\\p{N}])?';
const ADDRESS = new RegExp(`^${ATOM}(?:\\.${ATOM})*@${LABEL}(?:\\.${LABEL})+$`, 'u');

const IN_LETTERS = new RegExp(`^${LABEL}$`, 'u');

/** The other ones that cannot be seen are in no address anyway. */
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/u;

/** Lower-casing can undo a normalisation, so it stands between two of them. */
const comparable = (text: string): string => text.trim().normalize('NFKC').toLowerCase().normalize('NFKC');

/** RFC 1035, 2.3.4. Decoding takes the longer the longer a label is, and nobody has been limited yet. */
const LABEL_MOST = 63;

/** A label in the letters for which its punycode stands (RFC 5890). */
const inLetters = (label: string): string => {
  const letters =
    label.startsWith('xn--') && label.length <= LABEL_MOST ? decodePunycode(label.slice('xn--'.length)) : undefined;
  return letters !== undefined && IN_LETTERS.test(letters) && letters === comparable(letters) ? letters : label;
};

const withHostInLetters = (address: string): string => {
  const host = address.lastIndexOf('@') + 1;
  return address.slice(0, host) + address.slice(host).split('.').map(inLetters).join('.');
};

/** The address of a new account: none that looks like another one. */
export const parseNewEmail = (text: string): Parsed<EmailAddress> => {
  const parsed = parseEmail(text);
  return parsed.ok && INVISIBLE.test(parsed.value) ? problem('must not contain invisible characters') : parsed;
};

export const parseEmail = (text: string): Parsed<EmailAddress> => {
  if (text.trim() === '') return missing;
  const address = withHostInLetters(comparable(text));
  if (characters(address) > EMAIL_MOST) return problem(`must have at most ${EMAIL_MOST} characters`);
  return ADDRESS.test(address) && characters(address.slice(0, address.indexOf('@'))) <= LOCAL_MOST
    ? ok(address as EmailAddress)
    : problem('must be an e-mail address, such as name@example.org');
};
