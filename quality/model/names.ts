import { type Answer, byId, type Person, page, type Scene } from './world.ts';

// D-31: who is found by the beginnings of names.

const folded = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
const partsOf = (word: string): readonly string[] => word.split(/[^\p{L}\p{N}]+/u).filter(Boolean);

/** The words of a text, each also from each of its later parts on. */
const wordsOf = (text: string): readonly string[] =>
  folded(text)
    .split(/\s+/)
    .map(partsOf)
    .flatMap((parts) => parts.map((_, first) => parts.slice(first).join('')));

const wantedOf = (name: string): readonly string[] =>
  folded(name)
    .split(/\s+/)
    .map((word) => partsOf(word).join(''))
    .filter(Boolean);

type Args = Scene['args'];

const entry = ({ firstName, lastName, id }: Person) => ({ firstName, lastName, id });
const namesOf = ({ firstName, lastName }: Person) => wordsOf(`${firstName} ${lastName}`);

/** Those whose names fit, if there is a name to look for. */
export const fitting = <T extends Person>(things: readonly T[], { name }: Args): readonly T[] =>
  name === undefined
    ? things
    : things.filter((one) => wantedOf(name).every((wanted) => namesOf(one).some((word) => word.startsWith(wanted))));

/** A page of people in the order of their ids. */
export const people = (things: readonly Person[], args: Args): Answer => ({ content: page(things, args).map(entry) });

/** Whom a search in the store finds: in the order of the words that it finds them by, then of their ids. */
export const found = (things: readonly Person[], args: Args): Answer => {
  const { name, after, limit } = args;
  if (name === undefined) return people(things, args);
  const [leading = ''] = wantedOf(name).toSorted((one, other) => other.length - one.length);
  const wordOf = (one: Person) =>
    namesOf(one)
      .filter((word) => word.startsWith(leading))
      .toSorted()[0] ?? '';
  const all = byId(fitting(things, args)).toSorted((one, other) => {
    const [mine, theirs] = [wordOf(one), wordOf(other)];
    return mine === theirs ? 0 : mine < theirs ? -1 : 1;
  });
  const start = all.findIndex(({ id }) => id === after) + 1;
  return { content: all.slice(start, limit === undefined ? undefined : start + Number(limit)).map(entry) };
};
