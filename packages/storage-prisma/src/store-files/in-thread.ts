import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

/** What SQLite does in one go, however long that takes. */
export type LongWork =
  | { readonly work: 'copy'; readonly file: string; readonly draft: string }
  | { readonly work: 'check'; readonly file: string };

/**
 * Has SQLite work in a thread of its own, since its calls do not return before they are done: so progress is told and an
 * interruption heard meanwhile. `hear` gets the size in bytes that a copy will have. Rejects with what SQLite says, or
 * at once when the signal comes; the thread then ends as soon as it can.
 */
export const inThread = async (
  workerData: LongWork,
  signal: AbortSignal,
  hear: (bytes: number) => void = () => undefined,
): Promise<void> => {
  signal.throwIfAborted();
  const thread = new Worker(new URL('./sqlite-thread.ts', import.meta.url), { workerData });
  thread.on('message', hear);
  // An error after the signal is nobody's any more.
  thread.on('error', () => undefined);
  try {
    await once(thread, 'exit', { signal });
  } catch (error) {
    void thread.terminate();
    throw error;
  }
};
