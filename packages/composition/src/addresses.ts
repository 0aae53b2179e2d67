import { nameOf } from '@health-case/storage-prisma/postgresql/settings';
import type { DatabaseSetting } from './settings.ts';

type Address = { readonly host: string; readonly port: number };

/** The URL of a server; IPv6 stands in brackets. */
export const urlOf = ({ host, port }: Address): string => `http://${host.includes(':') ? `[${host}]` : host}:${port}`;

/** Why a server cannot listen on an address, as a part of a sentence. */
export const whyNotListening = (error: unknown, { host, port }: Address): string => {
  const { code } = error as NodeJS.ErrnoException;
  return code === 'EADDRINUSE' ? `port ${port} is in use` : `${host}:${port} cannot be listened on (${code})`;
};

/** What may be shown of the database: never its password. */
export const shownDatabase = (database: DatabaseSetting): string =>
  database.kind === 'sqlite' ? database.file : nameOf(database.url);
