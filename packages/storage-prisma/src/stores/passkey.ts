import type { Passkey, PasskeyChallenge } from '@health-case/domain/model/passkey';
import type { Stores } from '@health-case/domain/ports/storage';
import type { Access } from '../access.ts';
import type * as Row from '../generated/sqlite/client.ts';
import { CHANGE, columnsOf, insertRow, lockOf, race } from '../statement.ts';
import { branded, fromRow, modelOf, toDateOrNull, toRow, type Unswept } from './rows.ts';

export const LOCK_PASSKEY = lockOf(CHANGE, 'Passkey', 'id');

const FACTS = ['id', 'accountId', 'name', 'publicKey', 'counter', 'createdAt', 'lastUsedAt'] as const;
type Named = [id: string, accountId: string, name: string, publicKey: string];
type Used = [counter: number, createdAt: Date, lastUsedAt: Date | null];
export const INSERT_PASSKEY = race<[...Named, ...Used]>('The first passkey with an id stays.').sql`
  ${insertRow('Passkey', FACTS)} ON CONFLICT DO NOTHING`;

const CHALLENGE = columnsOf('PasskeyChallenge', 'digest', 'accountId', 'expiresAt');
export const TAKE_CHALLENGE = race<[digest: string]>('Each challenge is taken by one unit.').returning(CHALLENGE)`
  DELETE FROM "PasskeyChallenge" WHERE "digest" = $1 RETURNING ${CHALLENGE}`;

const toPasskey = (row: Row.Passkey): Passkey => branded<Passkey>({ ...fromRow(row), counter: Number(row.counter) });

const passkeyStore = ({ sql, read, change, write }: Access): Stores['passkeys'] => ({
  find: async (id) => {
    const lock = sql.lock(LOCK_PASSKEY, id);
    return modelOf(await read(({ passkey }) => passkey.findFirst({ where: { id } }), lock), toPasskey);
  },
  ofAccount: async (accountId) => {
    const orderBy = [{ createdAt: 'asc' as const }, { id: 'asc' as const }];
    return (await read(({ passkey }) => passkey.findMany({ where: { accountId }, orderBy }))).map(toPasskey);
  },
  insert: async ({ id, accountId, name, publicKey, counter, createdAt, lastUsedAt }) => {
    const dates = [new Date(createdAt), toDateOrNull(lastUsedAt)] as const;
    return (await sql.count(INSERT_PASSKEY, id, accountId, name, publicKey, counter, ...dates)) === 1;
  },
  saveUse: ({ id, counter, lastUsedAt }) => {
    const data = { counter: BigInt(counter), lastUsedAt: toDateOrNull(lastUsedAt) };
    return write(({ passkey }) => passkey.updateMany({ where: { id }, data }));
  },
  remove: async (accountId, id) =>
    (await change(({ passkey }) => passkey.deleteMany({ where: { id, accountId } }))).count > 0,
  removeAll: async (accountId) => (await change(({ passkey }) => passkey.deleteMany({ where: { accountId } }))).count,
});

const passkeyChallengeStore = ({ sql, write }: Access): Unswept<'passkeyChallenges'> => ({
  insert: (challenge) => {
    const data = toRow(challenge, 'expiresAt');
    return write(({ passkeyChallenge }) => passkeyChallenge.create({ data, select: { digest: true } }));
  },
  take: async (digest) =>
    modelOf(await sql.one(TAKE_CHALLENGE, digest), (row) => branded<PasskeyChallenge>(fromRow(row))),
});

export const passkeyStores = { passkeyChallenges: passkeyChallengeStore, passkeys: passkeyStore };
