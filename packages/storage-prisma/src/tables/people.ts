import {
  type Account,
  type Colleague,
  type Credentials,
  type Invitation,
  type KnownAccount,
  LANGUAGES,
  MAKERS,
  NOTICES,
  noAddressOf,
  type Person,
  ROLES,
  type Session,
} from '@health-case/domain/model/account';
import type { Instant } from '@health-case/domain/model/values';
import type { Stores } from '@health-case/domain/ports/storage';
import { ok, refuse } from '@health-case/domain/result';
import type { Access } from '../client.ts';
import type * as Row from '../generated/sqlite/client.ts';
import * as SQL from '../statements/people.ts';
import { assistantsFound, indexAccount, searchOver } from './names.ts';
import { among, branded, ID, modelOf, oneOf, pageOf, type Stored, toInstant } from './rows.ts';

const toDateOrNull = (instant: Instant | undefined): Date | null => (instant === undefined ? null : new Date(instant));

type Flag = 'secondFactor' | 'takesNoChildren';
type AccountRow = Omit<Pick<Stored<Row.Account>, keyof Account>, Flag> & {
  readonly [Name in Flag]: boolean | 0 | 1;
};

const toAccount = (row: AccountRow): Account => {
  const { id, firstName, lastName, email } = row;
  return branded<Account>({
    ...{ id, firstName, lastName, email },
    role: oneOf(ROLES, row.role, 'an account with a role', id),
    registeredAt: toInstant(row.registeredAt),
    language: oneOf(LANGUAGES, row.language, 'an account with a language', id),
    notices: oneOf(NOTICES, row.notices, 'an account with a choice of notices', id),
    secondFactor: Boolean(row.secondFactor),
    takesNoChildren: Boolean(row.takesNoChildren),
    provenAt: modelOf(row.provenAt, toInstant),
    madeThrough: oneOf(MAKERS, row.madeThrough ?? '', 'an account that was made', id),
  });
};

const toKnownAccount = ({
  disabledAt,
  ...row
}: AccountRow & Pick<Stored<Row.Account>, 'disabledAt'>): KnownAccount => ({
  account: toAccount(row),
  disabledAt: modelOf(disabledAt, toInstant),
});

const toColleague = ({ disabledAt, ...person }: Pick<Stored<Row.Account>, keyof Person | 'disabledAt'>): Colleague =>
  branded<Colleague>({ ...person, isAvailable: disabledAt === null });

const toCredentials = ({
  passwordHash,
  ...row
}: AccountRow & Pick<Stored<Row.Account>, 'passwordHash' | 'disabledAt'>): Credentials =>
  branded<Credentials>({ ...toKnownAccount(row), passwordHash });

const toSession = ({ digest, accountId, startedAt, lastUsedAt }: Row.Session): Session =>
  branded<Session>({ digest, accountId, startedAt: toInstant(startedAt), lastUsedAt: toInstant(lastUsedAt) });

const toInvitation = ({ digest, role, issuedAt, expiresAt, usedById }: Row.Invitation): Invitation =>
  branded<Invitation>({
    digest,
    role: oneOf(ROLES, role, 'an account with a role', digest),
    issuedAt: toInstant(issuedAt),
    expiresAt: toInstant(expiresAt),
    usedBy: usedById ?? undefined,
  });

const NOT_ERASED = { erasedAt: null } as const;

/** What the account did stays under its id. */
const eraseIn =
  ({ write }: Access): Stores['accounts']['erase'] =>
  async (id, at) => {
    const unknown = { provenAt: null, madeThrough: null };
    const chosen = { language: 'en', notices: 'all', secondFactor: false, takesNoChildren: false };
    const dates = { disabledAt: new Date(at), erasedAt: new Date(at) };
    const left: Omit<Row.Account, 'id' | 'role' | 'registeredAt'> = {
      ...{ firstName: '', lastName: '', email: id, passwordHash: '' },
      ...{ ...unknown, ...chosen, ...dates },
    };
    await write(({ account }) => account.updateMany({ where: { id }, data: left }));
    await write(({ passkeyChallenge }) => passkeyChallenge.deleteMany({ where: { accountId: id } }));
    await write(({ accountWord }) => accountWord.deleteMany({ where: { accountId: id } }));
    const issued = { where: { decidedById: id }, data: { doctorName: null } };
    await write(({ certification }) => certification.updateMany(issued));
    await write(({ assistance }) => assistance.deleteMany({ where: { OR: [{ doctorId: id }, { assistantId: id }] } }));
  };

