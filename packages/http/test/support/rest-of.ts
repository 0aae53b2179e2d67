import { setTimeout as sleep } from 'node:timers/promises';

/** Resolves once a number has stayed the same for a while. */
export const restOf = async (current: () => number): Promise<void> => {
  for (let before = -1; before !== current(); ) {
    before = current();
    await sleep(300);
  }
};
