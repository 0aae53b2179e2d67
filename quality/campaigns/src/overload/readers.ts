import type { Ground } from '../ground/ground.ts';
import type { Instance } from '../ground/processes.ts';
import type { Call } from '../ground/words.ts';

export type Readers = {
  /** How many reads were answered within so many milliseconds. */
  readonly countFor: (milliseconds: number) => Promise<number>;
  readonly stop: () => Promise<void>;
};

/** Some who read as fast as they are answered. */
export const startReaders = ({ wrong }: Ground, call: Call, instances: readonly Instance[], id: string): Readers => {
  let [count, stopping] = [0, false];
  const read = async (nth: number): Promise<void> => {
    while (!stopping) {
      const reply = await call(instances[nth % instances.length] as Instance, 'GET /api/Auth/me', { id });
      if (reply.status === 200) count += 1;
      else wrong(`A reader came to ${reply.text}`);
    }
  };
  const reading = Promise.all(Array.from({ length: 8 }, (_, nth) => read(nth)));
  reading.catch((error: unknown) => wrong(`A reader was not answered: ${error}`));
  return {
    countFor: async (milliseconds) => {
      const before = count;
      await new Promise((resolve) => setTimeout(resolve, milliseconds));
      return count - before;
    },
    stop: async () => {
      stopping = true;
      await reading;
    },
  };
};
