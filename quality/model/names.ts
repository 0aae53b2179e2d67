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

const wantedOf = (name: string): readonly string[] =>
  name
    .split(/\s+/)
    .map((word) => joined(partsOf(word)))
    .filter(Boolean);

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
