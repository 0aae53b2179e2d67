import { MOST_DRAFTS } from '@health-case/domain/model/draft';
import type { Access } from '../access.ts';
import type { Encryption } from '../encryption.ts';
import { columnsOf, race, upsert } from '../statement.ts';
import type { Unswept } from './rows.ts';

type Draft = [key: string, accountId: string, encrypted: string, at: Date];
export const SAVE_DRAFT = race<Draft>('Inserts the row, or changes it.').sql`
  ${upsert(columnsOf('Draft', 'key', 'accountId', 'sealed', 'at'))}`;
export const REMOVE_OLDEST_DRAFTS = race<[accountId: string, most: number]>(
  'Forms that are sent at once leave no more than the limit.',
).sql`
  DELETE FROM "Draft" WHERE "accountId" = $1 AND "at" <
    (SELECT "at" FROM "Draft" WHERE "accountId" = $1 ORDER BY "at" DESC LIMIT 1 OFFSET $2)`;

export const draftStore = ({ sql, read, write }: Access, { fingerprint }: Encryption): Unswept<'drafts'> => {
  const hidden = (accountId: string, id: string): string => fingerprint(JSON.stringify([accountId, id]), 'Draft:key');
  return {
    find: async (accountId, id, since) => {
      const where = { key: hidden(accountId, id), at: { gte: new Date(since) } };
      return (await read(({ draft }) => draft.findFirst({ where })))?.sealed;
    },
    save: async ({ accountId, id, encrypted, at }) => {
      await sql.write(SAVE_DRAFT, hidden(accountId, id), accountId, encrypted, new Date(at));
      await sql.write(REMOVE_OLDEST_DRAFTS, accountId, MOST_DRAFTS - 1);
    },
    removeAll: (of) => write(({ draft }) => draft.deleteMany({ where: of === 'everybody' ? {} : { accountId: of } })),
  };
};
