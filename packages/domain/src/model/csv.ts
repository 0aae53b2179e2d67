/** Spreadsheets take a cell that begins so for a formula, also behind spaces. The wide ones are those of Japanese keyboards. */
const FORMULA = /^[\s\0]*[=+\-@|%＝＋－＠]/;
const TO_QUOTE = /[";,\r\n\t]|^\s|\s$/;

/** What is not taken for a formula begins with an apostrophe, which whoever reads it again takes away (D-48). */
const cellOf = (value: string | number | undefined): string => {
  const text = String(value ?? '');
  const plain = FORMULA.test(text) ? `'${text}` : text;
  return TO_QUOTE.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
};

/** CSV as the spreadsheets of most of Europe open it, in Unicode: with a mark at its start, and `;` between cells. */
export const csvOf = (rows: readonly (readonly (string | number | undefined)[])[]): string =>
  `\uFEFF${rows.map((row) => `${row.map(cellOf).join(';')}\r\n`).join('')}`;
