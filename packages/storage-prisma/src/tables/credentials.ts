import type { AccountCode } from '@health-case/domain/model/account';
import type { JoinCode } from '@health-case/domain/model/child';
import { type LoginProof, PROVEN } from '@health-case/domain/model/login-proof';
import type { SecondFactor } from '@health-case/domain/model/second-factor';
import type { Stores } from '@health-case/domain/ports/storage';
import type { Access } from '../client.ts';
import type * as Row from '../generated/sqlite/client.ts';
import type { Sealer } from '../sealer.ts';
import { CHANGE, columnsOf, lock, lockOf, REMOVE, race, sweepOf } from '../statements/statement.ts';
import { branded, broken, modelOf, oneOf, type Stored, toInstant } from './rows.ts';

export const LOCK_CODE = lockOf(CHANGE, 'AccountCode', 'digest');
/** Goes ahead of the code, as who makes a code has locked the account before. */
export const LOCK_ACCOUNT_OF_CODE = lock<[digest: string]>('In one order, so that no two units wait for each other.')
  .sql`
  SELECT 1 FROM "Account" WHERE "id" = (SELECT "accountId" FROM "AccountCode" WHERE "digest" = $1)${CHANGE}`;
export const SWEEP_CODES = sweepOf('AccountCode', 'digest', 'expiresAt');

export const LOCK_JOIN_CODE = lockOf(CHANGE, 'JoinCode', 'digest');
/** Goes ahead of the code, as who makes a code has locked the child before. */
export const LOCK_CHILD_OF_CODE = lock<[digest: string]>('In one order, so that no two units wait for each other.').sql`
  SELECT 1 FROM "Child" WHERE "id" = (SELECT "childId" FROM "JoinCode" WHERE "digest" = $1)${REMOVE}`;
export const SWEEP_JOIN_CODES = sweepOf('JoinCode', 'digest', 'expiresAt');

const LOGIN_PROOF = columnsOf('LoginProof', 'digest', 'accountId', 'of', 'provenAt', 'expiresAt');
export const TAKE_LOGIN_PROOF = race<[digest: string]>('Each is taken by one unit.').returning(LOGIN_PROOF)`
  DELETE FROM "LoginProof" WHERE "digest" = $1 RETURNING ${LOGIN_PROOF}`;
export const SWEEP_LOGIN_PROOFS = sweepOf('LoginProof', 'digest', 'expiresAt');

export const LOCK_FACTOR = lockOf(CHANGE, 'SecondFactor', 'accountId');
const SECRET = columnsOf('SecondFactor', 'accountId', 'encryptedSecret');
/** One statement: a read behind a lock of its own could find a row that was inserted meanwhile. */
export const LOCK_SECRETS = lock<[after: string, size: number]>('What is encrypted again is what is stored.').returning(
  SECRET,
)`
  SELECT ${SECRET} FROM "SecondFactor" WHERE "accountId" > $1 ORDER BY "accountId" LIMIT $2${CHANGE}`;

const toAccountCode = ({ accountId, purpose, email, ...row }: Row.AccountCode): AccountCode => {
  const facts = { accountId, digest: row.digest, expiresAt: toInstant(row.expiresAt) };
  if (purpose === 'reset') return branded<Extract<AccountCode, { purpose: 'reset' }>>({ ...facts, purpose });
  if ((purpose === 'address' || purpose === 'proof') && email !== null)
    return branded<Exclude<AccountCode, { purpose: 'reset' }>>({ ...facts, purpose, email });
  throw broken('a code for a purpose', accountId);
};

export const accountCodeStore = ({ sql, read, write }: Access): Stores['accountCodes'] => ({
  find: async (digest) => {
    const locked = Promise.all([sql.lock(LOCK_ACCOUNT_OF_CODE, digest), sql.lock(LOCK_CODE, digest)]);
    return modelOf(
      await read(({ accountCode }) => accountCode.findFirst({ where: { digest } }), locked),
      toAccountCode,
    );
  },
  save: (code) => {
    const { accountId, purpose, digest, expiresAt } = code;
    const key = { accountId, purpose };
    const email = code.purpose === 'reset' ? null : code.email;
    const update = { digest, email, expiresAt: new Date(expiresAt) };
    return write(({ accountCode }) =>
      accountCode.upsert({
        where: { accountId_purpose: key },
        create: { ...key, ...update },
        update,
        select: { digest: true },
      }),
    );
  },
  removeAll: (accountId, but) => {
    const where = { accountId, ...(but && { purpose: { not: but } }) };
    return write(({ accountCode }) => accountCode.deleteMany({ where }));
  },
  sweep: (expiredBefore, atMost) => sql.write(SWEEP_CODES, new Date(expiredBefore), atMost),
});

const toJoinCode = ({ invitedById: invitedBy, expiresAt, ...row }: Row.JoinCode): JoinCode =>
  branded<JoinCode>({ ...row, invitedBy, expiresAt: toInstant(expiresAt) });

