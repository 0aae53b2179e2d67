import { writeSync } from 'node:fs';
import { openSqliteStorage } from '../../src/sqlite/storage.ts';
import { keyring } from './keyring.ts';

/** Opens a store, says so, and does nothing with it for as long as it lives. Argument: the file. */
const [file] = process.argv.slice(2) as [string];
await openSqliteStorage({ file, keyring: keyring() });
writeSync(1, 'open\n');
setInterval(() => undefined, 60_000);
