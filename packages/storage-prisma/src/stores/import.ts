import {
  IMPORT_STATES,
  type Import,
  type ImportRow,
  ROW_RESULTS,
  type RowReason,
  type RowTexts,
} from '@health-case/domain/model/import';
import type { ChildId } from '@health-case/domain/model/values';
import type { Stores } from '@health-case/domain/ports/storage';
import type { Access } from '../access.ts';
import type { Encryption } from '../encryption.ts';
import type * as Row from '../generated/sqlite/client.ts';
import { CHANGE, columnsOf, hot, plan, upsert } from '../statement.ts';
import { branded, modelOf, oneOf, pageOf, type Stored, toInstant } from './rows.ts';

const MANY = 'A list has thousands of rows, while other calls wait.';
const IMPORT = columnsOf(
  'Import',
  ...(['id', 'startedById', 'startedAt', 'digest', 'state', 'rows', 'done', 'byId', 'holder', 'dueAt'] as const),
);
export const FIND_IMPORT = hot<[id: string]>(MANY).selecting(IMPORT)`WHERE "id" = $1${CHANGE}`;
type Facts = [startedById: string, startedAt: Date, digest: string, state: string, rows: number, done: number];
export const SAVE_IMPORT = hot<[id: string, ...Facts, byId: string, holder: string | null, dueAt: Date]>(MANY).sql`
  ${upsert(IMPORT)}`;
const ROW = columnsOf('ImportRow', 'id', 'importId', 'texts', 'result', 'reason', 'childId', 'likes');
export const ADD_ROWS = hot(MANY).inserting(ROW, { skips: true });
export const ROWS = hot<[importId: string, after: string, size: number]>(MANY).selecting(ROW)`
  WHERE "importId" = $1 AND "id" > $2 ORDER BY "id" LIMIT $3`;
type Settled = [id: string, result: string, reason: string | null, childId: string | null, likes: string];
export const SETTLE_ROW = hot<Settled>(MANY).sql`
  UPDATE "ImportRow" SET "result" = $2, "reason" = $3, "childId" = $4, "likes" = $5 WHERE "id" = $1`;
export const CLEAR_ROWS = plan<[importId: string, atMost: number]>("Prisma's own names each row.").sql`
  UPDATE "ImportRow" SET "texts" = NULL, "childId" = NULL, "likes" = '' WHERE "id" IN
    (SELECT "id" FROM "ImportRow" WHERE "importId" = $1 AND "texts" IS NOT NULL LIMIT $2)`;

const toImport = ({ startedById, byId, state, holder, ...row }: Stored<Row.Import>): Import => ({
  ...branded<Omit<Import, 'startedBy' | 'by' | 'state' | 'holder'>>({
    ...row,
    startedAt: toInstant(row.startedAt),
    dueAt: toInstant(row.dueAt),
  }),
  ...branded<Pick<Import, 'startedBy' | 'by'>>({ startedBy: startedById, by: byId }),
  state: oneOf(IMPORT_STATES, state, 'an import in a state', row.id),
  holder: holder ?? undefined,
});

const toImportRow = ({ texts, result, reason, childId, likes, ...row }: Row.ImportRow): ImportRow => ({
  ...branded<Pick<ImportRow, 'id' | 'importId'>>(row),
  texts: texts === null ? undefined : (JSON.parse(texts) as RowTexts),
  result: oneOf(ROW_RESULTS, result, 'a row with a result', row.id),
  reasons: (reason?.split(', ') ?? []) as RowReason[],
  childId: (childId ?? undefined) as ChildId | undefined,
  likes: likes.split(' ').filter(Boolean) as ChildId[],
});

export const importStore = ({ sql, read }: Access, { fieldsOf }: Encryption): Stores['imports'] => {
  const { decrypted, decryptedOne, encrypt } = fieldsOf('ImportRow');
  return {
    find: async (id) => modelOf(await sql.one(FIND_IMPORT, id), toImport),
    all: async ({ after, size }) => {
      const where = after === undefined ? {} : { id: { lt: after } };
      const page = { where, orderBy: { id: 'desc' as const }, take: size };
      return (await read((client) => client.import.findMany(page))).map(toImport);
    },
    open: async () => {
      const states = IMPORT_STATES.filter((state) => state !== 'closed');
      const rows = await read((client) => client.import.findMany({ where: { state: { in: states } } }));
      return rows.map(toImport).sort((one, other) => (one.id < other.id ? -1 : 1));
    },
    rows: async (importId, request, result) => {
      const { after = '', size } = request;
      if (!result) return decrypted(await sql.rows(ROWS, importId, after, size), toImportRow);
      const page = pageOf({ importId, result }, request);
      return decrypted(await read(({ importRow }) => importRow.findMany(page)), toImportRow);
    },
    row: async (id) => decryptedOne(await read(({ importRow }) => importRow.findFirst({ where: { id } })), toImportRow),
    counts: async (importId) => {
      const counted = ROW_RESULTS.map(async (result) => {
        const count = await read(({ importRow }) => importRow.count({ where: { importId, result } }));
        return count === 0 ? [] : [[result, count] as const];
      });
      return Object.fromEntries((await Promise.all(counted)).flat());
    },
    save: ({ id, startedBy, startedAt, digest, state, rows, done, by, holder = null, dueAt }) => {
      const facts = [startedBy, new Date(startedAt), digest, state, rows, done] as const;
      return sql.write(SAVE_IMPORT, id, ...facts, by, holder, new Date(dueAt));
    },
    addRows: async (rows) => {
      const encrypted = rows.map(async ({ id, importId, texts, result, reasons, childId = null, likes }) => {
        const text = texts === undefined ? null : await encrypt(id, 'texts', JSON.stringify(texts));
        return [id, importId, text, result, reasons.join(', ') || null, childId, likes.join(' ')];
      });
      await sql.insert(ADD_ROWS, await Promise.all(encrypted));
    },
    settle: ({ id, result, reasons, childId = null, likes }) =>
      sql.write(SETTLE_ROW, id, result, reasons.join(', ') || null, childId, likes.join(' ')),
    clear: (importId, atMost) => sql.count(CLEAR_ROWS, importId, atMost),
  };
};
