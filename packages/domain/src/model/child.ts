import { FEW, missing, ok, type Parsed, type Parser, parser, problem } from '../result.ts';
import type { CodeDigest, Person } from './account.ts';
import type { EmailAddress } from './email.ts';
import { asciiSigns } from './typed-text.ts';
import type { AccountId, Brand, ChildId, Day, Instant, PersonName } from './values.ts';
import {
  DAY,
  dayInUtc,
  HOUR,
  LENGTHS,
  lengthParser,
  lengthProblem,
  marksProblem,
  parseDay,
  parsePersonName,
} from './values.ts';

/** D-11: one added through variant B has neither birth date nor number, until a parent adds them (D-30). */
export type Child = {
  readonly id: ChildId;
  readonly firstName: PersonName;
  readonly lastName: PersonName;
  readonly birthDate: BirthDate | undefined;
  readonly socSecNum: SocSecNum | undefined;
  /** D-42: no parent has added it. Its doctor removes parents, and none of them another. */
  readonly isOfStaff?: true | undefined;
};

/** D-18. */
export type ChildEntry = Pick<Child, 'id' | 'firstName' | 'lastName'>;

/** D-30: what those who work for a child must know to tell it from others. */
export type ChildNames = ChildEntry & Pick<Child, 'birthDate'>;

/** D-48: a child that another one may be. `hasNumber`: they have the same number. */
export type LikeChild = ChildNames & Readonly<Record<'isOfDoctor' | 'isOfStaff' | 'hasNumber', boolean>>;
/**
 * D-46: how lists of children are ordered. The last case is the one that was opened last. `backwards`: from the end of the alphabet, the latest birth date, the last case. A child
 * without a birth date is before all others.
 */
export type ChildOrder = { readonly by: 'name' | 'birth date' | 'last case'; readonly backwards: boolean };
/** `lastCaseAt`: when the last of its cases with the doctors of the list was opened. */
export type Patient = ChildNames & { readonly lastCaseAt: Instant };

/** D-30: what a doctor has certified of a child. */
export type Identity = Pick<Child, 'firstName' | 'lastName' | 'birthDate'>;

export const identityOf = ({ firstName, lastName, birthDate }: Identity): Identity => ({
  firstName,
  lastName,
  birthDate,
});

/** A child as it was shown to somebody who decides now. */
export type Shown = { readonly [Name in keyof Identity]?: Identity[Name] | undefined };

/** Whether they name the same child. A birth date that is missing differs from one that is not. */
export const isSameIdentity = (one: Identity, other: Shown): boolean =>
  one.firstName === other.firstName && one.lastName === other.lastName && one.birthDate === other.birthDate;

/** D-30: what a parent may also take back, so that it is not known any more. */
export const CLEARABLE = ['birthDate', 'socSecNum'] as const;
export type ClearedField = (typeof CLEARABLE)[number];

/** D-30: all that is known of a child, which a parent may correct. */
export const CORRECTABLE = ['firstName', 'lastName', ...CLEARABLE] as const;
export type CorrectedField = (typeof CORRECTABLE)[number];
export type Correction = { readonly [Name in CorrectedField]?: Child[Name] | undefined };
export type ChildFacts = Pick<Child, CorrectedField>;
/** What whoever adds a child says of it. */
export type GivenChild = Pick<Child, 'firstName' | 'lastName'> & Partial<Pick<Child, ClearedField>>;

/** Without what else an input has. */
export const factsOf = (given: GivenChild): ChildFacts =>
  Object.fromEntries(CORRECTABLE.map((name) => [name, given[name]])) as ChildFacts;

const notClearable = problem(`must be ${CLEARABLE.join(' or ')}, or both with a space between them`);

/** Names of fields, with spaces between them. */
export const parseClear: Parser<readonly ClearedField[]> = parser(FEW, notClearable, (text) => {
  const names = text.trim().split(/\s+/);
  const known = CLEARABLE.filter((name) => names.includes(name));
  return names.every((name) => known.some((one) => one === name)) ? ok(known) : notClearable;
});

/** The fields in which the correction differs from what is known. What is cleared is not known, whatever is given. */
export const correctedFields = (
  child: Child,
  correction: Correction,
  clear: readonly CorrectedField[] = [],
): readonly CorrectedField[] =>
  CORRECTABLE.filter((name) =>
    clear.includes(name)
      ? child[name] !== undefined
      : correction[name] !== undefined && correction[name] !== child[name],
  );

