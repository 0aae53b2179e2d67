import type { Command } from 'commander';
import { withExamples } from './arguments.ts';
import { print } from './output.ts';
import { carriedOut } from './refused.ts';
import type { BackedUp, Restored, Surroundings } from './surroundings.ts';

type Progress = { readonly step: 'copying' | 'checking'; readonly share?: number };
const WORDS = { copying: 'Copying', checking: 'Checking the copy' };

export const progressInWords = ({ step, share }: Progress): string =>
  `${WORDS[step]} …${share === undefined ? '' : ` ${Math.floor(share * 100)} %`}`;

type Json = { readonly json?: boolean };

export const addStoreCommands = (store: Command, surroundings: Surroundings): void => {
  addBackUp(store, surroundings);
  addRestore(store, surroundings);
};

const addBackUp = (store: Command, { backUp }: Surroundings): void => {
  const command = store
    .command('back-up')
    .argument('<file>', 'the file to make, which must not be there yet')
    .description('Copies the store into one new file, also while the service serves it. The secret key is not in it.');
  withExamples(
    command,
    'operator store back-up /backups/2026-06-15.db',
    'operator store back-up /backups/x.db --json',
  ).action(
    carriedOut((file: string, { json = false }: Json) =>
      backUp(file, (done) => print(json ? `${JSON.stringify(done)}\n` : backedUp(done))),
    ),
  );
};

const backedUp = ({ store, backup, bytes, secretKey }: BackedUp): string =>
  `The store ${store} is backed up in ${backup}, ${bytes} bytes.
It opens only with the secret key of this store, which is not in it: keep what ${secretKey} holds in another place.
`;

const addRestore = (store: Command, { restore }: Surroundings): void => {
  const command = store
    .command('restore')
    .argument('<file>', 'a backup')
    .description(
      'Puts a backup in the place of the store. The service must be stopped, and the secret key be the same.',
    )
    .option('--force', 'also where a store is there already, which is set aside under another name');
  withExamples(
    command,
    'operator store restore /backups/2026-06-15.db',
    'operator store restore /backups/x.db --force',
  ).action(
    carriedOut((backup: string, { json = false, force = false }: Json & { readonly force?: boolean }) =>
      restore({ backup, force }, (done) => print(json ? `${JSON.stringify(inJson(done))}\n` : restored(done))),
    ),
  );
};

const inJson = (done: Restored) => ({
  ...done,
  setAside: done.setAside ?? null,
  auditPlace: done.auditPlace ?? null,
});

const restored = ({ store, backup, setAside, auditPlace, sessionsEnded }: Restored): string => {
  const kept = setAside === undefined ? '' : `The store that was there is kept as ${setAside}.\n`;
  const trail =
    auditPlace === undefined
      ? 'The end of its audit trail is not what was written: run audit verify.'
      : `The last record in its audit trail was at place ${auditPlace}.`;
  return `The store ${store} is restored from ${backup}.\n${kept}${trail}\nSessions ended: ${sessionsEnded}.\n`;
};
