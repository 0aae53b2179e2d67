import type { Stores } from '@health-case/domain/ports/storage';
import type { Access } from '../client.ts';
import { insertRow, race } from '../statements/statement.ts';

export const INSERT_NOTICE = race<[accountId: string, kind: string]>('Of two that tell the same, one does.').sql`
  ${insertRow('Notice', ['accountId', 'kind'])} ON CONFLICT DO NOTHING`;

export const noticeStore = ({ sql, write }: Access): Stores['notices'] => ({
  insert: async (accountId, kind) => (await sql.count(INSERT_NOTICE, accountId, kind)) === 1,
  remove: (accountId, kind) => write(({ notice }) => notice.deleteMany({ where: { accountId, kind } })),
  removeAll: (accountId) => write(({ notice }) => notice.deleteMany({ where: { accountId } })),
});
