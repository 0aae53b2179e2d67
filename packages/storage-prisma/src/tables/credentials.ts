import type { AccountCode } from '@health-case/domain/model/account';
import type { JoinCode } from '@health-case/domain/model/child';
import type { SecondFactor } from '@health-case/domain/model/second-factor';
import type { Stores } from '@health-case/domain/ports/storage';
import type { Access } from '../client.ts';
import type * as Row from '../generated/sqlite/client.ts';
import type { Sealer } from '../sealer.ts';
import * as SQL from '../statements/credentials.ts';
import { branded, broken, modelOf, toInstant } from './rows.ts';

const toAccountCode = ({ accountId, purpose, email, ...row }: Row.AccountCode): AccountCode => {
  const facts = { accountId, digest: row.digest, expiresAt: toInstant(row.expiresAt) };
  if (purpose === 'reset') return branded<Extract<AccountCode, { purpose: 'reset' }>>({ ...facts, purpose });
  if ((purpose === 'address' || purpose === 'proof') && email !== null)
    return branded<Exclude<AccountCode, { purpose: 'reset' }>>({ ...facts, purpose, email });
  throw broken('a code for a purpose', accountId);
};

export const accountCodeStore = ({ sql, read, write }: Access): Stores['accountCodes'] => ({
  find: async (digest) => {
    const locked = Promise.all([sql.lock(SQL.LOCK_ACCOUNT_OF_CODE, digest), sql.lock(SQL.LOCK_CODE, digest)]);
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
  sweep: (expiredBefore, atMost) => sql.write(SQL.SWEEP_CODES, new Date(expiredBefore), atMost),
});

const toJoinCode = ({ invitedById: invitedBy, expiresAt, ...row }: Row.JoinCode): JoinCode =>
  branded<JoinCode>({ ...row, invitedBy, expiresAt: toInstant(expiresAt) });

export const joinCodeStore = ({ sql, read, write }: Access): Stores['joinCodes'] => ({
  find: async (digest) => {
    const locked = Promise.all([sql.lock(SQL.LOCK_CHILD_OF_CODE, digest), sql.lock(SQL.LOCK_JOIN_CODE, digest)]);
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
  sweep: (expiredBefore, atMost) => sql.count(SQL.SWEEP_JOIN_CODES, new Date(expiredBefore), atMost),
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
      const lock = sql.lock(SQL.LOCK_FACTOR, accountId);
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
      reencrypt((await sql.rows(SQL.LOCK_SECRETS, after, size)).map(sealedSecret), ({ id: accountId, secret }) => {
        const data = { encryptedSecret: secret };
        return write(({ secondFactor }) => secondFactor.updateMany({ where: { accountId }, data }));
      }),
  };
};
