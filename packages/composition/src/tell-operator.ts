import { Unavailable } from '@health-case/domain/errors';
import { SecretKeyMismatch } from '@health-case/node-platform/aes-gcm-keyring';
import { StoreUnusable } from '@health-case/storage-prisma/failures';
import { keepMemoryPrivate } from './keep-memory-private.ts';
import { UnusableSetting } from './settings.ts';

/** What the operator can mend, and what may pass by itself. */
const sentenceOf = (error: unknown): string | undefined => {
  if (error instanceof Unavailable) return `${error.message.replace(/\.$/, '')}; try again in a moment.`;
  const isForOperator =
    error instanceof UnusableSetting || error instanceof StoreUnusable || error instanceof SecretKeyMismatch;
  return isForOperator ? error.message : undefined;
};

/** Runs what a process is for. What the operator can do something about becomes one sentence on standard error and exit code 1. */
export const tellOperator = async (work: () => Promise<void>): Promise<void> => {
  // Health data: what this process writes is for its own user alone.
  process.umask(0o077);
  keepMemoryPrivate();
  try {
    await work();
  } catch (error) {
    const sentence = sentenceOf(error);
    if (sentence === undefined) throw error;
    process.stderr.write(`${sentence}\n`);
    process.exitCode = 1;
  }
};
