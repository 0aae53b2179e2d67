import type { ThrottleStore } from '@health-case/domain/ports/throttle-store';
import type { Client } from '../client.ts';
import type { FieldCipher } from '../keyring.ts';
import { toDate, toInstant } from '../rows.ts';

export const prismaThrottles = ({ throttled: table }: Client, cipher: FieldCipher): ThrottleStore => {
  const hidden = (key: string): string => cipher.fingerprint(key, 'Throttled:key');
  return {
    find: async (key) => {
      const row = await table.findUnique({ where: { key: hidden(key) } });
      if (!row) return undefined;
      return { count: row.count, notBefore: toInstant(row.notBefore), forgottenAt: toInstant(row.forgottenAt) };
    },
    save: async (key, { count, notBefore, forgottenAt }) => {
      const data = { count, notBefore: toDate(notBefore), forgottenAt: toDate(forgottenAt) };
      const { count: changed } = await table.updateMany({ where: { key: hidden(key) }, data });
      if (changed === 0) await table.create({ data: { key: hidden(key), ...data } });
    },
    remove: async (key) => {
      await table.deleteMany({ where: { key: hidden(key) } });
    },
    sweep: async (forgottenBefore, atMost) => {
      await table.deleteMany({ where: { forgottenAt: { lt: toDate(forgottenBefore) } }, limit: atMost });
    },
  };
};
