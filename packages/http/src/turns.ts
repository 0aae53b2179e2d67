import { setImmediate as nextTurn } from 'node:timers/promises';

/** How long one goes on before everyone else gets a turn, in milliseconds. */
const LONGEST = 1;

/** Resolves in a later turn of the event loop; `undefined` as long as there is time left in this one. */
type GiveWay = () => Promise<void> | undefined;

/**
 * For long work in short pieces: what answers at once would otherwise let whoever reads fast keep everyone else from being
 * served. Of several that work at the same time, each turn of the event loop is for one alone.
 */
export const createTurns = (): (() => GiveWay) => {
  let last: Promise<void> = Promise.resolve();
  return () => {
    let began = performance.now();
    return () => {
      if (performance.now() - began < LONGEST) return undefined;
      last = last.then(() => nextTurn());
      return last.then(() => {
        began = performance.now();
      });
    };
  };
};
