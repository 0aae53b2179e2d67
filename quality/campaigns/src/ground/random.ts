/** Chances that come again with the same seed, so that a run that went wrong can be made once more (mulberry32). */
export type Random = {
  /** From 0 up to, and without, `most`. */
  readonly below: (most: number) => number;
  readonly chance: (probability: number) => boolean;
  readonly pick: <T>(things: readonly T[]) => T | undefined;
};

export const createRandom = (seed: number): Random => {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (most: number): number => Math.floor(next() * most);
  return { below, chance: (probability) => next() < probability, pick: (things) => things[below(things.length)] };
};