export const joinCodeStore = ({ sql, read, write }: Access): Stores['joinCodes'] => ({
  find: async (digest) => {
    const locked = Promise.all([sql.lock(LOCK_CHILD_OF_CODE, digest), sql.lock(LOCK_JOIN_CODE, digest)]);
    return modelOf(await read(({ joinCode }) => joinCode.findFirst({ where: { digest } }), locked), toJoinCode);
  },
  ofChild: async (childId) => (await read(({ joinCode }) => joinCode.findMany({ where: { childId } }))).map(toJoinCode),
  save: ({ digest, childId, email, invitedBy: invitedById, expiresAt }) => {
    const key = { childId, email };
    const update = { digest, invitedById, expiresAt: new Date(expiresAt) };
    return write(({ joinCode }) =>
      joinCode.upsert({
        where: { childId_email: key },
        create: { ...key, ...update },
        update,
        select: { digest: true },
      }),
    );
  },
  remove: (digest) => write(({ joinCode }) => joinCode.deleteMany({ where: { digest } })),
  removeAllTo: (email) => write(({ joinCode }) => joinCode.deleteMany({ where: { email } })),
  removeAllBy: (invitedById) => write(({ joinCode }) => joinCode.deleteMany({ where: { invitedById } })),
  withdraw: async (childId, { id: invitedById, email }) => {
    await write(({ joinCode }) => joinCode.deleteMany({ where: { childId, OR: [{ email }, { invitedById }] } }));
    await write(({ mail }) => mail.deleteMany({ where: { childId, OR: [{ to: email }, { invitedById }] } }));
  },
  withdrawTo: async (childId, email) => {
    await write(({ joinCode }) => joinCode.deleteMany({ where: { childId, email } }));
    await write(({ mail }) => mail.deleteMany({ where: { childId, to: email } }));
  },
  sweep: (expiredBefore, atMost) => sql.count(SWEEP_JOIN_CODES, new Date(expiredBefore), atMost),
});

const toLoginProof = ({ of, provenAt, expiresAt, ...row }: Stored<Row.LoginProof>): LoginProof =>
  branded<LoginProof>({
    ...row,
    of: oneOf(PROVEN, of, 'what a login has proven', row.accountId),
    provenAt: toInstant(provenAt),
    expiresAt: toInstant(expiresAt),
  });

export const loginProofStore = ({ sql, write }: Access): Stores['loginProofs'] => ({
  insert: ({ provenAt, expiresAt, ...facts }) => {
    const data = { ...facts, provenAt: new Date(provenAt), expiresAt: new Date(expiresAt) };
    return write(({ loginProof }) => loginProof.create({ data, select: { digest: true } }));
  },
  take: async (digest) => modelOf((await sql.rows(TAKE_LOGIN_PROOF, digest))[0], toLoginProof),
  removeAll: (accountId) => write(({ loginProof }) => loginProof.deleteMany({ where: { accountId } })),
  sweep: (expiredBefore, atMost) => sql.write(SWEEP_LOGIN_PROOFS, new Date(expiredBefore), atMost),
});

const sealedSecret = ({ accountId, encryptedSecret }: Pick<Row.SecondFactor, 'accountId' | 'encryptedSecret'>) => ({
  id: branded<Pick<SecondFactor, 'accountId'>>({ accountId }).accountId,
  secret: encryptedSecret,
});

type FactorRow = Omit<Row.SecondFactor, 'encryptedSecret'> & { readonly secret: string };
const toFactor = ({ confirmedAt, recoveryCodes, ...row }: FactorRow): SecondFactor => ({
  ...branded<Pick<SecondFactor, keyof typeof row>>(row),
  confirmedAt: modelOf(confirmedAt, toInstant),
  recoveryCodes: recoveryCodes
    .split(' ')
    .filter(Boolean)
    .map((digest) => branded<Pick<AccountCode, 'digest'>>({ digest }).digest),
});

export const secondFactorStore = ({ sql, read, write }: Access, { fieldsOf }: Sealer): Stores['secondFactors'] => {
  const { opened, seal, reencrypt } = fieldsOf('SecondFactor', 'secret');
  return {
    find: async (accountId) => {
      const lock = sql.lock(LOCK_FACTOR, accountId);
      const row = await read(({ secondFactor }) => secondFactor.findFirst({ where: { accountId } }), lock);
      if (!row) return undefined;
      const { encryptedSecret, ...facts } = row;
      const [{ secret } = { secret: encryptedSecret }] = await opened([sealedSecret(row)]);
      return toFactor({ ...facts, secret });
    },
    save: async ({ accountId, secret, confirmedAt, lastStep, recoveryCodes }) => {
      const encryptedSecret = await seal(accountId, 'secret', secret);
      const confirmed = confirmedAt === undefined ? null : new Date(confirmedAt);
      const update = { encryptedSecret, confirmedAt: confirmed, lastStep, recoveryCodes: recoveryCodes.join(' ') };
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
      reencrypt((await sql.rows(LOCK_SECRETS, after, size)).map(sealedSecret), ({ id: accountId, secret }) => {
        const data = { encryptedSecret: secret };
        return write(({ secondFactor }) => secondFactor.updateMany({ where: { accountId }, data }));
      }),
  };
};
