import type { AccountCode } from '@health-case/domain/model/account';
import type { JoinCode } from '@health-case/domain/model/child';
import type { StoredFactor, Tables } from '@health-case/domain/ports/tables';
import type { Access } from '../client.ts';
import type * as Row from '../generated/sqlite/client.ts';
import * as SQL from '../statements/credentials.ts';
import { branded, broken, modelOf, toInstant } from './rows.ts';

const toAccountCode = ({ accountId, purpose, email, ...row }: Row.AccountCode): AccountCode => {
  const facts = { accountId, digest: row.digest, expiresAt: toInstant(row.expiresAt) };
  if (purpose === 'reset') return branded<Extract<AccountCode, { purpose: 'reset' }>>({ ...facts, purpose });
  if ((purpose === 'address' || purpose === 'proof') && email !== null)
    return branded<Exclude<AccountCode, { purpose: 'reset' }>>({ ...facts, purpose, email });
  throw broken('a code for a purpose', accountId);
};

export const accountCodeTable = ({ sql, read, write }: Access): Tables['accountCodes'] => ({
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

export const joinCodeTable = ({ sql, read, write }: Access): Tables['joinCodes'] => ({
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

const toStoredFactor = ({ confirmedAt, recoveryCodes, ...row }: Row.SecondFactor): StoredFactor => ({
  ...branded<Pick<StoredFactor, keyof typeof row>>(row),
  confirmedAt: modelOf(confirmedAt, toInstant),
  recoveryCodes: recoveryCodes
    .split(' ')
    .filter(Boolean)
    .map((digest) => branded<Pick<AccountCode, 'digest'>>({ digest }).digest),
});

export const secondFactorTable = ({ sql, read, write }: Access): Tables['secondFactors'] => ({
  find: async (accountId) => {
    const lock = sql.lock(SQL.LOCK_FACTOR, accountId);
    const found = await read(({ secondFactor }) => secondFactor.findFirst({ where: { accountId } }), lock);
    return modelOf(found, toStoredFactor);
  },
  save: ({ accountId, encryptedSecret, confirmedAt, lastStep, recoveryCodes }) => {
    const confirmed = confirmedAt === undefined ? null : new Date(confirmedAt);
    const update = { encryptedSecret, confirmedAt: confirmed, lastStep, recoveryCodes: recoveryCodes.join(' ') };
    return write(({ secondFactor }) =>
      secondFactor.upsert({
        where: { accountId },
        create: { accountId, ...update },
        update,
        select: { accountId: true },
      }),
    );
  },
  remove: (accountId) => write(({ secondFactor }) => secondFactor.deleteMany({ where: { accountId } })),
  encryptedSecrets: async ({ after = '', size }) =>
    (await sql.rows(SQL.LOCK_SECRETS, after, size)).map(branded<Pick<StoredFactor, 'accountId' | 'encryptedSecret'>>),
  setEncryptedSecret: (accountId, encryptedSecret) =>
    write(({ secondFactor }) => secondFactor.updateMany({ where: { accountId }, data: { encryptedSecret } })),
});
