import type { Stores } from '../ports/storage.ts';
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
import type { Tables } from './tables.ts';
import { memoryTasks } from './tasks.ts';
import { memoryThrottles } from './throttles.ts';

/** Every store of the port, over tables. */
export const memoryStores = (tables: Tables): Stores => ({
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
