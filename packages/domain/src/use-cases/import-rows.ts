import { type Credentials, isConfirmed } from '../model/account.ts';
import {
  type BirthDate,
  CHILD_PARSERS,
  type Child,
  type ChildFacts,
  CLEARABLE,
  CORRECTABLE,
  type CorrectedField,
  comparableSocSecNum,
  isInFuture,
  type LikeChild,
  MOST_PARENTS,
} from '../model/child.ts';
import { type EmailAddress, parseEmail } from '../model/email.ts';
import { columnOf, type ImportColumn, type ImportRow, type RowReason, type RowTexts } from '../model/import.ts';
import { nameKey } from '../model/names.ts';
import { type AccountId, type Instant, parseTitle, type Title } from '../model/values.ts';
import type { Reads } from '../ports/storage.ts';
import { missing, ok, type Parser, type Result, refused } from '../result.ts';

// D-48: what a row of a list of children is. The preview and the commit ask the same.

type Entry = ChildFacts & { readonly doctorId: AccountId };

/** `likes`: the children that it may be. */
export type Judged = Pick<ImportRow, 'reasons' | 'childId' | 'likes'> &
  (
    | { readonly result: 'new' | 'person'; readonly entry: Entry & { readonly title: Title } }
    | { readonly result: 'same' | 'wrong' }
  );

const wrong = (...reasons: readonly RowReason[]): Judged => ({
  result: 'wrong',
  reasons,
  childId: undefined,
  likes: [],
});

type Read<Value> = Result<Value, RowReason>;

const read = <Value>(column: ImportColumn, text: string, parse: Parser<Value>): Read<Value> => {
  const parsed = parse(text);
  if (parsed.ok) return parsed;
  return refused<RowReason>(parsed === missing ? `${column} missing` : `${column} wrong`);
};

/** A name in quotation marks may have a comma. */
const QUOTED_NAME = /"[^"@]*"(?=\s*<)/g;

/** The words of a part of a cell, without those of a name before an address in `<…>`. */
const addressesIn = (part: string): readonly string[] => {
  const words = part.split(/\s+/).filter(Boolean);
  const named = words.findLastIndex((word) => word.startsWith('<'));
  return words.filter((word, nth) => nth >= named || word.includes('@'));
};

/** Any number in a cell, with white space, commas or semicolons between them. */
export const readParents = (text: string): Read<readonly EmailAddress[]> => {
  const parsed = text
    .replaceAll(QUOTED_NAME, ' ')
    .split(/[,;\r\n]+/)
    .flatMap(addressesIn)
    .map((one) => parseEmail(one));
  const addresses = new Set(parsed.flatMap((one) => (one.ok ? [one.value] : [])));
  return parsed.every(({ ok: isGood }) => isGood) && addresses.size <= MOST_PARENTS
    ? ok([...addresses])
    : refused('parents wrong');
};

const readFact = (name: CorrectedField, texts: RowTexts, now: Instant): Read<Child[CorrectedField]> => {
  const text = texts[columnOf(name)];
  if (CLEARABLE.some((one) => one === name) && text.trim() === '') return ok(undefined);
  const fact = read<Child[CorrectedField]>(columnOf(name), text, CHILD_PARSERS[name]);
  return name === 'birthDate' && fact.ok && isInFuture(fact.value as BirthDate, now)
    ? refused('birthDate future')
    : fact;
};

/** `child`: what is not wrong. */
const readRow = (texts: RowTexts, now: Instant) => {
  const facts = CORRECTABLE.map((name) => [name, readFact(name, texts, now)] as const);
  const doctor = read('doctor', texts.doctor, parseEmail);
  const parents = readParents(texts.parents);
  const reasons = [...facts.map(([, fact]) => fact), doctor, parents].flatMap((one) => (one.ok ? [] : [one.refusal]));
  const known = facts.flatMap(([name, fact]) => (fact.ok ? [[name, fact.value]] : []));
  const child = Object.fromEntries(known) as ChildFacts;
  return { child, email: doctor.ok ? doctor.value : undefined, reasons };
};

/** One of the doctor's that differs in nothing that the row says. */
const isSame = (like: LikeChild, { birthDate, socSecNum }: ChildFacts): boolean =>
  like.isOfDoctor && like.birthDate === birthDate && (socSecNum === undefined || like.hasNumber || !like.isOfStaff);

const isNamesake = (like: LikeChild, { firstName, lastName, birthDate }: ChildFacts): boolean =>
  nameKey(like.firstName, like.lastName) === nameKey(firstName, lastName) &&
  (like.birthDate ?? birthDate) === (birthDate ?? like.birthDate);

/**
 * A manager must not learn a number by guessing: one that parents gave is compared with none, and of a child that has it
 * under other names, nobody is told which one it is.
 */
