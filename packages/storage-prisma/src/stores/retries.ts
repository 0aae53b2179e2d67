import type { KeptOutcome } from '@health-case/domain/model/retry';
import type { RetryStore } from '@health-case/domain/ports/retry-store';
import type { Client } from '../client.ts';
import type { FieldCipher } from '../keyring.ts';
import { toDate } from '../rows.ts';

export const prismaRetries = ({ keptOutcome: table }: Client, cipher: FieldCipher): RetryStore => {
  const hidden = ({ key, request }: Pick<KeptOutcome, 'key' | 'request'>) => ({
    key: cipher.fingerprint(key, 'KeptOutcome:key'),
    request: cipher.fingerprint(request, `KeptOutcome:request:${key}`),
  });
  return {
    find: async (wanted, since) => {
      const { key, request } = hidden(wanted);
      const row = await table.findUnique({ where: { key, at: { gte: toDate(since) } } });
      if (!row) return undefined;
      return row.request === request ? { outcome: row.outcome } : 'other request';
    },
    save: async ({ outcome, at, ...wanted }) => {
      const { key, request } = hidden(wanted);
      const data = { request, outcome, at: toDate(at) };
      const { count } = await table.updateMany({ where: { key }, data });
      if (count === 0) await table.create({ data: { key, ...data } });
    },
    sweep: async (keptBefore, atMost) => {
      await table.deleteMany({ where: { at: { lt: toDate(keptBefore) } }, limit: atMost });
    },
  };
};
