import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { keepAccount } from '@health-case/domain/contracts/storage/samples';
import type { AccountId } from '@health-case/domain/model/values';
import type { FileWork, Progress } from '../../src/store-files/back-up.ts';
import { backUpSqlite } from '../../src/store-files/back-up.ts';
import { restoreSqlite } from '../../src/store-files/restore.ts';
import { keyring } from './keyring.ts';
import { migratedFile, openSqlite, scratchFile, scratchFolder } from './sqlite.ts';

/** The options of work that is not aborted, and the progress that it reports. */
export const fileWork = () => {
  const reports: Progress[] = [];
  const work: FileWork = { signal: new AbortController().signal, report: (progress) => void reports.push(progress) };
  return { reports, work };
};

/** The options of work in which something happens, or that is aborted, as soon as it reports a step. */
export const at = (step: Progress['step'], event: 'abort' | (() => void)): FileWork => {
  const controller = new AbortController();
  const happen = event === 'abort' ? () => controller.abort() : event;
  return { signal: controller.signal, report: (progress) => progress.step === step && happen() };
};

/** Overwrites two pages of a database file. */
export const damage = (file: string): void => {
  const bytes = readFileSync(file);
  bytes.fill(0xff, 4096, 3 * 4096);
  writeFileSync(file, bytes);
};

export const backUp = (file: string, target: string) => backUpSqlite(file, target, fileWork().work);

type Options = {
  readonly force?: boolean;
  readonly secretKey?: number;
  readonly work?: FileWork;
  readonly takeUp?: (draft: string) => Promise<void>;
};

export const restore = (
  backup: string,
  file: string,
  { force = false, secretKey, work = fileWork().work, takeUp = async () => undefined }: Options = {},
) => restoreSqlite({ backup, file, force, keyring: keyring(secretKey), takeUp }, work);

/** A closed store with one account, and the id of that. */
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

/** A backup of such a store, in a folder of its own. It is taken once and copied. */
export const backedUp = async () => {
  made ??= makeBackup();
  const { id, bytes } = await made;
  const backup = join(scratchFolder(), 'backup.db');
  writeFileSync(backup, bytes);
  return { backup, id };
};

/** Whether a store has an account. */
export const keeps = async (file: string, id: AccountId): Promise<boolean> => {
  const storage = await openSqlite(file);
  const found = await storage.read.accounts.find(id);
  await storage.close();
  return found !== undefined;
};

/** Every file of a folder, with its content. */
export const contentsOf = (folder: string): Readonly<Record<string, string>> =>
  Object.fromEntries(readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), 'base64')]));
