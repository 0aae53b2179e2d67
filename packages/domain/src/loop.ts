import type { Ports } from './ports/ports.ts';

/** Milliseconds between two looks: a mail is sent within a second. */
const INTERVAL = 500;

type Clock = Ports['clock'];

/** Waits for the work, but no longer. */
export const waitAtMost = async (milliseconds: number, work: Promise<unknown>, clock: Clock): Promise<void> => {
  let wake = (): void => undefined;
  const pause = clock.sleep(milliseconds, (end) => {
    wake = end;
  });
  await Promise.race([work, pause]).finally(() => wake());
};

/** Work beside the calls, which looks again and again whether there is something to do. */
export const createLoop = (clock: Clock) => {
  let isOver = false;
  let wake = (): void => undefined;
  let running: Promise<void> | undefined;
  const run = async (look: () => Promise<void>): Promise<void> => {
    while (!isOver) {
      await look();
      if (isOver) return;
      await clock.sleep(INTERVAL, (end) => {
        wake = end;
      });
    }
  };
  return {
    isOver: () => isOver,
    /** `look` tells its failures itself. */
    start: (look: () => Promise<void>): void => {
      running = run(look);
    },
    /** Looks no more, and waits for the end of what it does. */
    close: async (): Promise<void> => {
      isOver = true;
      wake();
      await running;
    },
  };
};
