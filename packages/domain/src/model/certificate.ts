import { ok, oneOf, refuse } from '../result.ts';
import type { Language } from './account.ts';
import { type Calendar, daysAfter } from './calendar.ts';
import type { Identity } from './child.ts';
import type { AccountId, CaseId, CertificateId, CertificationId, Day, Instant, Statement } from './values.ts';
import { DAY } from './values.ts';

/** What a certificate shows of the child's name. */
export const DISCLOSURES = ['name', 'initials'] as const;
export type Disclosure = (typeof DISCLOSURES)[number];

export const parseDisclosure = oneOf(DISCLOSURES);

/** Where the status of a certificate is published: the number of a list, and the place in it. */
export type StatusPlace = { readonly list: number; readonly index: number };

export const LIST_SIZE = 2 ** 20;

/** D-26: of one certification. Without a limit, to revoke them all would take any time. */
export const MOST_CERTIFICATES = 100;

/** D-26: a signed document that proves a certification to people without an account. Its text is not stored. */
export type Certificate = {
  readonly id: CertificateId;
  readonly certificationId: CertificationId;
  readonly caseId: CaseId;
  readonly status: StatusPlace;
  readonly disclosed: Disclosure;
  readonly issuedAt: Instant;
  readonly expiresAt: Instant;
  /** Missing where it was made before this was kept. */
  readonly madeBy?: AccountId | undefined;
};

/** What a certificate says. Nothing of it is secret, but it is about a child. */
export type CertificateText = Pick<Certificate, 'id' | 'status' | 'issuedAt' | 'expiresAt'> & {
  readonly firstName: string;
  readonly lastName: string;
  readonly birthYear: number | undefined;
  readonly statement: Statement;
  readonly doctor: string;
  /** The last day of validity. */
  readonly validUntil: Day;
  /** IANA name: where the certificate ends with that day. */
  readonly zone: string;
};

/** D-26: what is certified where the doctor says nothing else, by the language of the doctor's account. */
export const DEFAULT_STATEMENTS: Readonly<Record<Language, Statement>> = {
  en: 'Health certification' as Statement,
  de: 'Gesundheitsbescheinigung' as Statement,
  fr: 'Attestation de santé' as Statement,
  nl: 'Gezondheidsverklaring' as Statement,
};

export const DEFAULT_DAYS = 180;
const MOST_DAYS = 365;

/**
 * D-26: how long a certificate may be valid at most, so also how long a key that signs no more is still needed: to the
 * end of the last day, and two days for clocks that change and a time zone that is set anew.
 */
export const LONGEST_VALIDITY = (MOST_DAYS + 3) * DAY;

/** D-26: `validUntil` is a day from today on, at most 365 days ahead. Without one it is 180 days ahead. */
export const validityFrom = (today: Day, validUntil = daysAfter(today, DEFAULT_DAYS)) =>
  validUntil < today || validUntil > daysAfter(today, MOST_DAYS) ? refuse('VALIDITY_OUT_OF_RANGE') : ok(validUntil);

/** The service's zone, if the certificate ends with its last day there; otherwise, as of older ones, UTC. */
export const zoneOf = (calendar: Calendar, expiresAt: Instant, validUntil: Day): string =>
  calendar.endOf(validUntil) === expiresAt ? calendar.zone() : 'UTC';

/** A letter with its marks, but no apostrophe (`Lm`); in an Indic script also those that a virama joins to it. */
const LETTER = /(?!\p{Lm})\p{L}(?:[\p{M}\u200c\u200d]|(?<=[\u094d\u09cd\u0acd\u0b4d\u0c4d\u0d4d]\u200d?)\p{L})*/u;

/** In place of a name that its first letter would tell all of, such as 王. */
export const NO_INITIAL = '–';

/** The first letter: of "'t Hart" it is t. */
export const initial = (name: string): string => {
  const [letter] = LETTER.exec(name) ?? [];
  const rest = letter === undefined ? '' : name.slice(name.indexOf(letter) + letter.length);
  return /[\p{L}\p{N}]/u.test(rest) ? `${letter}.` : NO_INITIAL;
};

/** What a certificate says of the child. */
export const childShown = ({ firstName, lastName, birthDate }: Identity, disclosed: Disclosure) => ({
  firstName: disclosed === 'name' ? firstName : initial(firstName),
  lastName: disclosed === 'name' ? lastName : initial(lastName),
  birthYear: birthDate && Number(birthDate.slice(0, 4)),
});

/** D-30: what certificates named wrong: names, by what they disclose, and the year of birth, those that have one. */
export type NamedWrong = { readonly disclosed: readonly Disclosure[]; readonly isYear: boolean };

export const namedWrong = (before: Identity, after: Identity): NamedWrong => {
  const shown = (disclosed: Disclosure) => [childShown(before, disclosed), childShown(after, disclosed)] as const;
  const [was, is] = shown('name');
  return {
    disclosed: DISCLOSURES.filter((disclosed) => {
      const [one, other] = shown(disclosed);
      return one.firstName !== other.firstName || one.lastName !== other.lastName;
    }),
    isYear: was.birthYear !== undefined && was.birthYear !== is.birthYear,
  };
};

export const certificateText = (
  { id, status, issuedAt, expiresAt, disclosed }: Certificate,
  said: Pick<CertificateText, 'statement' | 'validUntil' | 'zone' | 'doctor'>,
  certified: Identity,
): CertificateText => ({ id, status, issuedAt, expiresAt, ...said, ...childShown(certified, disclosed) });
