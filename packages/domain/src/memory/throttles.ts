import type { ThrottleStore } from '../ports/storage.ts';
import type { Tables } from './tables.ts';

export const memoryThrottles = ({ throttles }: Tables): ThrottleStore => ({
  find: async (key) => throttles.get(key),
  save: async (key, attempts) => {
    throttles.set(key, attempts);
  },
  remove: async (key) => {
    throttles.delete(key);
  },
  sweep: async (forgottenBefore, atMost) => {
    const stale = [...throttles].filter(([, { forgottenAt }]) => forgottenAt < forgottenBefore);
    for (const [key] of stale.slice(0, atMost)) throttles.delete(key);
  },
});
