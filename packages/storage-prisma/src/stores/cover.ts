import type { Account } from '@health-case/domain/model/account';
import type { Cover } from '@health-case/domain/model/cover';
import type { Stores } from '@health-case/domain/ports/storage';
import type { Access } from '../access.ts';
import type { Encryption } from '../encryption.ts';
import type * as Row from '../generated/sqlite/client.ts';
import { CHANGE, columnsOf, hot, lockOf, plan } from '../statement.ts';
import { TAKE_TURNS_WITH_ACCOUNT } from './account.ts';
import { branded, fromRow, modelOf, type Stored, toInstant, toRow } from './rows.ts';

/** An agreed one on the day that is this value. */
const agreedOn = (day: string) => `"agreedAt" IS NOT NULL AND "firstDay" <= ${day} AND "lastDay" >= ${day}`;
/** The doctors for whom the account `$1` stands in on the day. */
export const covered = (day: string) => `SELECT "doctorId" FROM "Cover" WHERE "deputyId" = $1 AND ${agreedOn(day)}`;

const DOCTOR = columnsOf('Cover', 'doctorId');
/** Keeps the end of a cover and the work of the deputy apart. */
export const COVER_THAT_COUNTS = hot<[deputyId: string, day: string, doctorId: string]>(
  'Each call of a deputy about a case asks for it.',
).returning(DOCTOR)`
  ${covered('$2')} AND "doctorId" = $3${CHANGE}`;
export const COVERED_DOCTORS = hot<[deputyId: string, day: string]>('Each list of a deputy asks for them.').returning(
  DOCTOR,
)`
  ${covered('$2')} ORDER BY "doctorId"`;
const DEPUTY = columnsOf('Cover', 'deputyId');
export const DEPUTIES = hot<[doctorId: string, day: string]>('Whatever a doctor is told of asks for them.').selecting(
  DEPUTY,
)`
  WHERE "doctorId" = $1 AND ${agreedOn('$2')}`;
export const DEPUTIES_FROM = hot<[doctorId: string, day: string]>('Each note on a case asks for them.').selecting(
  DEPUTY,
)`
  WHERE "doctorId" = $1 AND "agreedAt" IS NOT NULL AND "lastDay" >= $2`;
const COVER = columnsOf('Cover', 'id', 'doctorId', 'deputyId', 'firstDay', 'lastDay', 'agreedAt', 'reason');
export const COVER_OF_CASE = hot<[caseId: string, day: string]>('Each page of a case asks for it.').selecting(COVER)`
  WHERE "doctorId" = (SELECT "doctorId" FROM "Case" WHERE "id" = $1) AND ${agreedOn('$2')}`;
export const COVERS_OF_ACCOUNT = plan<[account: string, from: string]>(
  "Prisma's own reads all covers from that day on.",
).returning(COVER)`
  SELECT ${COVER} FROM "Cover" WHERE "doctorId" = $1 AND "lastDay" >= $2
  UNION ALL SELECT ${COVER} FROM "Cover" WHERE "deputyId" = $1 AND "lastDay" >= $2
  ORDER BY "firstDay", "id"`;
export const LOCK_COVER = lockOf(CHANGE, 'Cover', 'id');

const toCover = ({ agreedAt, ...row }: Stored<Row.Cover>): Cover =>
  branded<Cover>({ ...fromRow(row), agreedAt: modelOf(agreedAt, toInstant) });

type Id = Pick<Account, 'id'>;

export const coverStore = ({ sql, read, write }: Access, { fieldsOf }: Encryption): Stores['covers'] => {
  const { decrypted, decryptedOne, encrypted } = fieldsOf('Cover');
  return {
    find: async (id) => {
      const found = await read(({ cover }) => cover.findFirst({ where: { id } }), sql.lock(LOCK_COVER, id));
      return decryptedOne(found, toCover);
    },
    counts: async (deputyId, doctorId, day) => (await sql.rows(COVER_THAT_COUNTS, deputyId, day, doctorId)).length > 0,
    doctorsOf: async (deputyId, day) =>
      (await sql.rows(COVERED_DOCTORS, deputyId, day)).map(({ doctorId }) => branded<Id>({ id: doctorId }).id),
    deputiesOf: async (doctorId, day) =>
      (await sql.rows(DEPUTIES, doctorId, day)).map(({ deputyId }) => branded<Id>({ id: deputyId }).id),
    deputiesFrom: async (doctorId, day) =>
      (await sql.rows(DEPUTIES_FROM, doctorId, day)).map(({ deputyId }) => branded<Id>({ id: deputyId }).id),
    ofAccount: async (account, from) => {
      await sql.lock(TAKE_TURNS_WITH_ACCOUNT, account);
      return decrypted(await sql.rows(COVERS_OF_ACCOUNT, account, from), toCover);
    },
    ofCase: async (caseId, day) => decryptedOne(await sql.one(COVER_OF_CASE, caseId, day), toCover),
    insert: async (found) => {
      const data = await encrypted(toRow(found, 'agreedAt'));
      await write(({ cover }) => cover.create({ data, select: { id: true } }));
    },
    agree: (id, at) => write(({ cover }) => cover.updateMany({ where: { id }, data: { agreedAt: new Date(at) } })),
    remove: (id) => write(({ cover }) => cover.deleteMany({ where: { id } })),
    removePast: (doctorId, before) =>
      write(({ cover }) => cover.deleteMany({ where: { doctorId, lastDay: { lt: before } } })),
  };
};