export const accountStore = (access: Access): Stores['accounts'] => {
  const { sql, read, change, write } = access;
  const find = async (by: typeof SQL.ACCOUNT_TO_CHANGE, wanted: string) =>
    modelOf((await sql.rows(by, wanted))[0], toCredentials);
  const set = (id: string, data: Partial<Row.Account>) =>
    write(({ account }) => account.updateMany({ where: { id }, data }));
  return {
    find: async (id) => (await find(SQL.ACCOUNT_TO_RELY_ON, id))?.account,
    findAvailable: async (id) => {
      const found = await find(SQL.ACCOUNT_TO_RELY_ON, id);
      return found?.disabledAt === undefined ? found?.account : undefined;
    },
    credentialsOf: (id) => find(SQL.ACCOUNT_TO_CHANGE, id),
    credentialsByEmail: (email) => find(SQL.ACCOUNT_OF_EMAIL, email),
    any: async () => (await read(({ account }) => account.findFirst({ select: ID }))) !== null,
    all: async (request) => {
      const page = { ...pageOf(NOT_ERASED, request), omit: { passwordHash: true } as const };
      return (await read(({ account }) => account.findMany(page))).map(toKnownAccount);
    },
    search: async (...wanted) => (await searchOver(access).accounts(...wanted)).map(toKnownAccount),
    namesOf: async (ids) => {
      if (ids.length === 0) return [];
      const select = { ...ID, firstName: true, lastName: true, role: true, disabledAt: true } as const;
      const found = await read(({ account }) => account.findMany({ where: { id: among(ids), ...NOT_ERASED }, select }));
      return found.map(({ role, ...row }) => {
        return { ...toColleague(row), role: oneOf(ROLES, role, 'an account with a role', row.id) };
      });
    },
    doctors: async ({ after = '', size }) => (await sql.rows(SQL.DOCTORS, after, size)).map(branded<Person>),
    insert: async ({ account: { registeredAt, provenAt, ...facts }, passwordHash, disabledAt }) => {
      const since = { provenAt: toDateOrNull(provenAt), disabledAt: toDateOrNull(disabledAt) };
      const create = { ...facts, passwordHash, registeredAt: new Date(registeredAt), ...since };
      const { email } = facts;
      const locked = sql.lock(SQL.LOCK_EMAIL, email);
      // One statement, which returns whose the address is: it must not fail, or it would end the transaction.
      const [found] = await Promise.all([
        change(({ account }) => account.upsert({ where: { email }, create, update: { email }, select: ID })),
        locked,
      ]);
      if (found.id !== facts.id) return refuse('EMAIL_TAKEN');
      await indexAccount(access, facts);
      return ok(undefined);
    },
    setPassword: (id, passwordHash) => set(id, { passwordHash }),
    setProfile: async (id, { firstName, lastName, language, notices }) => {
      await set(id, { firstName, lastName, language, notices });
      const known = await read(({ account }) => account.findFirst({ where: { id }, select: { id: true, role: true } }));
      if (!known) return;
      await write(({ accountWord }) => accountWord.deleteMany({ where: { accountId: id } }));
      await indexAccount(access, { ...known, firstName, lastName });
    },
    erase: eraseIn(access),
    setSecondFactor: (id, secondFactor) => set(id, { secondFactor }),
    setEmail: async (id, email, provenAt) => {
      const others = { where: { email, id: { not: id } }, select: ID };
      // Locked, as a violated constraint would end the transaction.
      const taken = await read(({ account }) => account.findFirst(others), sql.lock(SQL.LOCK_EMAIL, email));
      if (taken) return refuse('EMAIL_TAKEN');
      await set(id, { email, provenAt: toDateOrNull(provenAt) });
      return ok(undefined);
    },
    setDisabled: async (id, disabledAt) => {
      await sql.lock(SQL.LOCK_ACCOUNT_WITH_ITS_ROWS, id);
      await set(id, { disabledAt: toDateOrNull(disabledAt) });
    },
    setTakesNoChildren: (id, takesNoChildren) => set(id, { takesNoChildren }),
    setProven: (id, provenAt) => set(id, { provenAt: new Date(provenAt) }),
    freeEmail: (id) => set(id, { email: noAddressOf(id), provenAt: null }),
  };
};

