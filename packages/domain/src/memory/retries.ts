import type { RetryStore } from '../ports/storage.ts';
import { all, type Tables } from './tables.ts';

export const memoryRetries = ({ retries }: Tables): RetryStore => ({
  find: async ({ key, request }, since) => {
    const kept = retries.get(key);
    if (!kept || kept.at < since) return undefined;
    return kept.request === request ? { outcome: kept.outcome } : 'other request';
  },
  save: async (kept) => {
    retries.set(kept.key, kept);
  },
  sweep: async (keptBefore, atMost) => {
    for (const { key } of all(retries, ({ at }) => at < keptBefore).slice(0, atMost)) retries.delete(key);
  },
});
