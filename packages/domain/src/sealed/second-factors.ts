import type { FactorSecret } from '../model/second-factor.ts';
import type { Stores } from '../ports/storage.ts';
import type { Tables } from '../ports/tables.ts';
import { type Keys, sealedField } from './fields.ts';

export const sealedFactors = (
  table: Tables['secondFactors'],
  keyTable: Tables['keys'],
  keys: Keys,
): Stores['secondFactors'] => {
  const secrets = sealedField<FactorSecret>(keys, keyTable, 'SecondFactor', 'secret');
  return {
    ...table,
    find: async (of) => {
      const stored = await table.find(of);
      if (!stored) return undefined;
      const { encryptedSecret, ...factor } = stored;
      const open = await secrets.opener([encryptedSecret]);
      return { ...factor, secret: open(of, encryptedSecret) };
    },
    save: async ({ secret, ...factor }) =>
      table.save({ ...factor, encryptedSecret: await secrets.seal(factor.accountId, secret) }),
    reencrypt: async (request) => {
      const factors = await table.encryptedSecrets(request);
      const rows = factors.map(({ accountId, encryptedSecret }) => ({ row: accountId, sealed: encryptedSecret }));
      return secrets.reencrypt(rows, table.setEncryptedSecret);
    },
  };
};
