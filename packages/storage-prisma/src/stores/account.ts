import {
  type Account,
  type AccountCode,
  AT_FIRST,
  CONFIRMED,
  type Colleague,
  type Credentials,
  type Invitation,
  type KnownAccount,
  LANGUAGES,
  MAKERS,
  NOTICES,
  noAddressOf,
  type Person,
  profileOf,
  ROLES,
} from '@health-case/domain/model/account';
import { mailsWithCode } from '@health-case/domain/model/mail';
import type { Stores } from '@health-case/domain/ports/storage';
import { ok, refuse } from '@health-case/domain/result';
import type { Access } from '../access.ts';
import type * as Row from '../generated/sqlite/client.ts';
import {
  CHANGE,
  columnsOf,
  eraseFrom,
  hot,
  joined,
  lock,
  lockOf,
  type ModelWith,
  plan,
  RELY,
  REMOVE,
} from '../statement.ts';
import { ACCOUNT, indexAccounts, KNOWN_ACCOUNT, reindexAccounts, searchOver } from './names.ts';
import {
  among,
  branded,
  broken,
  fromRow,
  ID,
  modelOf,
  oneOf,
  pageOf,
  type Stored,
  toDateOrNull,
  toInstant,
  toRow,
  type Unswept,
} from './rows.ts';

const PERSON = columnsOf('Account', 'id', 'firstName', 'lastName');

/** Whoever was erased is disabled, too. Those who are not confirmed are offered to nobody. */
export const DOCTORS = hot<[after: string, size: number]>('A list of the specification.').selecting(PERSON)`
  WHERE "role" = 'Doc' AND "id" > $1 AND "disabledAt" IS NULL AND "confirmed" IS NOT NULL
  ORDER BY "id" LIMIT $2`;

const CREDENTIALS = joined(KNOWN_ACCOUNT, columnsOf('Account', 'passwordHash'));
const credentials = (how: typeof CHANGE | '', key: 'id' | 'email') =>
  hot<[wanted: string]>('Most calls look up an account.').selecting(CREDENTIALS)`
    WHERE "${key}" = $1 AND "erasedAt" IS NULL${how}`;
/** For whoever only relies on it: keeps it from being erased or disabled. */
export const ACCOUNT_TO_RELY_ON = credentials(RELY, 'id');
type Known = [id: string, email: string, passwordHash: string];
/** Of who has no second factor and can log in. */
export const STILL_HAS = hot<Known>('Each login asks for it, without waiting.').sql`
  SELECT 1 FROM "Account" WHERE "id" = $1 AND "email" = $2 AND "passwordHash" = $3 AND NOT "secondFactor"
  AND "disabledAt" IS NULL${CHANGE}`;
export const ACCOUNT_TO_CHANGE = credentials(CHANGE, 'id');
export const ACCOUNT_OF_EMAIL = credentials(CHANGE, 'email');
export const SEEN_ACCOUNT = credentials('', 'email');
export const MANAGERS = plan('All of them, which it locks in one order.').selecting(ACCOUNT)`
  WHERE "isManager" AND "disabledAt" IS NULL ORDER BY "id"${CHANGE}`;
export const UNCONFIRMED = plan<[after: string, size: number]>('By the index of those who wait.').selecting(ACCOUNT)`
  WHERE "role" <> 'Par' AND "confirmed" IS NULL AND "disabledAt" IS NULL AND "id" > $1 ORDER BY "id" LIMIT $2`;
export const STAFF = plan('Among all accounts they have an index of their own.').selecting(KNOWN_ACCOUNT)`
  WHERE "role" <> 'Par' AND "erasedAt" IS NULL AND ("confirmed" IS NOT NULL OR "disabledAt" IS NOT NULL)`;
/** Units that want it take turns. Others rely on the account, and add rows that refer to it. */
export const TAKE_TURNS_WITH_ACCOUNT = lockOf(CHANGE, 'Account', 'id');
/** Nobody adds a row that refers to the account, and nobody relies on it. */
export const LOCK_ACCOUNT_WITH_ITS_ROWS = lockOf(REMOVE, 'Account', 'id');
/** An address that nobody has yet has no row that could be locked. */
export const LOCK_EMAIL = lock<[email: string]>('Units give one address to an account one after another.').sql`
  SELECT pg_advisory_xact_lock(hashtextextended($1, 1))`;
