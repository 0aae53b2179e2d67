import { SecretKeyMismatch } from '@health-case/node-platform/aes-gcm-keyring';
import { StoreUnusable } from '@health-case/storage-prisma/failures';
import { UnusableSetting } from './settings.ts';

const isForOperator = (error: unknown): error is Error =>
  error instanceof UnusableSetting || error instanceof StoreUnusable || error instanceof SecretKeyMismatch;

/** Runs what a process is for. What the operator can mend becomes one sentence on standard error and exit code 1. */
export const tellOperator = async (work: () => Promise<void>): Promise<void> => {
  // Health data: what this process writes is for its own user alone.
  process.umask(0o077);
  try {
    await work();
  } catch (error) {
    if (!isForOperator(error)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  }
};
