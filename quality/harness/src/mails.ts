import { readdirSync, readFileSync } from 'node:fs';
import type { Database } from './databases.ts';
import { waitUntil } from './load.ts';

const CODE = /(?:[0-9a-f]{4}-){7}[0-9a-f]{4}/;

/** Reads the code of the nth mail with one to an address, once it is in the folder that `MAIL_URL` names. */
export const createMailReader = ({ environment }: Pick<Database, 'environment'>) => {
  const folder = (environment['MAIL_URL'] ?? '').replace(/^file:/, '');
  const codesTo = (to: string): readonly string[] => {
    const files = readdirSync(folder).filter((name) => name.endsWith('.eml'));
    const mails = files.sort().map((name) => readFileSync(`${folder}/${name}`, 'utf8'));
    return mails.filter((mail) => mail.includes(`\nTo: ${to}\n`)).flatMap((mail) => CODE.exec(mail)?.[0] ?? []);
  };
  return async (to: string, nth: number): Promise<string> => {
    await waitUntil(() => codesTo(to).length >= nth);
    return codesTo(to)[nth - 1] ?? '';
  };
};
