import { join } from 'node:path';
import { campaign } from '../campaign.ts';
import type { Ground } from '../ground/ground.ts';
import { type Instance, scratchFolder } from '../ground/processes.ts';
import { createCanaries } from './canaries.ts';
import { lookIntoCore, report } from './dumps.ts';
import { keepHouse, operateAll } from './household.ts';
import { unheardOf } from './journey.ts';
import { keysOf } from './keys.ts';
import { folderPlace, lookThrough, MARKER, textPlace } from './places.ts';
import { createSearch } from './search.ts';
import { postgresStore, type Store, sqliteStore } from './stores.ts';

type Size = {
  readonly stores: readonly ((ground: Ground) => Promise<Store>)[];
  readonly core: boolean;
};

/**
 * People make every call of both variants, rightly, wrongly, and while something is wrong with the store. None of their
 * passwords, sessions, numbers, codes and keys to retry, and none of the keys of the store, is in any form in a reply to
 * somebody who does not get it there, in what the processes and the database say, in their files, in a backup, in what the
 * operator is shown, in a report of Node, or in a core.
 */
export const secrets = campaign<Size>(
  'secrets',
  {
    quick: { stores: [sqliteStore], core: false },
    full: { stores: [sqliteStore, postgresStore], core: true },
  },
  async ({ stores, core }, ground) => {
    const searched: Searched[] = [];
    for (const start of stores) searched.push(await searchAll(ground, await start(ground), core));
    const sum = (what: 'secrets' | 'calls' | 'bytes') => searched.reduce((all, one) => all + one[what], 0);
    return {
      size: `${sum('secrets')} secrets, ${sum('calls')} calls, ${stores.length} stores`,
      figures: {
        'megabytes looked through': Math.round(sum('bytes') / 1e6),
        ...(core && { 'secrets in a core': searched.map((one) => one.core).join('; ') }),
      },
    };
  },
);

type Searched = { readonly secrets: number; readonly calls: number; readonly bytes: number; readonly core: string };

const searchAll = async (ground: Ground, store: Store, withCore: boolean): Promise<Searched> => {
  const here = { ...ground, wrong: (sentence: string) => ground.wrong(`${store.name}: ${sentence}`) };
  const [canaries, marker, backups] = [createCanaries(), unheardOf(), scratchFolder(ground)];
  await keepHouse(here, store, canaries, marker);
  const shown = await operateAll(here, store, join(backups, 'today.db'));
  const keys = await keysOf(store.database);
  const search = createSearch(new Map([...canaries.secrets, ...keys, [MARKER, marker]]));
  const [instance] = store.instances as [Instance];
  const places = [
    textPlace('the replies', canaries.replies.join('\n'), true),
    textPlace('what the operator is shown', shown),
    await report(instance, store.reports),
    folderPlace('the files while they are in use', store.folder),
  ];
  const before = lookThrough(here, places, search);
  const core = withCore ? lookIntoCore(here, instance, createSearch(keys)) : '';
  await Promise.all(store.instances.map(({ kill }) => kill('SIGTERM')));
  const said = store.said();
  if (!said.includes('A call could not be served.')) here.wrong('Nothing was said of the calls that failed.');
  const later = [
    textPlace('what was said', said),
    folderPlace('the files', store.folder),
    folderPlace('the backups', backups, store.name === 'SQLite'),
  ];
  const bytes = before + lookThrough(here, later, search);
  return { secrets: canaries.secrets.size + keys.size, calls: canaries.replies.length, bytes, core };
};
