import { ok, type Parser, parser, problem } from '../result.ts';
import { CORRECTABLE, type CorrectedField } from './child.ts';
import { type AccountId, type Brand, type ChildId, type ImportId, type Instant, UUID_V7 } from './values.ts';

/** The number is called so in lists. */
type ChildColumn = Exclude<CorrectedField, 'socSecNum'> | 'number';
export const columnOf = (name: CorrectedField): ChildColumn => (name === 'socSecNum' ? 'number' : name);

/** D-48: what a list of children says of each, in this order. */
export const IMPORT_COLUMNS = [...CORRECTABLE.map(columnOf), 'doctor', 'title', 'parents'] as const;
export type ImportColumn = (typeof IMPORT_COLUMNS)[number];
export type RowTexts = Readonly<Record<ImportColumn, string>>;

/** `checked`: the commit has not begun, or was stopped. `closing`: its texts are being removed. */
export const IMPORT_STATES = [
  'reading',
  'checking',
  'checked',
  'committing',
  'committed',
  'inviting',
  'closing',
  'closed',
] as const;

export type Import = {
  readonly id: ImportId;
  readonly startedBy: AccountId;
  readonly startedAt: Instant;
  /** Of the file. */
  readonly digest: string;
  readonly state: (typeof IMPORT_STATES)[number];
  /** The number of the last row. */
  readonly rows: number;
  /** The number of the last row that is checked, committed (also while it is `checked`), or invited (also while `committed`). */
  readonly done: number;
  /** In whose name it goes on. */
  readonly by: AccountId;
  /** The process that works on it. Until `dueAt` no other does. */
  readonly holder: string | undefined;
  readonly dueAt: Instant;
};

/** What was entered, or sent, stays. `undefined`: it does nothing that could be stopped. */
export const stopped = ({ state, done }: Import): Pick<Import, 'state' | 'done'> | undefined => {
  if (state === 'committing') return { state: 'checked', done };
  return state === 'inviting' ? { state: 'committed', done } : undefined;
};

/**
 * Before the commit `new`, `same`, `person` (somebody has to say which child it is), `wrong`, `left out`. The commit makes
 * `entered` of a new one, or `changed`, if a check finds another result by now.
 */
export const ROW_RESULTS = ['unchecked', 'new', 'same', 'person', 'wrong', 'left out', 'entered', 'changed'] as const;
export type RowResult = (typeof ROW_RESULTS)[number];

/** Why a row is wrong, or what it is by now. Never what stands in it. It has no comma. */
export type RowReason =
  | `${ImportColumn} ${'missing' | 'wrong'}`
  | 'birthDate future'
  | 'doctor unknown'
  | 'doctor unavailable'
  | 'doctor takes none'
  | 'number taken'
  | 'parents not invited'
  | `twice ${number}`
  | `now ${RowResult}`;

/** The import, a dot, and the number of the row in five digits. */
export type ImportRowId = Brand<string, 'ImportRowId'>;
export const rowIdOf = (id: ImportId, number: number): ImportRowId =>
  `${id}.${String(number).padStart(5, '0')}` as ImportRowId;
const ROW_ID = /^(.{36})\.(\d{5})$/;
export const rowNumberOf = (id: ImportRowId): number => Number(id.slice(-5));
const NO_ROW = problem('is no row');
export const parseImportRowId: Parser<ImportRowId> = parser(42, NO_ROW, (text) =>
  UUID_V7.test(ROW_ID.exec(text)?.[1] ?? '') ? ok(text.toLowerCase() as ImportRowId) : NO_ROW,
);

export type ImportRow = {
  readonly id: ImportRowId;
  readonly importId: ImportId;
  /** Until the import is closed. */
  readonly texts: RowTexts | undefined;
  readonly result: RowResult;
  /** All that are known: whoever mends the list does so once. */
  readonly reasons: readonly RowReason[];
  /** The child that it is. */
  readonly childId: ChildId | undefined;
  /** The children that it may be: whoever decides has seen them. */
  readonly likes: readonly ChildId[];
};
