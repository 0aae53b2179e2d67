import type { AccountCode, Session } from '@health-case/domain/model/account';
import { type LoginProof, PROVEN } from '@health-case/domain/model/login-proof';
import type { SecondFactor } from '@health-case/domain/model/second-factor';
import type { Day } from '@health-case/domain/model/values';
import type { Stores } from '@health-case/domain/ports/storage';
import type { Access } from '../access.ts';
import type { Encryption } from '../encryption.ts';
import type * as Row from '../generated/sqlite/client.ts';
import { CHANGE, columnsBeside, columnsOf, hot, joined, joining, lock, lockOf, race } from '../statement.ts';
import { toAccount } from './account.ts';
import { ACCOUNT } from './names.ts';
import { branded, fromRow, modelOf, oneOf, type Stored, toRow, type Unswept } from './rows.ts';

const SESSION_AND_ACCOUNT = joined(columnsOf('Session', 'startedAt', 'lastUsedAt', 'device'), ACCOUNT);
const FOUND_SESSION = joined(
  SESSION_AND_ACCOUNT,
  columnsBeside<{ readonly coversUntil: string | null }>('Session', 'coversUntil'),
);
/** Of the account `$1`. */
const COVERS_UNTIL = `(SELECT MAX("lastDay") FROM "Cover" WHERE "deputyId" = "Account"."id" AND "agreedAt" IS NOT NULL)`;

export const SESSION = hot<[digest: string]>('Most calls look theirs up.').returning(FOUND_SESSION)`
  SELECT ${SESSION_AND_ACCOUNT}, ${COVERS_UNTIL} AS "coversUntil" FROM "Session" JOIN "Account" ON "id" = "accountId" WHERE "digest" = $1`;

export const BEGIN_SESSION = joining(
  hot('Each login begins one.').inserting(
    columnsOf('Session', 'digest', 'accountId', 'startedAt', 'lastUsedAt', 'device'),
  ),
);
export const TOUCH_SESSION = hot<[lastUsedAt: Date, digest: string]>('Many sessions are written in one turn.').sql`
  UPDATE "Session" SET "lastUsedAt" = $1 WHERE "digest" = $2`;

const toSession = (row: Stored<Row.Session>): Session => branded<Session>(fromRow(row));

const sessionStore = ({ sql, read, change, write }: Access): Unswept<'sessions'> => ({
  find: async (digest) => {
    const [row] = await sql.rows(SESSION, digest);
    if (!row) return undefined;
    const account = toAccount(row);
    const { startedAt, lastUsedAt, device, coversUntil } = row;
    const session = toSession({ digest, accountId: account.id, startedAt, lastUsedAt, device });
    return coversUntil === null ? { session, account } : { session, account, coversUntil: coversUntil as Day };
  },
  insert: ({ digest, accountId, startedAt, lastUsedAt, device = null }) =>
    sql.insert(BEGIN_SESSION, [[digest, accountId, new Date(startedAt), new Date(lastUsedAt), device]]),
  touch: (digest, lastUsedAt) => sql.write(TOUCH_SESSION, new Date(lastUsedAt), digest),
  ofAccount: async (accountId, { after = '', size }) => {
    const page = { where: { accountId, digest: { gt: after } }, orderBy: { digest: 'asc' as const }, take: size };
    return (await read(({ session }) => session.findMany(page))).map(toSession);
  },
  end: (digest) => write(({ session }) => session.deleteMany({ where: { digest } })),
  endOf: async (accountId, digest) =>
    (await change(({ session }) => session.deleteMany({ where: { digest, accountId } }))).count > 0,
  endOthers: async (accountId, keep) => {
    await write(({ loginProof }) => loginProof.deleteMany({ where: { accountId } }));
    await write(({ session }) => session.deleteMany({ where: { accountId, digest: { not: keep } } }));
  },
  endAll: async (of) => {
    const where = of === 'everybody' ? {} : { accountId: of };
    await write(({ loginProof }) => loginProof.deleteMany({ where }));
    return (await change(({ session }) => session.deleteMany({ where }))).count;
  },
});

const LOGIN_PROOF = columnsOf('LoginProof', 'digest', 'accountId', 'of', 'provenAt', 'expiresAt', 'device');
export const TAKE_LOGIN_PROOF = race<[digest: string]>('Each is taken by one unit.').returning(LOGIN_PROOF)`
  DELETE FROM "LoginProof" WHERE "digest" = $1 RETURNING ${LOGIN_PROOF}`;