/** D-33: a parent as the other parents see it. */
export type Parent = Person & {
  /** Whether it has added the child: it may remove the others. */
  readonly hasAdded: boolean;
};

/** D-33: parents of one child. */
export const MOST_PARENTS = 6;
/** A birth date of more children stands for an unknown one, and tells nothing: each row of an import would be compared with all of them. */
export const MOST_COMPARED = 500;

/** D-33: in milliseconds. */
export const JOIN_CODE_LIFETIME = 7 * DAY;

/** D-42: of a code on paper, in milliseconds. */
export const PAPER_CODE_LIFETIME = 30 * DAY;

/** D-33: lets whoever reads the mails of the address become a parent of the child, once, until it expires. */
export type JoinCode = {
  readonly digest: CodeDigest;
  readonly childId: ChildId;
  /** D-42: missing, if it is on paper. A child has one of these at most, and it is good while no parent can log in. */
  readonly email: EmailAddress | undefined;
  /** A code for an address is good only while this account is a parent of the child, or works for its doctor (D-42). */
  readonly invitedBy: AccountId;
  readonly expiresAt: Instant;
};

/** D-13: 1900-01-01 or later. */
export type BirthDate = Brand<Day, 'BirthDate'>;

export const FIRST_DAY = '1900-01-01';

export const parseBirthDate: Parser<BirthDate> = Object.assign(
  (text: string) => {
    const day = parseDay(text);
    return day.ok && day.value < FIRST_DAY ? problem(`must not lie before ${FIRST_DAY}`) : (day as Parsed<BirthDate>);
  },
  { longest: parseDay.longest },
);

/** D-13: a day that has begun anywhere on Earth (UTC+14 is first) is not in the future. */
export const isInFuture = (day: BirthDate | undefined, now: Instant): boolean =>
  day !== undefined && day > dayInUtc(now + 14 * HOUR);

/** In whole years. */
export const ageOn = (today: Day, birthDate: BirthDate): number => {
  const years = Number(today.slice(0, 4)) - Number(birthDate.slice(0, 4));
  return today.slice(5) < birthDate.slice(5) ? years - 1 : years;
};

/** D-14: 4–32 letters, digits, spaces, `-`, `.` and `/`, at least one of them a letter or digit. Secret. */
export type SocSecNum = Brand<string, 'SocSecNum'>;

/**
 * D-14: the number without separators, in lower case. It is as secret as the number. First it is put into upper case:
 * only both conversions make all forms of a letter equal (ß and SS, the two small sigmas).
 */
export const comparableSocSecNum = (number: SocSecNum): string => {
  const bare = number.normalize('NFKC').replace(/[ \-./]/g, '');
  return bare.toUpperCase().toLowerCase().normalize('NFKC');
};

type Numbered = Pick<Child, 'socSecNum'>;

export const haveSameNumber = ({ socSecNum: one }: Numbered, { socSecNum: other }: Numbered): boolean =>
  one !== undefined && other !== undefined && comparableSocSecNum(one) === comparableSocSecNum(other);

/** D-30: all but the last two characters are hidden. */
export const maskedSocSecNum = (number: SocSecNum): string => {
  const characters = Array.from(number);
  return '*'.repeat(characters.length - 2) + characters.slice(-2).join('');
};

const NOT_IN_NUMBER = /[^\p{L}\p{M}\p{Nd} \-./]/u;
export const parseSocSecNum: Parser<SocSecNum> = lengthParser(LENGTHS.socSecNum, (text) => {
  const number = asciiSigns(text).trim().normalize('NFC');
  if (number === '') return missing;
  const wrongLength = lengthProblem(number, LENGTHS.socSecNum);
  if (wrongLength) return wrongLength;
  if (NOT_IN_NUMBER.test(number)) return problem('must consist of letters, digits, spaces, "-", "." and "/"');
  if (!/[\p{L}\p{Nd}]/u.test(number)) return problem('must contain a letter or a digit');
  return marksProblem(number) ?? ok(number as SocSecNum);
});
parseSocSecNum.unfit = (text) => NOT_IN_NUMBER.exec(asciiSigns(text))?.[0];

/** How each fact is read, wherever it comes from. */
export const CHILD_PARSERS: { readonly [Name in CorrectedField]: Parser<NonNullable<Child[Name]>> } = {
  firstName: parsePersonName,
  lastName: parsePersonName,
  birthDate: parseBirthDate,
  socSecNum: parseSocSecNum,
};
