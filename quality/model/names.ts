import { type Answer, byId, type Person, page, type Scene } from './world.ts';

// D-31: who is found by the beginnings of names.

const partsOf = (text: string): readonly string[] =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);

/** ä is also written ae, and so on. */
const joined = (parts: readonly string[]): string => parts.join('').replace(/ae|oe|ue|aa/g, (two) => two.slice(0, 1));

const withoutBeginnings = (words: readonly string[]): readonly string[] =>
  [...new Set(words)].filter((word, _, all) => !all.some((other) => other !== word && other.startsWith(word)));

const wantedOf = (name: string): readonly string[] =>
  withoutBeginnings(name.split(/\s+/).map((word) => joined(partsOf(word)))).filter(Boolean);

type Args = Scene['args'];

const entry = ({ firstName, lastName, id }: Person) => ({ firstName, lastName, id });

/** All of the name as one word, from each of its parts on, in either order. */
const namesOf = ({ firstName, lastName }: Person) =>
  [`${firstName} ${lastName}`, `${lastName} ${firstName}`].flatMap((text) =>
    partsOf(text).map((_, first, parts) => joined(parts.slice(first))),
  );

/** Those whose names fit, if there is a name to look for. */
export const fitting = <T extends Person>(things: readonly T[], { name }: Args): readonly T[] =>
  name === undefined
    ? things
    : things.filter((one) => wantedOf(name).every((wanted) => namesOf(one).some((word) => word.startsWith(wanted))));

/** A page of people in the order of their ids. */
export const people = (things: readonly Person[], args: Args): Answer => ({ content: page(things, args).map(entry) });

const byTurns = (one: string, other: string, length: number): string =>
  Array.from({ length }, (_, at) => (one[at] ?? ' ') + (other[at] ?? ' ')).join('');

/** Of several words wanted, the first and the last lead: letter by letter in turns, or one behind the other if that has one or two. */
const foundWordOf = (words: readonly string[], wanted: readonly string[]): string => {
  const [first = '', last = ''] = [wanted[0], wanted.slice(1).at(-1)];
  const [second = '', longest = ''] = [first, last].toSorted((one, other) => one.length - other.length);
  const [lower = '', higher = ''] = [first, last].toSorted();
  const length = Math.min(second.length, 10);
  const pairs = words.flatMap((word, at) => words.slice(at + 1).map((other) => byTurns(word, other, 10)));
  const behind = words.flatMap((word) => words.filter((one) => one !== word).map((one) => one.slice(0, length) + word));
  const [keys, leading] =
    length === 0 ? [words, longest] : length < 3 ? [behind, second + longest] : [pairs, byTurns(lower, higher, length)];
  return keys.filter((key) => key.startsWith(leading)).toSorted()[0] ?? '';
};

/** Whom a search in the store finds: in the order of the words that it finds them by, then of their ids. */
export const found = (things: readonly Person[], args: Args): Answer => {
  const { name, after, limit } = args;
  if (name === undefined) return people(things, args);
  const wordOf = (one: Person) => foundWordOf(withoutBeginnings(namesOf(one)).toSorted(), wantedOf(name));
  const all = byId(fitting(things, args)).toSorted((one, other) => {
    const [mine, theirs] = [wordOf(one), wordOf(other)];
    return mine === theirs ? 0 : mine < theirs ? -1 : 1;
  });
  const start = all.findIndex(({ id }) => id === after) + 1;
  return { content: all.slice(start, limit === undefined ? undefined : start + Number(limit)).map(entry) };
};
