import { readdirSync, readFileSync } from 'node:fs';
import type { Database } from './databases.ts';
import { waitUntil } from './load.ts';

const CODE = /(?:[0-9a-f]{4}-){7}[0-9a-f]{4}/;
/** It comes unasked, with each account. */
const OF_NEW_ACCOUNT = /^Subject: Is this account yours/m;

/** Reads the code of the nth mail with one that was asked for, to an address, once it is in the folder that `MAIL_URL` names. */
export const createMailReader = ({ environment }: Pick<Database, 'environment'>) => {
  const folder = (environment['MAIL_URL'] ?? '').replace(/^file:/, '');
  /** Most mails are notices, so each is read once. */
  const read = new Map<string, { readonly to: string | undefined; readonly code: string | undefined }>();
  const readOnce = (name: string) => {
    if (!read.has(name)) {
      const mail = readFileSync(`${folder}/${name}`, 'utf8');
      read.set(name, {
        to: /^To: (.+)$/m.exec(mail)?.[1],
        code: OF_NEW_ACCOUNT.test(mail) ? undefined : CODE.exec(mail)?.[0],
      });
    }
    return read.get(name);
  };
  const codesTo = (to: string): readonly string[] => {
    const mails = readdirSync(folder)
      .filter((name) => name.endsWith('.eml'))
      .sort();
    return mails.map(readOnce).flatMap((mail) => (mail?.to === to ? (mail.code ?? []) : []));
  };
  return async (to: string, nth: number): Promise<string> => {
    await waitUntil(() => codesTo(to).length >= nth);
    return codesTo(to)[nth - 1] ?? '';
  };
};