export const LOCK_INVITATION = lockOf(CHANGE, 'Invitation', 'digest');

/** The compiler asks for each model that has an account. */
const OF_ACCOUNT: { readonly [Name in ModelWith<'accountId'>]: true } = {
  AccountCode: true,
  AccountWord: true,
  Draft: true,
  Help: true,
  KnownNetwork: true,
  LoginProof: true,
  Mail: true,
  Notice: true,
  NoticeChoice: true,
  Passkey: true,
  PasskeyChallenge: true,
  Phrase: true,
  SecondFactor: true,
  Session: true,
  UnreadNote: true,
};

/** Codes to become a parent have the address of an account, and certifications the name of whoever issued them. */
export const TABLES_OF_ACCOUNT: readonly string[] = [
  ...Object.keys(OF_ACCOUNT),
  ...['Assistance', 'Certification', 'Cover', 'JoinCode', 'StaffInvitation', 'Account'],
];

const ITS_ADDRESS = '(SELECT "email" FROM "Account" WHERE "id" = $1)';
/** What the account has, was sent or has sent. A code on paper has no address, and stays with whoever has it. */
export const ERASE_OWN = [
  ...Object.keys(OF_ACCOUNT).map((table) => eraseFrom(table, '"accountId" = $1')),
  eraseFrom('Mail', `"invitedById" = $1 OR "to" = ${ITS_ADDRESS}`),
  eraseFrom('JoinCode', `("invitedById" = $1 AND "email" <> '') OR "email" = ${ITS_ADDRESS}`),
  eraseFrom('StaffInvitation', `"invitedById" = $1 OR "email" = ${ITS_ADDRESS}`),
  eraseFrom('Cover', '"doctorId" = $1 OR "deputyId" = $1'),
  eraseFrom('Assistance', '"doctorId" = $1 OR "assistantId" = $1'),
];

export const LOCK_CODE = lockOf(CHANGE, 'AccountCode', 'digest');
/** Goes ahead of the code, as who makes a code has locked the account before. */
export const LOCK_ACCOUNT_OF_CODE = lock<[digest: string]>('In one order, so that no two units wait for each other.')
  .sql`
  SELECT 1 FROM "Account" WHERE "id" = (SELECT "accountId" FROM "AccountCode" WHERE "digest" = $1)${CHANGE}`;

type Flag = 'secondFactor' | 'takesNoChildren' | 'isManager';
type AccountRow = Omit<Pick<Stored<Row.Account>, Exclude<keyof Account, 'coversOn'>>, Flag> & {
  readonly [Name in Flag]: boolean | 0 | 1;
};

export const toAccount = (row: AccountRow): Account => {
  const { id, firstName, lastName, email } = row;
  return branded<Account>({
    id,
    firstName,
    lastName,
    email,
    role: oneOf(ROLES, row.role, 'an account with a role', id),
    registeredAt: toInstant(row.registeredAt),
    language: oneOf(LANGUAGES, row.language, 'an account with a language', id),
    notices: oneOf(NOTICES, row.notices, 'an account with a choice of notices', id),
    secondFactor: Boolean(row.secondFactor),
    takesNoChildren: Boolean(row.takesNoChildren),
    provenAt: modelOf(row.provenAt, toInstant),
    madeThrough: oneOf(MAKERS, row.madeThrough ?? '', 'an account that was made', id),
    confirmed: modelOf(row.confirmed, (how) => oneOf(CONFIRMED, how, 'an account that was confirmed', id)),
    isManager: Boolean(row.isManager),
  });
};

const toKnownAccount = ({
  disabledAt,
  ...row
}: AccountRow & Pick<Stored<Row.Account>, 'disabledAt'>): KnownAccount => ({
  account: toAccount(row),
  disabledAt: modelOf(disabledAt, toInstant),
});

export const toColleague = ({
  disabledAt,
  ...person
}: Pick<Stored<Row.Account>, keyof Person | 'disabledAt'>): Colleague =>
  branded<Colleague>({ ...person, isAvailable: disabledAt === null });

const toCredentials = ({
  passwordHash,
  ...row
}: AccountRow & Pick<Stored<Row.Account>, 'passwordHash' | 'disabledAt'>): Credentials =>
  branded<Credentials>({ ...toKnownAccount(row), passwordHash });

