import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Ground } from '../ground/ground.ts';

/** What a thread's program is asked, and answers when it has come that far. */
export type Thread<Question, Answer> = { readonly ask: (question: Question) => Promise<Answer> };

/** Runs one of the programs here in a thread of its own, which ends with the campaign. */
export const startThread = <Question, Answer>(
  { wrong, ending }: Ground,
  program: string,
  workerData: unknown,
): Thread<Question, Answer> => {
  const worker = new Worker(new URL(program, import.meta.url), { workerData });
  ending.defer(async () => void (await worker.terminate()));
  const failed = new AbortController();
  worker.once('error', (error) => {
    wrong(`${program} failed: ${error}`);
    failed.abort();
  });
  return {
    ask: async (question) => {
      worker.postMessage(question);
      const [answer] = (await once(worker, 'message', { signal: failed.signal })) as [Answer];
      return answer;
    },
  };
};
