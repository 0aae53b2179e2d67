import { setTimeout as sleep } from 'node:timers/promises';
import { child, keep, keepAccount } from '@health-case/domain/contracts/storage/samples';
import { openSqliteStorage } from '../../src/sqlite/storage.ts';
import { keyring } from './keyring.ts';

/**
 * Opens a store at a moment, so that several processes do it at once, and keeps a child with a number there.
 * Arguments: the file, the moment in milliseconds since 1970, the ids of parent and child.
 */
const [file, moment, parentId, childId] = process.argv.slice(2) as [string, string, string, string];
await sleep(Math.max(0, Number(moment) - Date.now()));
const storage = await openSqliteStorage({ file, keyring: keyring() });
const parent = await keepAccount(storage, 'Par', { id: parentId as never, email: `${parentId}@example.org` as never });
await keep(storage, ({ children }) => children.insert({ ...child(parent.id, '756.1234'), id: childId as never }));
await storage.close();