const toInvitation = ({ usedById: usedBy, ...row }: Row.Invitation): Invitation =>
  branded<Invitation>({
    ...fromRow({ ...row, usedBy }),
    role: oneOf(ROLES, row.role, 'an account with a role', row.digest),
  });

export const NOT_ERASED = { erasedAt: null } as const;
/** D-50: also of whoever has closed the account. */
const HAS_NAMES = { lastName: { not: '' } } as const;

/** What the account did stays under its id. */
const eraseIn =
  ({ sql, write }: Access): Stores['accounts']['erase'] =>
  async (id, at, keeps) => {
    for (const statement of ERASE_OWN) await sql.write(statement, id);
    const names = { firstName: '', lastName: '' };
    const left: Omit<Row.Account, 'id' | 'role' | 'registeredAt' | keyof typeof names> = {
      ...toRow(AT_FIRST),
      madeThrough: null,
      confirmed: null,
      email: id,
      passwordHash: '',
      disabledAt: new Date(at),
      erasedAt: new Date(at),
    };
    await write(({ account }) => account.updateMany({ where: { id }, data: { ...left, ...(!keeps && names) } }));
    const issued = { where: { decidedById: id }, data: { doctorName: null } };
    if (!keeps) await write(({ certification }) => certification.updateMany(issued));
  };

const accountStore = (access: Access): Stores['accounts'] => {
  const { sql, read, change, write } = access;
  const find = async (by: typeof ACCOUNT_TO_CHANGE, wanted: string) =>
    modelOf(await sql.one(by, wanted), toCredentials);
  const set = (id: string, data: Partial<Row.Account>) =>
    write(({ account }) => account.updateMany({ where: { id }, data }));
  return {
    find: async (id) => (await find(ACCOUNT_TO_RELY_ON, id))?.account,
    findAvailable: async (id) => {
      const found = await find(ACCOUNT_TO_RELY_ON, id);
      return found?.disabledAt === undefined ? found?.account : undefined;
    },
    credentialsOf: (id) => find(ACCOUNT_TO_CHANGE, id),
    credentialsByEmail: (email) => find(ACCOUNT_OF_EMAIL, email),
    seenByEmail: async (email) => modelOf(await sql.beside(SEEN_ACCOUNT, email), toCredentials),
    stillHas: async ({ account: { id, email, secondFactor }, passwordHash, disabledAt }) =>
      !secondFactor && disabledAt === undefined && sql.expect(STILL_HAS, 1, id, email, passwordHash),
    any: async () => (await read(({ account }) => account.findFirst({ select: ID }))) !== null,
    unconfirmed: async ({ after = '', size }) => (await sql.rows(UNCONFIRMED, after, size)).map(toAccount),
    managers: async () => (await sql.rows(MANAGERS)).map(toAccount),
    staff: async () => (await sql.rows(STAFF)).map(toKnownAccount),
    all: async (request) => {
      const page = { ...pageOf(NOT_ERASED, request), omit: { passwordHash: true } as const };
      return (await read(({ account }) => account.findMany(page))).map(toKnownAccount);
    },
    search: async (...wanted) => (await searchOver(access).accounts(...wanted)).map(toKnownAccount),
    namesOf: async (ids) => {
      if (ids.length === 0) return [];
      const select = { ...ID, firstName: true, lastName: true, role: true, disabledAt: true } as const;
      const found = await read(({ account }) => account.findMany({ where: { id: among(ids), ...HAS_NAMES }, select }));
      return found.map(({ role, ...row }) => {
        return { ...toColleague(row), role: oneOf(ROLES, role, 'an account with a role', row.id) };
      });
    },
    doctors: async ({ after = '', size }) => (await sql.rows(DOCTORS, after, size)).map(branded<Person>),
    insert: async ({ account: { coversOn: _, ...facts }, passwordHash, disabledAt }) => {
      const create = toRow({ ...facts, passwordHash, disabledAt }, 'registeredAt', 'provenAt', 'disabledAt');
      const { email } = facts;
      const locked = sql.lock(LOCK_EMAIL, email);
      // One statement, which returns whose the address is: it must not fail, or it would end the transaction.
      const [found] = await Promise.all([
        change(({ account }) => account.upsert({ where: { email }, create, update: { email }, select: ID })),
        locked,
      ]);
      if (found.id !== facts.id) return refuse('EMAIL_TAKEN');
      await indexAccounts(access, [facts]);
      return ok(undefined);
    },
    setPassword: (id, passwordHash) => set(id, { passwordHash }),
    setProfile: async (id, profile) => {
      await set(id, toRow(profileOf(profile)));
      const known = await read(({ account }) => account.findFirst({ where: { id }, select: { id: true, role: true } }));
      if (!known) return;
      await reindexAccounts(access, [{ ...profile, ...known }]);
    },
    erase: eraseIn(access),
    setSecondFactor: (id, secondFactor) => set(id, { secondFactor }),
    setEmail: async (id, email, provenAt) => {
      const others = { where: { email, id: { not: id } }, select: ID };
      // Locked, as a violated constraint would end the transaction.
      const taken = await read(({ account }) => account.findFirst(others), sql.lock(LOCK_EMAIL, email));
      if (taken) return refuse('EMAIL_TAKEN');
      await set(id, { email, provenAt: toDateOrNull(provenAt) });
      return ok(undefined);
    },
    setDisabled: async (id, disabledAt) => {
      await sql.lock(LOCK_ACCOUNT_WITH_ITS_ROWS, id);
      await set(id, { disabledAt: toDateOrNull(disabledAt) });
    },
    setTakesNoChildren: (id, takesNoChildren) => set(id, { takesNoChildren }),
    setConfirmed: (id, confirmed) => set(id, { confirmed }),
    setManager: (id, isManager) => set(id, { isManager }),
    setProven: (id, provenAt) => set(id, { provenAt: new Date(provenAt) }),
    freeEmail: (id) => set(id, { email: noAddressOf(id), provenAt: null }),
  };
};

