/** A column of a table for people: its heading, and what stands in it. */
export type Column<Row> = { readonly heading: string; readonly width?: number; readonly of: (row: Row) => string };

/** What was tampered with could hold what moves a terminal's cursor. */
export const withoutControls = (text: string): string => text.replace(/\p{Cc}/gu, '\uFFFD');

/** Resolves when the text is on its way, so that a list is read no faster than it is taken. */
export const print = (text: string): Promise<void> =>
  new Promise((resolve, reject) => {
    process.stdout.write(text, (error) => (error ? reject(error) : resolve()));
  });

const lineOf = <Row>(columns: readonly Column<Row>[], textOf: (column: Column<Row>) => string): string => {
  const cells = columns.map((column) => withoutControls(textOf(column)).padEnd(column.width ?? 0));
  return `${cells.join('  ').trimEnd()}\n`;
};

/** As wide as its widest value. */
const fitted =
  <Row>(rows: readonly Row[]) =>
  (column: Column<Row>): Column<Row> => ({
    ...column,
    width: Math.max(column.heading.length, ...rows.map((row) => column.of(row).length)),
  });

/** One thing: a table of one row for people, an object for programs. */
export const printOne = <Row extends object>(
  row: Row,
  { json, columns }: { readonly json: boolean; readonly columns: readonly Column<Row>[] },
): Promise<void> => {
  if (json) return print(`${JSON.stringify(row)}\n`);
  const wide = columns.map(fitted([row]));
  return print(lineOf(wide, ({ heading }) => heading) + lineOf(wide, ({ of }) => of(row)));
};

/** A list of any length, a page at a time: a table whose columns have fixed widths, or one array for programs. */
export const printPages = async <Row extends object>(
  pages: AsyncIterable<readonly Row[]>,
  { json, columns }: { readonly json: boolean; readonly columns: readonly Column<Row>[] },
): Promise<void> => {
  await print(json ? '[' : lineOf(columns, ({ heading }) => heading));
  let separator = '\n';
  for await (const page of pages) {
    const lines = page.map((row) => (json ? JSON.stringify(row) : lineOf(columns, ({ of }) => of(row))));
    await print(json ? separator + lines.join(',\n') : lines.join(''));
    separator = ',\n';
  }
  if (json) await print('\n]\n');
};
