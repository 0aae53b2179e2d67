import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Harness, scratchFolder, within } from '@health-case/harness/harness';
import { operate } from '@health-case/harness/processes';
import { declare } from '../campaign.ts';
import { makeCalls, unheardOf } from './calls.ts';
import { createSearch } from './search.ts';
import { keysOf, postgresStore, type Store, sqliteStore } from './stores.ts';

export const secrets = declare({
  name: 'secrets',
  promise:
    'However calls are made and fail, no password, session, number, code or key is, in any encoding, in a reply to ' +
    'somebody else, a log, a file of the store, a backup or what the operator is shown.',
  quick: [sqliteStore],
  full: [sqliteStore, postgresStore],
  run: async (stores, harness) => {
    const sums = { secrets: 0, calls: 0, bytes: 0 };
    for (const start of stores) await searchAll(harness, await start(harness), sums);
    return {
      size: `${sums.secrets} secrets, ${sums.calls} calls, ${stores.length} stores`,
      figures: { 'megabytes looked through': Math.round(sums.bytes / 1e6) },
    };
  },
});

/** In the e-mail addresses, which are no secret: where it must be and is not found, nothing would be found. */
const MARKER = 'marker';

type Sums = { secrets: number; calls: number; bytes: number };

const searchAll = async (harness: Harness, store: Store, sums: Sums): Promise<void> => {
  const { fail } = within(harness, store.name);
  const [marker, backups] = [unheardOf(), scratchFolder(harness)];
  const canaries = await makeCalls(harness, store, marker);
  const shown = await operateAll(harness, store, join(backups, 'today.db'));
  const keys = await keysOf(store.database);
  const search = createSearch(new Map([...canaries.secrets, ...keys, [MARKER, marker]]));
  sums.secrets += canaries.secrets.size + keys.size;
  sums.calls += canaries.replies.length;
  const look = (place: string, pieces: Iterable<Buffer>, isMarked = false): void => {
    const found = new Set<string>();
    for (const piece of pieces) {
      sums.bytes += piece.length;
      for (const secret of search(piece)) found.add(secret);
    }
    const marked = found.delete(MARKER);
    if (isMarked && !marked) fail(`In ${place} not even that is found which is there.`);
    for (const secret of found) fail(`In ${place}: ${secret.slice(0, 60)}`);
  };
  look('the replies', [Buffer.from(canaries.replies.join('\n'))], true);
  look('what the operator is shown', [Buffer.from(shown)]);
  look('the files while they are in use', readAll(store.folder), true);
  await Promise.all(store.instances.map(({ kill }) => kill('SIGTERM')));
  const logged = store.logged();
  if (!logged.includes('A call could not be served.')) fail('Nothing was logged of the calls that failed.');
  look('the log', [Buffer.from(logged)]);
  look('the files', readAll(store.folder), true);
  look('the backups', readAll(backups), store.name === 'SQLite');
};

/** The operator replaces the data key and, where that can be done, makes a backup; resolves to what the commands print. */
const operateAll = async (harness: Harness, { name, database }: Store, backup: string): Promise<string> => {
  const commands = ['key rotate', 'audit list --json', 'invitation list'];
  if (name === 'SQLite') commands.push(`store back-up ${backup}`);
  const shown: string[] = [];
  for (const command of commands) shown.push(await operate(harness, database.environment, ...command.split(' ')));
  return shown.join('\n');
};

function* readAll(folder: string): Generator<Buffer> {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    try {
      if (entry.isFile()) yield readFileSync(join(entry.parentPath, entry.name));
    } catch (error) {
      // A database removes files while they are looked into.
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    }
  }
}