const invitationStore = ({ sql, read, write }: Access): Stores['invitations'] => ({
  find: async (digest) => {
    const lock = sql.lock(LOCK_INVITATION, digest);
    return modelOf(await read(({ invitation }) => invitation.findFirst({ where: { digest } }), lock), toInvitation);
  },
  issuedFrom: async (from, size) => {
    const where = { issuedAt: { gte: new Date(from) } };
    const orderBy = [{ issuedAt: 'asc' as const }, { digest: 'asc' as const }];
    return (await read(({ invitation }) => invitation.findMany({ where, orderBy, take: size }))).map(toInvitation);
  },
  insert: ({ usedBy: usedById, ...invitation }) => {
    const data = toRow({ ...invitation, usedById }, 'issuedAt', 'expiresAt');
    return write(({ invitation }) => invitation.create({ data, select: { digest: true } }));
  },
  save: ({ digest, usedBy: usedById = null, expiresAt }) => {
    const data = { usedById, expiresAt: new Date(expiresAt) };
    return write(({ invitation }) => invitation.updateMany({ where: { digest }, data }));
  },
});

const toAccountCode = ({ accountId, purpose, email, ...row }: Row.AccountCode): AccountCode => {
  const facts = { accountId, digest: row.digest, expiresAt: toInstant(row.expiresAt) };
  if (purpose === 'reset') return branded<Extract<AccountCode, { purpose: 'reset' }>>({ ...facts, purpose });
  if ((purpose === 'address' || purpose === 'proof') && email !== null)
    return branded<Exclude<AccountCode, { purpose: 'reset' }>>({ ...facts, purpose, email });
  throw broken('a code for a purpose', accountId);
};

const accountCodeStore = ({ sql, read, write }: Access): Unswept<'accountCodes'> => ({
  find: async (digest) => {
    const locked = Promise.all([sql.lock(LOCK_ACCOUNT_OF_CODE, digest), sql.lock(LOCK_CODE, digest)]);
    return modelOf(
      await read(({ accountCode }) => accountCode.findFirst({ where: { digest } }), locked),
      toAccountCode,
    );
  },
  ofAccount: async (accountId) => {
    const own = { where: { accountId }, orderBy: { purpose: 'asc' as const } };
    return (await read(({ accountCode }) => accountCode.findMany(own))).map(toAccountCode);
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
  removeAll: async (accountId, but) => {
    const where = { accountId, ...(but && { purpose: { not: but } }) };
    await write(({ accountCode }) => accountCode.deleteMany({ where }));
    await write(({ mail }) => mail.deleteMany({ where: { accountId, kind: among(mailsWithCode(but)) } }));
  },
});

export const accountStores = { accountCodes: accountCodeStore, accounts: accountStore, invitations: invitationStore };
