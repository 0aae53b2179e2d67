import { PHRASE_KINDS, type Phrase } from '@health-case/domain/model/phrase';
import type { Stores } from '@health-case/domain/ports/storage';
import type { Access } from '../access.ts';
import type { Encryption } from '../encryption.ts';
import type * as Row from '../generated/sqlite/client.ts';
import { branded, oneOf } from './rows.ts';

const toPhrase = ({ accountId, kind, ...row }: Row.Phrase): Phrase =>
  branded<Phrase>({
    ...row,
    accountId: accountId ?? undefined,
    kind: oneOf(PHRASE_KINDS, kind, 'a phrase of a kind', row.id),
  });

export const phraseStore = ({ read, write }: Access, { fieldsOf }: Encryption): Stores['phrases'] => {
  const { decrypted, encrypt } = fieldsOf('Phrase');
  return {
    of: async (id) => {
      const accountId = id ?? null;
      const orderBy = [{ place: 'asc' as const }, { id: 'asc' as const }];
      return decrypted(await read(({ phrase }) => phrase.findMany({ where: { accountId }, orderBy })), toPhrase);
    },
    save: async ({ id, text, accountId, ...facts }) => {
      const update = { ...facts, accountId: accountId ?? null, text: await encrypt(id, 'text', text) };
      await write(({ phrase }) =>
        phrase.upsert({ where: { id }, create: { id, ...update }, update, select: { id: true } }),
      );
    },
    remove: (id) => write(({ phrase }) => phrase.deleteMany({ where: { id } })),
  };
};
