import type { Import, ImportRow, ImportRowId, RowResult } from '../../model/import.ts';
import type { PageRequest } from '../../model/pages.ts';
import type { ImportId } from '../../model/values.ts';

/** D-48. */
export type ImportReads = {
  readonly imports: {
    /** A unit locks it. */
    find(id: ImportId): Promise<Import | undefined>;
    /** The newest first. */
    all(request: PageRequest<ImportId>): Promise<readonly Import[]>;
    /** Those that are not closed, by id. They are few. */
    open(): Promise<readonly Import[]>;
    /** In the order of their numbers. */
    rows(of: ImportId, request: PageRequest<ImportRowId>, result?: RowResult): Promise<readonly ImportRow[]>;
    row(id: ImportRowId): Promise<ImportRow | undefined>;
    counts(of: ImportId): Promise<Readonly<Partial<Record<RowResult, number>>>>;
  };
};

export type ImportStores = ImportReads & {
  readonly imports: {
    save(one: Import): Promise<void>;
    /** One that is there stays as it is. */
    addRows(rows: readonly ImportRow[]): Promise<void>;
    /** All but its texts. */
    settle(row: Omit<ImportRow, 'texts'>): Promise<void>;
    /** Removes the texts of some rows. Returns of how many. */
    clear(of: ImportId, atMost: number): Promise<number>;
  };
};
