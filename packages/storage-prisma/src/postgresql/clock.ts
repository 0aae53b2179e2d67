import { Unavailable } from '@health-case/domain/errors';

/** Milliseconds. A clock that is wrong by more would end sessions, or remove kept outcomes, that are valid for the other processes. */
const MOST_APART = 60_000;

/** How long a measurement counts, in milliseconds: one that fits, and one that does not. */
const [FITTING, UNFITTING] = [60_000, 1000];
/** A clock that has moved by more since, against the monotonic one, is measured again. */
const JUMP = 1000;

/**
 * Compares the clock of this process with that of the database, of which `ask` tells the milliseconds since 1970. Throws
 * `Unavailable` while they are more than a minute apart. Seldom asks, so it may be called before each call.
 */
export const createClockCheck = (ask: () => Promise<number>, now: () => number = Date.now) => {
  let measured = { ahead: 0, at: Number.NEGATIVE_INFINITY, offset: 0 };
  let measuring: Promise<void> | undefined;

  const measure = async (): Promise<void> => {
    const at = performance.now();
    const offset = now() - at;
    const theirs = await ask();
    const halfway = (at + performance.now()) / 2;
    measured = { ahead: halfway + offset - theirs, at, offset };
  };
  const isOutdated = (): boolean => {
    const { ahead, at, offset } = measured;
    const [time, moved] = [performance.now(), Math.abs(now() - performance.now() - offset)];
    return time - at >= (Math.abs(ahead) > MOST_APART ? UNFITTING : FITTING) || moved >= JUMP;
  };

  return async (): Promise<void> => {
    if (isOutdated()) {
      measuring ??= measure().finally(() => {
        measuring = undefined;
      });
    }
    await measuring;
    const { ahead } = measured;
    if (Math.abs(ahead) <= MOST_APART) return;
    const sentence = `The clock of this machine is ${inWords(Math.abs(ahead))} ${ahead > 0 ? 'ahead of' : 'behind'} that of the database; set the wrong one.`;
    throw new Unavailable('store', sentence, { retryAfterSeconds: 5 });
  };
};

const UNITS = [
  ['hours', 3_600_000],
  ['minutes', 60_000],
] as const;

const inWords = (milliseconds: number): string => {
  const [name, length] = UNITS.find(([, length]) => milliseconds >= 2 * length) ?? ['seconds', 1000];
  return `${Math.round(milliseconds / length)} ${name}`;
};