const toLoginProof = (row: Stored<Row.LoginProof>): LoginProof =>
  branded<LoginProof>({ ...fromRow(row), of: oneOf(PROVEN, row.of, 'what a login has proven', row.accountId) });

const loginProofStore = ({ sql, read, change, write }: Access): Unswept<'loginProofs'> => ({
  find: async (digest) =>
    modelOf(await read(({ loginProof }) => loginProof.findFirst({ where: { digest } })), toLoginProof),
  trusted: async (accountId) => {
    const where = { accountId, of: 'second factor' };
    const orderBy = [{ provenAt: 'desc' as const }, { digest: 'desc' as const }];
    return (await read(({ loginProof }) => loginProof.findMany({ where, orderBy }))).map(toLoginProof);
  },
  insert: (proof) => {
    const data = toRow(proof, 'provenAt', 'expiresAt');
    return write(({ loginProof }) => loginProof.create({ data, select: { digest: true } }));
  },
  take: async (digest) => modelOf((await sql.rows(TAKE_LOGIN_PROOF, digest))[0], toLoginProof),
  remove: async (accountId, digest) => {
    const where = { digest, accountId, of: 'second factor' };
    return (await change(({ loginProof }) => loginProof.deleteMany({ where }))).count > 0;
  },
  removeAll: (accountId) => write(({ loginProof }) => loginProof.deleteMany({ where: { accountId } })),
});

export const LOCK_FACTOR = lockOf(CHANGE, 'SecondFactor', 'accountId');
const SECRET = columnsOf('SecondFactor', 'accountId', 'encryptedSecret');
/** One statement: a read behind a lock of its own could find a row that was inserted meanwhile. */
export const LOCK_SECRETS = lock<[after: string, size: number]>('What is encrypted again is what is stored.').returning(
  SECRET,
)`
  SELECT ${SECRET} FROM "SecondFactor" WHERE "accountId" > $1 ORDER BY "accountId" LIMIT $2${CHANGE}`;

const secretRow = ({ accountId, encryptedSecret }: Pick<Row.SecondFactor, 'accountId' | 'encryptedSecret'>) => ({
  id: branded<Pick<SecondFactor, 'accountId'>>({ accountId }).accountId,
  secret: encryptedSecret,
});

type FactorRow = Omit<Row.SecondFactor, 'encryptedSecret'> & { readonly secret: string };
const toFactor = ({ recoveryCodes, ...row }: FactorRow): SecondFactor => ({
  ...branded<Omit<SecondFactor, 'recoveryCodes'>>(fromRow(row)),
  recoveryCodes: recoveryCodes
    .split(' ')
    .filter(Boolean)
    .map((digest) => branded<Pick<AccountCode, 'digest'>>({ digest }).digest),
});

const secondFactorStore = ({ sql, read, write }: Access, { fieldsOf }: Encryption): Stores['secondFactors'] => {
  const { decryptedOne, encrypt, reencrypt } = fieldsOf('SecondFactor');
  return {
    find: async (accountId) => {
      const lock = sql.lock(LOCK_FACTOR, accountId);
      const row = await read(({ secondFactor }) => secondFactor.findFirst({ where: { accountId } }), lock);
      if (!row) return undefined;
      const { encryptedSecret: _, ...facts } = row;
      return decryptedOne(secretRow(row), ({ secret }) => toFactor({ ...facts, secret }));
    },
    save: async ({ accountId, secret, confirmedAt, lastStep, recoveryCodes }) => {
      const encryptedSecret = await encrypt(accountId, 'secret', secret);
      const update = {
        ...toRow({ confirmedAt, lastStep }, 'confirmedAt'),
        encryptedSecret,
        recoveryCodes: recoveryCodes.join(' '),
      };
      await write(({ secondFactor }) =>
        secondFactor.upsert({
          where: { accountId },
          create: { accountId, ...update },
          update,
          select: { accountId: true },
        }),
      );
    },
    remove: (accountId) => write(({ secondFactor }) => secondFactor.deleteMany({ where: { accountId } })),
    reencrypt: async ({ after = '', size }) =>
      reencrypt((await sql.rows(LOCK_SECRETS, after, size)).map(secretRow), ({ id: accountId, secret }) => {
        const data = { encryptedSecret: secret };
        return write(({ secondFactor }) => secondFactor.updateMany({ where: { accountId }, data }));
      }),
  };
};

export const loginStores = { loginProofs: loginProofStore, secondFactors: secondFactorStore, sessions: sessionStore };
