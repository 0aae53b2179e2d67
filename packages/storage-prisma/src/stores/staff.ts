import type { Account } from '@health-case/domain/model/account';
import { HELP_KINDS, type Help, type StaffInvitation, type StaffWork } from '@health-case/domain/model/staff';
import type { AccountId } from '@health-case/domain/model/values';
import type { Stores } from '@health-case/domain/ports/storage';
import type { Access } from '../access.ts';
import type * as Row from '../generated/sqlite/client.ts';
import {
  CHANGE,
  columnsBeside,
  columnsOf,
  forEach,
  hot,
  lockOf,
  placeholders,
  plan,
  type Value,
} from '../statement.ts';
import { toColleague } from './account.ts';
import { assistantsFound } from './names.ts';
import { among, branded, fromRow, modelOf, oneOf, toRow, type Unswept } from './rows.ts';

export const LOCK_STAFF_INVITATION = lockOf(CHANGE, 'StaffInvitation', 'email');
export const LOCK_STAFF_CODE = lockOf(CHANGE, 'StaffInvitation', 'digest');
const ROLES = ['Doc', 'Ast'] as const;

const toInvitation = ({ invitedById: invitedBy, ...row }: Row.StaffInvitation): StaffInvitation =>
  branded<StaffInvitation>({
    ...fromRow({ ...row, invitedBy }),
    role: oneOf(ROLES, row.role, 'an invitation in a role', row.email),
  });

const staffInvitationStore = ({ sql, read, write }: Access): Unswept<'staffInvitations'> => ({
  find: async (email) => {
    const lock = sql.lock(LOCK_STAFF_INVITATION, email);
    const found = await read(({ staffInvitation }) => staffInvitation.findFirst({ where: { email } }), lock);
    return modelOf(found, toInvitation);
  },
  findByCode: async (digest) => {
    const lock = sql.lock(LOCK_STAFF_CODE, digest);
    const found = await read(({ staffInvitation }) => staffInvitation.findFirst({ where: { digest } }), lock);
    return modelOf(found, toInvitation);
  },
  all: async () =>
    (await read(({ staffInvitation }) => staffInvitation.findMany({ orderBy: { email: 'asc' } }))).map(toInvitation),
  save: ({ email, invitedBy: invitedById, digest, ...facts }) => {
    const update = toRow({ ...facts, invitedById, digest }, 'invitedAt', 'expiresAt');
    return write(({ staffInvitation }) =>
      staffInvitation.upsert({ where: { email }, create: { email, ...update }, update, select: { email: true } }),
    );
  },
  remove: (email) => write(({ staffInvitation }) => staffInvitation.deleteMany({ where: { email } })),
});

const toHelp = (row: Row.Help): Help =>
  branded<Help>({ ...fromRow(row), kind: oneOf(HELP_KINDS, row.kind, 'a kind of help', row.accountId) });

const helpStore = ({ read, write }: Access): Stores['helps'] => ({
  find: async (accountId) => modelOf(await read(({ help }) => help.findFirst({ where: { accountId } })), toHelp),
  due: async (givenUntil, take) => {
    const where = { email: { not: null }, at: { lte: new Date(givenUntil) } };
    return (await read(({ help }) => help.findMany({ where, orderBy: { at: 'asc' }, take }))).map(toHelp);
  },
  save: ({ accountId, ...help }) => {
    const update = toRow(help, 'at');
    return write(({ help }) =>
      help.upsert({ where: { accountId }, create: { accountId, ...update }, update, select: { accountId: true } }),
    );
  },
  removePending: () => write(({ help }) => help.deleteMany({ where: { email: { not: null } } })),
  remove: (accountId, which) => {
    const where = { accountId, ...(which && { email: { not: null } }) };
    return write(({ help }) => help.deleteMany({ where }));
  },
});

