import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Harness, scratchFolder, within } from '@health-case/harness/harness';
import { operate } from '@health-case/harness/processes';
import { declare } from '../campaign.ts';
import { type Canaries, makeCalls, unheardOf } from './calls.ts';
import { createSearch, type Search } from './search.ts';
import { keysOf, postgresStore, type Store, sqliteStore } from './stores.ts';

type Size = { readonly stores: readonly ((harness: Harness) => Promise<Store>)[] };

export const secrets = declare<Size>({
  name: 'secrets',
  promise:
    'However calls are made and fail, no password, session, number, code or key is, in any encoding, in a reply to ' +
    'somebody else, a log, a file of the store, a backup or what the operator is shown.',
  quick: { stores: [sqliteStore] },
  full: { stores: [sqliteStore, postgresStore] },
  run: async ({ stores }, harness) => {
    const searched: Searched[] = [];
    for (const start of stores) searched.push(await searchAll(harness, await start(harness)));
    const sum = (what: 'secrets' | 'calls' | 'bytes') => searched.reduce((all, one) => all + one[what], 0);
    return {
      size: `${sum('secrets')} secrets, ${sum('calls')} calls, ${stores.length} stores`,
      figures: { 'megabytes looked through': Math.round(sum('bytes') / 1e6) },
    };
  },
});

type Searched = { readonly secrets: number; readonly calls: number; readonly bytes: number };

const searchAll = async (harness: Harness, store: Store): Promise<Searched> => {
  const here = within(harness, store.name);
  const [marker, backups] = [unheardOf(), scratchFolder(harness)];
  const canaries: Canaries = { secrets: new Map(), replies: [] };
  await makeCalls(here, store, canaries, marker);
  const shown = await operateAll(here, store, join(backups, 'today.db'));
  const keys = await keysOf(store.database);
  const search = createSearch(new Map([...canaries.secrets, ...keys, [MARKER, marker]]));
  const inUse = lookThrough(here, search, [
    ['the replies', [Buffer.from(canaries.replies.join('\n'))], MARKED],
    ['what the operator is shown', [Buffer.from(shown)]],
    ['the files while they are in use', readAll(store.folder), MARKED],
  ]);
  await Promise.all(store.instances.map(({ kill }) => kill('SIGTERM')));
  const logged = store.logged();
  if (!logged.includes('A call could not be served.')) here.fail('Nothing was logged of the calls that failed.');
  const later = lookThrough(here, search, [
    ['the log', [Buffer.from(logged)]],
    ['the files', readAll(store.folder), MARKED],
    ['the backups', readAll(backups), store.name === 'SQLite' ? MARKED : undefined],
  ]);
  return { secrets: canaries.secrets.size + keys.size, calls: canaries.replies.length, bytes: inUse + later };
};

/** The operator replaces the data key and, where that can be done, makes a backup; resolves to what the commands print. */
const operateAll = async (harness: Harness, { name, database }: Store, backup: string): Promise<string> => {
  const commands = [
    ['key', 'rotate'],
    ['audit', 'list', '--json'],
    ['invitation', 'list'],
  ];
  if (name === 'SQLite') commands.push(['store', 'back-up', backup]);
  const shown: string[] = [];
  for (const command of commands) shown.push(await operate(harness, database.environment, ...command));
  return shown.join('\n');
};

/** In the e-mail addresses, which are no secret: where it must be and is not found, nothing would be found. */
const MARKER = 'marker';

/** Somewhere that a secret could have come to, and whether the marker must be there. */
type Place = readonly [name: string, pieces: Iterable<Buffer>, marked?: typeof MARKED | undefined];
const MARKED = true;

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

/** How many bytes were looked through. */
const lookThrough = ({ fail }: Harness, search: Search, places: readonly Place[]): number => {
  let looked = 0;
  for (const [name, pieces, marked] of places) {
    const found = new Set<string>();
    for (const piece of pieces) {
      looked += piece.length;
      for (const secret of search(piece)) found.add(secret);
    }
    if (marked && !found.delete(MARKER)) fail(`In ${name} not even that is found which is there.`);
    found.delete(MARKER);
    for (const secret of found) fail(`In ${name}: ${secret.slice(0, 60)}`);
  }
  return looked;
};
