import type { Instant } from '@health-case/domain/model/values';
import { inOneLine, jsonText } from '@health-case/terminal/printable';

type Cell = string | number | null;

type Row = Readonly<Record<string, Cell>>;

/** `issuedAt` has the heading ISSUED, `sessionsEnded` the heading SESSIONS ENDED. */
const headingOf = (name: string): string =>
  name.replace(/(At|Id)$|(?=[A-Z])/g, (end) => (end ? '' : ' ')).toUpperCase();

export const isoOf = (instant: Instant): string => new Date(instant).toISOString();

/** Resolves when the text is written, so that a list is read from the store no faster than its reader takes it. */
const print = (text: string): Promise<void> =>
  new Promise((resolve, reject) => {
    process.stdout.write(text, (error) => (error ? reject(error) : resolve()));
  });

const lineOf = (cells: readonly Cell[], widths: readonly number[]): string => {
  const padded = cells.map((cell, nth) => inOneLine(`${cell ?? '-'}`).padEnd(widths[nth] ?? 0));
  return `${padded.join('  ').trimEnd()}\n`;
};

/** The output of one command: JSON for programs, or text for people. */
export const createOutput = (json: boolean) => {
  const say = (value: object, text: string): Promise<void> => print(json ? `${jsonText(value)}\n` : text);
  return {
    print,
    /** An object, or a sentence. */
    say,
    /** An object, or a table of one row and an ending. */
    one: (value: object, row: Row, ending = ''): Promise<void> => {
      const [headings, cells] = [Object.keys(row).map(headingOf), Object.values(row)];
      const widths = headings.map((heading, nth) => Math.max(heading.length, `${cells[nth]}`.length));
      return say(value, lineOf(headings, widths) + lineOf(cells, widths) + ending);
    },
    /** A list of any length, a page at a time. `columns`: their widths. `ending`: below it, of the number of rows. */
    pages: async <Item, Columns extends Readonly<Record<string, number>>>(
      pages: AsyncIterable<readonly Item[]> | Iterable<readonly Item[]>,
      rowOf: (item: Item) => Row & Readonly<Record<keyof Columns, Cell>>,
      columns: Columns,
      ending: (rows: number) => string = () => '',
    ): Promise<void> => {
      const [names, widths] = [Object.keys(columns), Object.values(columns)];
      const cellsOf = (row: Row) => names.map((name) => row[name] ?? null);
      await print(json ? '[' : lineOf(names.map(headingOf), widths));
      let separator = '\n';
      let rows = 0;
      for await (const page of pages) {
        if (page.length === 0) continue;
        const lines = page.map(rowOf).map((row) => (json ? jsonText(row) : lineOf(cellsOf(row), widths)));
        await print(json ? separator + lines.join(',\n') : lines.join(''));
        separator = ',\n';
        rows += page.length;
      }
      await print(json ? '\n]\n' : ending(rows));
    },
  };
};

export type Output = ReturnType<typeof createOutput>;