const likesOf = async ({ children }: Reads, doctorId: AccountId, child: ChildFacts) => {
  const alike = await children.alikeInPractice(doctorId, child);
  const likes = alike.filter((like) => isNamesake(like, child));
  const hasNumber = child.socSecNum !== undefined;
  return { likes, isTaken: hasNumber && likes.length === 0 && alike.some((one) => one.isOfStaff && one.hasNumber) };
};

/** Whether the same child stands in an earlier row. That of this one is noted. */
type Seen = (keys: readonly string[]) => number | undefined;

const keysOf = ({ doctorId, firstName, lastName, birthDate, socSecNum }: Entry): readonly string[] => [
  `${birthDate ?? doctorId} ${nameKey(firstName, lastName)}`,
  ...(socSecNum === undefined ? [] : [`${doctorId} ${comparableSocSecNum(socSecNum)}`]),
];

/** The earlier row that gives the child another number: a list of guesses would tell a manager which one it has. */
const guessBefore = (entry: Entry, seen?: Seen): number | undefined => {
  const [child = '', number] = keysOf(entry);
  if (number === undefined) return undefined;
  const again = seen?.([`guess ${child} ${number}`]);
  const before = seen?.([`guess ${child}`]);
  return again === undefined ? before : undefined;
};

/** Also one who cannot be chosen: the doctor's children may be in a list. */
const doctorBy = async ({ accounts }: Reads, email: EmailAddress) => {
  const known = await accounts.credentialsByEmail(email);
  return known?.account.role === 'Doc' ? known : undefined;
};

/** `undefined`: the child is new, or a person has to say which one it is. */
const judgeKnown = (entry: Entry, { likes, isTaken }: Awaited<ReturnType<typeof likesOf>>, seen?: Seen) => {
  if (isTaken) return wrong('number taken');
  const guessed = likes.length > 0 ? guessBefore(entry, seen) : undefined;
  if (guessed !== undefined) return wrong(`twice ${guessed}`);
  const same = likes.find((like) => isSame(like, entry));
  return same && ({ result: 'same', reasons: [], childId: same.id, likes: [] } as const);
};

type Doctor = Pick<Credentials, 'account' | 'disabledAt'>;
/** D-32, D-43: why a child that the store does not have yet cannot be entered. */
const reasonAgainst = ({ account, disabledAt }: Doctor): RowReason | undefined => {
  if (disabledAt !== undefined || !isConfirmed(account)) return 'doctor unavailable';
  return account.takesNoChildren ? 'doctor takes none' : undefined;
};

/** Judges some rows. `seen` is of the preview: what a commit has entered is in the store. */
export const createJudge = (reads: Reads, now: Instant) => {
  /** Many rows have one doctor. */
  const doctors = new Map<EmailAddress, ReturnType<typeof doctorBy>>();
  const found = (email: EmailAddress) => {
    const doctor = doctors.get(email) ?? doctorBy(reads, email);
    doctors.set(email, doctor);
    return doctor;
  };
  const judgeChild = async (child: ChildFacts, doctor: Doctor, texts: RowTexts, seen?: Seen) => {
    const doctorId = doctor.account.id;
    const entry = { ...child, doctorId };
    const found = await likesOf(reads, doctorId, child);
    const known = judgeKnown(entry, found, seen);
    if (known) return known;
    const { likes } = found;
    const title = read('title', texts.title, parseTitle);
    const against = reasonAgainst(doctor);
    const reasons = [...(title.ok ? [] : [title.refusal]), ...(against ? [against] : [])];
    if (!title.ok || reasons.length > 0) return wrong(...reasons);
    const earlier = seen?.(keysOf(entry));
    if (earlier !== undefined) return wrong(`twice ${earlier}`);
    const result = likes.length === 0 ? ('new' as const) : ('person' as const);
    const ids = likes.map(({ id }) => id).sort();
    return { result, reasons, childId: undefined, likes: ids, entry: { ...entry, title: title.value } };
  };
  return async (texts: RowTexts, seen?: Seen): Promise<Judged> => {
    const { child, email, reasons } = readRow(texts, now);
    const doctor = email && (await found(email));
    if (email && !doctor) reasons.push('doctor unknown');
    return doctor && reasons.length === 0 ? judgeChild(child, doctor, texts, seen) : wrong(...reasons);
  };
};

/** What the commit does with a row: what was decided, if a new check still allows it. */
export const stillFits = ({ result, childId, likes }: ImportRow, now: Judged): boolean => {
  const hasSeenAll = now.likes.every((id) => likes.includes(id));
  if (result === 'new') return now.result === 'new' || (now.result === 'person' && hasSeenAll);
  const isStill = now.childId === childId || (childId !== undefined && now.likes.includes(childId));
  return isStill && (now.result === 'same' || (now.result === 'person' && hasSeenAll));
};
