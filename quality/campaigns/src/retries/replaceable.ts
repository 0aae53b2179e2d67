import type { Instance } from '../ground/processes.ts';

export type Replaceable = {
  /** Those of the process that runs now, or of the one that is gone until its successor serves. */
  readonly instances: () => readonly Instance[];
  readonly instance: (nth: number) => Instance;
  /** Kills the process as hard as can be, and starts another in its place. */
  readonly replace: () => Promise<void>;
};

export const createReplaceable = async (start: () => Promise<readonly Instance[]>): Promise<Replaceable> => {
  let instances = await start();
  return {
    instances: () => instances,
    instance: (nth) => instances[nth] as Instance,
    replace: async () => {
      await instances[0]?.kill('SIGKILL');
      instances = await start();
    },
  };
};
