import { ok } from '../result.ts';
import type { Brand } from './brand.ts';
import { characters, missing, type Parsed, problem } from './parsed.ts';

/** D-07: an address in the one form in which addresses are compared: trimmed, NFKC, lower case, at most 254 characters. */
export type EmailAddress = Brand<string, 'EmailAddress'>;

export const EMAIL_MOST = 254;
/** The most characters before the sign. */
const LOCAL_MOST = 64;

/** A dot-atom (RFC 5321, 4.1.2) that also lets letters of every script in (RFC 6531), before labels of a host name. */
const ATOM = "[\\p{L}\\p{M}\\p{N}!#$%&'*+/=?^_`{|}~-]+";
const LABEL = '[\\p{L}\\p{N}](?:[\\p{L}\\p{M}\\p{N}-]{0,61}[\\p{L}\\p{M}\\p{N}])?';
export const ADDRESS = new RegExp(`^${ATOM}(?:\\.${ATOM})*@${LABEL}(?:\\.${LABEL})+$`, 'u');

/** Lower-casing can undo a normalisation, so it stands between two of them. */
const comparable = (text: string): string => text.trim().normalize('NFKC').toLowerCase().normalize('NFKC');

export const parseEmail = (text: string): Parsed<EmailAddress> => {
  if (text.trim() === '') return missing;
  const address = comparable(text);
  if (characters(address) > EMAIL_MOST) return problem(`must have at most ${EMAIL_MOST} characters`);
  return ADDRESS.test(address) && characters(address.slice(0, address.indexOf('@'))) <= LOCAL_MOST
    ? ok(address as EmailAddress)
    : problem('must be an e-mail address, such as name@example.org');
};