export const sessionStore = ({ sql, read, change, write }: Access): Stores['sessions'] => ({
  find: async (digest) => {
    const [row] = await sql.rows(SQL.SESSION, digest);
    if (!row) return undefined;
    const account = toAccount(row);
    const { startedAt, lastUsedAt } = row;
    return { session: { digest, accountId: account.id, startedAt, lastUsedAt }, account };
  },
  insert: ({ digest, accountId, startedAt, lastUsedAt }) =>
    sql.insert(SQL.BEGIN_SESSION, [[digest, accountId, new Date(startedAt), new Date(lastUsedAt)]]),
  touch: (digest, lastUsedAt) => sql.write(SQL.TOUCH_SESSION, new Date(lastUsedAt), digest),
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
  sweep: (lastUsedBefore, atMost) => sql.write(SQL.SWEEP_SESSIONS, new Date(lastUsedBefore), atMost),
});

export const assistantStore = ({ sql, read, write }: Access): Stores['assistants'] => ({
  assists: async (assistantId, doctorId) => {
    return (await sql.rows(SQL.ASSISTANCE, doctorId, assistantId)).length > 0;
  },
  ofDoctor: async (doctorId, { after = '', size }, words) => {
    if (!words) return (await sql.rows(SQL.ASSISTANTS_OF_DOCTOR, doctorId, after, size)).map(toColleague);
    const { query, values } = assistantsFound({ of: doctorId, words, after, size });
    return (await sql.rows(query, ...values)).map(toColleague);
  },
  doctorsOf: async (assistantId, { after = '', size }) => {
    const where = { assistantId, doctorId: { gt: after } };
    const page = { where, orderBy: { doctorId: 'asc' as const }, take: size, select: { doctorId: true } };
    const rows = await read(({ assistance }) => assistance.findMany(page));
    return rows.map(({ doctorId }) => branded<Pick<Account, 'id'>>({ id: doctorId }));
  },
  link: (doctorId, assistantId) => {
    const link = { doctorId, assistantId };
    // With nothing to update, Prisma would look for the link first.
    return write(({ assistance }) =>
      assistance.upsert({ where: { doctorId_assistantId: link }, create: link, update: { doctorId } }),
    );
  },
  unlink: (doctorId, assistantId) =>
    write(({ assistance }) => assistance.deleteMany({ where: { doctorId, assistantId } })),
});

export const invitationStore = ({ sql, read, write }: Access): Stores['invitations'] => ({
  find: async (digest) => {
    const lock = sql.lock(SQL.LOCK_INVITATION, digest);
    return modelOf(await read(({ invitation }) => invitation.findFirst({ where: { digest } }), lock), toInvitation);
  },
  issuedFrom: async (from, size) => {
    const where = { issuedAt: { gte: new Date(from) } };
    const orderBy = [{ issuedAt: 'asc' as const }, { digest: 'asc' as const }];
    return (await read(({ invitation }) => invitation.findMany({ where, orderBy, take: size }))).map(toInvitation);
  },
  insert: ({ digest, role, issuedAt, expiresAt, usedBy = null }) => {
    const dates = { issuedAt: new Date(issuedAt), expiresAt: new Date(expiresAt) };
    const data = { digest, role, ...dates, usedById: usedBy };
    return write(({ invitation }) => invitation.create({ data, select: { digest: true } }));
  },
  save: ({ digest, usedBy = null }) =>
    write(({ invitation }) => invitation.updateMany({ where: { digest }, data: { usedById: usedBy } })),
});
