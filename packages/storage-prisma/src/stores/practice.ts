import type { Account } from '@health-case/domain/model/account';
import { PRACTICE, type Practice, type PracticeFact, type SetupCode } from '@health-case/domain/model/practice';
import type { Stores } from '@health-case/domain/ports/storage';
import type { Access } from '../client.ts';
import { CHANGE, columnsOf, hot, lock } from '../statement.ts';
import { toColleague } from './account.ts';
import { assistantsFound } from './names.ts';
import { branded, modelOf, toInstant } from './rows.ts';

const FACTS = Object.keys(PRACTICE) as readonly PracticeFact[];
const COLUMNS = columnsOf('Practice', ...FACTS);

export const FIND_PRACTICE = hot('Each certification that is issued without a statement asks for it.').selecting(
  COLUMNS,
)`
  WHERE "id" = 1`;

type Row = { readonly name: string } & { readonly [Fact in PracticeFact]: string | null };

const toPractice = (row: Row) => {
  const known = Object.entries(row).filter(([, text]) => text !== null);
  return branded<Practice>({ ...Object.fromEntries(known), name: row.name });
};

const practiceStore = ({ sql, write }: Access): Stores['practice'] => ({
  find: async () => modelOf(await sql.one(FIND_PRACTICE), toPractice),
  save: async (known) => {
    const row = { ...Object.fromEntries(FACTS.map((fact) => [fact, known[fact] ?? null])), name: known.name };
    await write(({ practice }) => practice.upsert({ where: { id: 1 }, create: { id: 1, ...row }, update: row }));
  },
});

export const LOCK_SETUP_CODE = lock('It is used once.').sql`SELECT 1 FROM "SetupCode" WHERE "id" = 1${CHANGE}`;

const setupCodeStore = ({ sql, read, write }: Access): Stores['setupCodes'] => ({
  find: async (digest) => {
    const found = read(({ setupCode }) => setupCode.findFirst({ where: { id: 1, digest } }), sql.lock(LOCK_SETUP_CODE));
    return modelOf(await found, (row) => branded<SetupCode>({ digest, expiresAt: toInstant(row.expiresAt) }));
  },
  save: ({ digest, expiresAt }) => {
    const row = { digest, expiresAt: new Date(expiresAt) };
    return write(({ setupCode }) =>
      setupCode.upsert({ where: { id: 1 }, create: { id: 1, ...row }, update: row, select: { id: true } }),
    );
  },
  remove: () => write(({ setupCode }) => setupCode.deleteMany()),
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

export const practiceStores = { assistants: assistantStore, practice: practiceStore, setupCodes: setupCodeStore };
