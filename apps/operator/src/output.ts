import type { Instant } from '@health-case/domain/model/values';

/** A column of a table for people: its heading, and the text of a row's cell. */
export type Column<Row> = { readonly heading: string; readonly width?: number; readonly of: (row: Row) => string };

type As<Row> = { readonly json: boolean; readonly columns: readonly Column<Row>[] };

/** An altered record could hold control characters, which move the cursor of a terminal. */
export const withoutControls = (text: string): string => text.replace(/\p{Cc}/gu, '\uFFFD');

export const isoOf = (instant: Instant): string => new Date(instant).toISOString();

/** Resolves when the text is written, so that a list is read from the store no faster than its reader takes it. */
export const print = (text: string): Promise<void> =>
  new Promise((resolve, reject) => {
    process.stdout.write(text, (error) => (error ? reject(error) : resolve()));
  });

const lineOf = <Row>(columns: readonly Column<Row>[], textOf: (column: Column<Row>) => string): string => {
  const cells = columns.map((column) => withoutControls(textOf(column)).padEnd(column.width ?? 0));
  return `${cells.join('  ').trimEnd()}\n`;
};

/** One thing: a table of one row for people, an object for programs. */
export const printOne = <Row extends object>(row: Row, { json, columns }: As<Row>): Promise<void> => {
  if (json) return print(`${JSON.stringify(row)}\n`);
  const fitted = columns.map((column) => ({
    ...column,
    width: Math.max(column.heading.length, column.of(row).length),
  }));
  return print(lineOf(fitted, ({ heading }) => heading) + lineOf(fitted, ({ of }) => of(row)));
};

/** A list of any length, a page at a time: a table with columns of fixed widths for people, an array for programs. */
export const printPages = async <Item, Row extends object>(
  pages: AsyncIterable<readonly Item[]> | Iterable<readonly Item[]>,
  { json, columns, shown }: As<Row> & { readonly shown: (item: Item) => Row },
): Promise<void> => {
  await print(json ? '[' : lineOf(columns, ({ heading }) => heading));
  let separator = '\n';
  for await (const page of pages) {
    const lines = page.map(shown).map((row) => (json ? JSON.stringify(row) : lineOf(columns, ({ of }) => of(row))));
    await print(json ? separator + lines.join(',\n') : lines.join(''));
    separator = ',\n';
  }
  if (json) await print('\n]\n');
};
