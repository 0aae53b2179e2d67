import { backUpSqlite, restoreSqlite } from '../../src/store-files/back-up.ts';

const goOn = (): AbortSignal => new AbortController().signal;

export const backUp = (file: string, target: string, signal = goOn()) => backUpSqlite(file, target, signal);

type Options = { force?: boolean; signal?: AbortSignal; prepare?: (draft: string) => Promise<unknown> };

export const restore = (
  backup: string,
  file: string,
  { force = false, signal = goOn(), prepare = async () => undefined }: Options = {},
) => restoreSqlite({ backup, file, force, prepare }, signal);
