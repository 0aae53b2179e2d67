import type { Storage, Stores } from '../ports/storage.ts';
import type { Result } from '../result.ts';
import { memoryAccounts } from './accounts.ts';
import { memoryAssistants } from './assistants.ts';
import { memoryAudit } from './audit.ts';
import { memoryCases } from './cases.ts';
import { memoryCertifications } from './certifications.ts';
import { memoryChildren } from './children.ts';
import { memoryHistory } from './history.ts';
import { memoryInvitations } from './invitations.ts';
import { memoryRetries } from './retries.ts';
import { memorySessions } from './sessions.ts';
import { copyOf, emptyTables, replaceWith, type Tables } from './tables.ts';
import { memoryTasks } from './tasks.ts';
import { memoryThrottles } from './throttles.ts';

const storesOver = (tables: Tables): Stores => ({
  accounts: memoryAccounts(tables),
  assistants: memoryAssistants(tables),
  audit: memoryAudit(tables),
  cases: memoryCases(tables),
  certifications: memoryCertifications(tables),
  children: memoryChildren(tables),
  // Nothing is at rest, and so nothing sealed.
  dataKeys: { rotate: async () => undefined },
  history: memoryHistory(tables),
  invitations: memoryInvitations(tables),
  retries: memoryRetries(tables),
  sessions: memorySessions(tables),
  tasks: memoryTasks(tables),
  throttles: memoryThrottles(tables),
});

/**
 * The reference implementation of the port: without technology, and so with nothing to survive a restart. A unit of work
 * runs on a copy of everything that takes the place of the original if the unit succeeds; one waits for the other.
 */
export const createMemoryStorage = (): Storage => {
  const tables = emptyTables();
  let last: Promise<unknown> = Promise.resolve();

  const unitOfWork = async <T, R>(work: (stores: Stores) => Promise<Result<T, R>>): Promise<Result<T, R>> => {
    const draft = copyOf(tables);
    const result = await work(storesOver(draft));
    if (result.ok) replaceWith(tables, draft);
    return result;
  };

  return {
    read: storesOver(tables),
    write: (work) => {
      const result = last.then(() => unitOfWork(work));
      last = result.catch(() => undefined);
      return result;
    },
    scrub: async () => undefined,
    ready: async () => undefined,
    close: async () => {
      await last;
    },
  };
};
