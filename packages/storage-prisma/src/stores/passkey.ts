import type { Passkey, PasskeyChallenge } from '@health-case/domain/model/passkey';
import type { Stores } from '@health-case/domain/ports/storage';
import type { Access } from '../client.ts';
import type * as Row from '../generated/sqlite/client.ts';
import { CHANGE, columnsOf, insertRow, lockOf, race, sweepOf } from '../statement.ts';
import { branded, modelOf, toDateOrNull, toInstant } from './rows.ts';

export const LOCK_PASSKEY = lockOf(CHANGE, 'Passkey', 'id');

const FACTS = ['id', 'accountId', 'name', 'publicKey', 'counter', 'createdAt', 'lastUsedAt'] as const;
type Facts = [
  id: string,
  accountId: string,
  name: string,
  publicKey: string,
  counter: number,
  createdAt: Date,
  lastUsedAt: Date | null,
];
export const INSERT_PASSKEY = race<Facts>('The first passkey with an id stays.').sql`
  ${insertRow('Passkey', FACTS)} ON CONFLICT DO NOTHING`;

const CHALLENGE = columnsOf('PasskeyChallenge', 'digest', 'accountId', 'expiresAt');
export const TAKE_CHALLENGE = race<[digest: string]>('Each challenge is taken by one unit.').returning(CHALLENGE)`
  DELETE FROM "PasskeyChallenge" WHERE "digest" = $1 RETURNING ${CHALLENGE}`;
export const SWEEP_CHALLENGES = sweepOf('PasskeyChallenge', 'digest', 'expiresAt');

const toPasskey = ({ counter, createdAt, lastUsedAt, ...row }: Row.Passkey): Passkey =>
  branded<Passkey>({
    ...row,
    counter: Number(counter),
    createdAt: toInstant(createdAt),
    lastUsedAt: modelOf(lastUsedAt, toInstant),
  });

export const passkeyStore = ({ sql, read, change, write }: Access): Stores['passkeys'] => ({
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

export const passkeyChallengeStore = ({ sql, write }: Access): Stores['passkeyChallenges'] => ({
  insert: ({ digest, accountId = null, expiresAt }) => {
    const data = { digest, accountId, expiresAt: new Date(expiresAt) };
    return write(({ passkeyChallenge }) => passkeyChallenge.create({ data, select: { digest: true } }));
  },
  take: async (taken) => {
    const [found] = await sql.rows(TAKE_CHALLENGE, taken);
    return modelOf(found, ({ accountId, ...row }) =>
      branded<PasskeyChallenge>({ ...row, accountId: accountId ?? undefined }),
    );
  },
  sweep: (expiredBefore, atMost) => sql.write(SWEEP_CHALLENGES, new Date(expiredBefore), atMost),
});
