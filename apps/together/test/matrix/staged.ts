import { makePeople, type People } from './people.ts';
import type { Place } from './place.ts';
import { liveSessions, type Tokens } from './sessions.ts';
import { snapshotOf } from './snapshot.ts';
import type { Changes } from './subject.ts';
import { type Beginning, makeWorld, type World } from './world.ts';

/** A world with what its people send, and with what the store held of it when it was made. */
export type Staged = {
  readonly world: World;
  readonly tokens: Tokens;
  readonly part: Changes;
  readonly before: unknown;
};

type Setting = {
  readonly begin?: Beginning | undefined;
  /** New ones, unless a world may be one of several that they live in. */
  readonly people?: Promise<People>;
  readonly sessions?: typeof liveSessions;
  /** What is watched, if not all. */
  readonly part?: Changes;
};

export const stage = async (
  { ports }: Place,
  { begin, people = makePeople(ports), sessions = liveSessions, part = 'nothing' }: Setting = {},
): Promise<Staged> => {
  const made = await makeWorld(ports, await people);
  const world = begin ? await begin(made) : made;
  const tokens = await sessions(ports, world);
  return { world, tokens, part, before: await snapshotOf(ports, world, tokens, part) };
};

/** What the store holds of it at present. */
export const presentState = ({ ports }: Place, { world, tokens, part }: Staged): Promise<unknown> =>
  snapshotOf(ports, world, tokens, part);

/** The same for all that ask with one key: made when the first one does. */
export const sharedBy = <Key, Value>(make: (key: Key) => Value): ((key: Key) => Value) => {
  const made = new Map<Key, Value>();
  return (key) => {
    const value = made.get(key) ?? make(key);
    made.set(key, value);
    return value;
  };
};
