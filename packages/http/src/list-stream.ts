import { setImmediate as nextTurn } from 'node:timers/promises';
import type { PageText } from './answer.ts';

/**
 * The bytes of a list that is longer than a page: fetched when the socket has room for more, so that a reader of any
 * speed costs a page and no more. A failure after the start cannot be answered any more, so it is handed to `fail`.
 */
export const listStream = (
  [head, tail]: readonly [head: string, tail: string],
  pages: AsyncIterator<PageText>,
  firstPages: readonly PageText[],
  fail: (error: unknown) => void,
): ReadableStream<Uint8Array> => {
  const encoder = new TextEncoder();
  return new ReadableStream({
    start: (controller) => {
      controller.enqueue(encoder.encode(`${head}[${firstPages.join(',')}`));
    },
    pull: async (controller) => {
      try {
        // A store that answers at once would let a fast reader keep everyone else from being served.
        await nextTurn();
        const next = await pages.next();
        controller.enqueue(encoder.encode(next.done ? `]${tail}` : `,${next.value}`));
        if (next.done) controller.close();
      } catch (error) {
        fail(error);
        controller.close();
      }
    },
    cancel: async () => {
      await pages.return?.();
    },
  });
};
