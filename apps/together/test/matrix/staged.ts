import { expect } from 'vitest';
import { makePeople, type People } from './people.ts';
import type { Place } from './place.ts';
import { liveSessions, type Tokens } from './sessions.ts';
import { type Part, type Snapshot, snapshotOf } from './snapshot.ts';
import { type Beginning, makeWorld, type World } from './world.ts';

/** A world with what its people send, and with what the store held of it when it was made. */
export type Staged = { readonly world: World; readonly tokens: Tokens; readonly before: Snapshot };

const ALL_PARTS: readonly Part[] = ['people', 'children'];

type Setting = {
  readonly begin?: Beginning | undefined;
  /** New ones, unless a world may be one of several that they live in. */
  readonly people?: Promise<People>;
  readonly sessions?: typeof liveSessions;
  /** What is watched, if not all. */
  readonly parts?: readonly Part[];
};

export const stage = async (
  { ports }: Place,
  { begin, people = makePeople(ports), sessions = liveSessions, parts = ALL_PARTS }: Setting = {},
): Promise<Staged> => {
  const made = await makeWorld(ports, await people);
  const world = begin ? await begin(made) : made;
  const tokens = await sessions(ports, world);
  return { world, tokens, before: await snapshotOf(ports, { world, tokens }, parts) };
};

/** Sees whether the store holds of it what it held before. */
export const expectUnchanged = async ({ ports }: Place, staged: Staged, parts = ALL_PARTS): Promise<void> => {
  const { before } = staged;
  const same = Object.fromEntries(parts.map((part) => [part, before[part]]));
  expect(await snapshotOf(ports, staged, parts)).toEqual(same);
};

export const expectChanged = async ({ ports }: Place, staged: Staged, parts: readonly Part[]): Promise<void> => {
  expect(await snapshotOf(ports, staged, parts)).not.toEqual(staged.before);
};

/** The same for all that ask with one key: made when the first one does. */
export const sharedBy = <Key, Value>(make: (key: Key) => Value): ((key: Key) => Value) => {
  const made = new Map<Key, Value>();
  return (key) => {
    const value = made.get(key) ?? make(key);
    made.set(key, value);
    return value;
  };
};