type WorkRow = { readonly [Name in keyof StaffWork]: Exclude<StaffWork[Name], undefined> | null } & {
  readonly id: AccountId;
};
const WORK = columnsBeside<WorkRow>('Account', 'id', 'lastLoginAt', 'ongoingCases', 'waiting', 'waitingSince');

/** Each count comes from an index of its own. */
export const workOf = forEach(
  (count) =>
    plan<readonly Value[]>('The client would need a statement for each count.').returning(WORK)`
    SELECT a."id",
      (SELECT MAX(n."at") FROM "KnownNetwork" n WHERE n."accountId" = a."id") AS "lastLoginAt",
      (SELECT COUNT(*) FROM "Case" c WHERE c."doctorId" = a."id" AND c."finishedAt" IS NULL) AS "ongoingCases",
      (SELECT COUNT(*) FROM "Certification" w WHERE w."waitsFor" = a."id") AS "waiting",
      (SELECT MIN(w."requestedAt") FROM "Certification" w WHERE w."waitsFor" = a."id") AS "waitingSince"
    FROM "Account" a WHERE a."id" IN (${placeholders(count)})`,
);

const staffWorkStore = ({ sql }: Access): Stores['staffWork'] => ({
  of: async (ids) => {
    if (ids.length === 0) return [];
    const wanted = among(ids).in;
    return (await sql.rows(workOf(wanted.length), ...wanted)).map(({ id, ongoingCases, waiting, ...moments }) => {
      const [lastLoginAt, waitingSince] = [moments.lastLoginAt, moments.waitingSince].map(
        (moment) => moment ?? undefined,
      );
      return { id, lastLoginAt, ongoingCases: Number(ongoingCases), waiting: Number(waiting), waitingSince };
    });
  },
});

export const ASSISTANTS_OF_DOCTOR = hot<[doctorId: string, after: string, size: number]>(
  'A list of the specification.',
).returning(columnsOf('Account', 'id', 'firstName', 'lastName', 'disabledAt'))`
  SELECT p."id", p."firstName", p."lastName", p."disabledAt" FROM "Assistance" a JOIN "Account" p ON p."id" = a."assistantId"
  WHERE a."doctorId" = $1 AND a."assistantId" > $2 ORDER BY a."assistantId" LIMIT $3`;

const ASSISTED = columnsOf('Assistance', 'doctorId');
/** Keeps an unlinking and the work of the assistant apart. */
export const ASSISTANCE = hot<[doctorId: string, assistantId: string]>(
  'Each call of an assistant asks for it.',
).selecting(ASSISTED)`
  WHERE "doctorId" = $1 AND "assistantId" = $2${CHANGE}`;
export const DOCTORS_OF_ASSISTANT = hot<[assistantId: string, after: string, size: number]>(
  'Each page of their cases or tasks asks for them.',
).selecting(ASSISTED)`
  WHERE "assistantId" = $1 AND "doctorId" > $2 ORDER BY "doctorId" LIMIT $3`;

const assistantStore = ({ sql, write }: Access): Stores['assistants'] => ({
  assists: async (assistantId, doctorId) => (await sql.rows(ASSISTANCE, doctorId, assistantId)).length > 0,
  ofDoctor: async (doctorId, { after = '', size }, words) => {
    if (!words) return (await sql.rows(ASSISTANTS_OF_DOCTOR, doctorId, after, size)).map(toColleague);
    const { query, values } = assistantsFound({ of: doctorId, words, after, size });
    return (await sql.rows(query, ...values)).map(toColleague);
  },
  doctorsOf: async (assistantId, { after = '', size }) =>
    (await sql.rows(DOCTORS_OF_ASSISTANT, assistantId, after, size)).map(({ doctorId }) =>
      branded<Pick<Account, 'id'>>({ id: doctorId }),
    ),
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

export const staffStores = {
  assistants: assistantStore,
  helps: helpStore,
  staffInvitations: staffInvitationStore,
  staffWork: staffWorkStore,
};
