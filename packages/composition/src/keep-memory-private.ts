import { writeFileSync } from 'node:fs';

/**
 * What this process holds in its memory, keys and passwords among it, is written nowhere by default: a core that the system
 * may write of it has no memory in it, a report of Node has no environment, and no signal opens it to a debugger. Whoever may
 * read the memory of a running process is not kept from it.
 */
export const keepMemoryPrivate = (): void => {
  process.report.excludeEnv = true;
  // Without a listener, Node would wait for whoever on this machine comes to debug it.
  process.on('SIGUSR1', () => undefined);
  try {
    writeFileSync('/proc/self/coredump_filter', '0');
  } catch {
    // Linux alone has it, and not every container lets it be written; a limit of 0 for cores does the same.
  }
};
