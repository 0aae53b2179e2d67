import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { keepAccount } from '@health-case/domain/contracts/storage/samples';
import type { AccountId } from '@health-case/domain/model/values';
import { backUpSqlite } from '../../src/store-files/back-up.ts';
import type { Progress } from '../../src/store-files/draft.ts';
import { restoreSqlite } from '../../src/store-files/restore.ts';
import { keyring } from './keyring.ts';
import { migratedFile, openSqlite, scratchFile, scratchFolder } from './sqlite.ts';

/** Work that nobody interrupts, and what it reports. */
export const followed = (signal = new AbortController().signal) => {
  const reports: Progress[] = [];
  return { reports, following: { signal, report: (progress: Progress) => void reports.push(progress) } };
};

export const backUp = (file: string, target: string) => backUpSqlite(file, target, followed().following);

type Choices = { readonly force?: boolean; readonly secretKey?: number };

export const restore = (backup: string, file: string, { force = false, secretKey }: Choices = {}) =>
  restoreSqlite(
    { backup, file, force, keyring: keyring(secretKey), takeUp: async () => undefined },
    followed().following,
  );

/** A store that is closed and keeps one account, whose id it gives back. */
export const storeWithAccount = async () => {
  const file = await migratedFile();
  const storage = await openSqlite(file);
  const { id } = await keepAccount(storage, 'Doc');
  await storage.close();
  return { file, id, folder: dirname(file) };
};

let made: Promise<{ readonly id: AccountId; readonly bytes: Uint8Array }> | undefined;

const makeBackup = async () => {
  const { file, id } = await storeWithAccount();
  const target = scratchFile();
  await backUp(file, target);
  return { id, bytes: readFileSync(target) };
};

/** A backup of such a store, in a folder of its own. It is made once and copied. */
export const backedUp = async () => {
  made ??= makeBackup();
  const { id, bytes } = await made;
  const backup = join(scratchFolder(), 'backup.db');
  writeFileSync(backup, bytes);
  return { backup, id };
};

/** Whether there is this account in the store that a file is. */
export const keeps = async (file: string, id: AccountId): Promise<boolean> => {
  const storage = await openSqlite(file);
  const found = await storage.read.accounts.find(id);
  await storage.close();
  return found !== undefined;
};

/** Every file of a folder, with what is in it. */
export const contentsOf = (folder: string): Readonly<Record<string, string>> =>
  Object.fromEntries(readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), 'base64')]));
