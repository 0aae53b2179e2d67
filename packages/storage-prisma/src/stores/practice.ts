import { PRACTICE, type Practice, type PracticeFact, type SetupCode } from '@health-case/domain/model/practice';
import type { Stores } from '@health-case/domain/ports/storage';
import type { Access } from '../access.ts';
import { CHANGE, columnsOf, hot, lock } from '../statement.ts';
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

export const practiceStores = { practice: practiceStore, setupCodes: setupCodeStore };
