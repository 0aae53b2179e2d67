/**
 * What changes the state of a terminal, moves its cursor, or changes the order of the text around it: control
 * characters, line separators, and the explicit directions of UAX 9. Line feed and tab are the layout of a program's
 * own text.
 */
const UNSAFE = /[^\P{Cc}\n\t]|[\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/gu;

/** The text of a program, which may quote data or arguments. */
const printable = (text: string): string => text.replace(UNSAFE, '\uFFFD');

/** Data in a line of a table or a sentence. */
export const inOneLine = (data: string): string => printable(data.replace(/[\n\t]/g, '\uFFFD'));

type Replacer = (name: string, value: unknown) => unknown;

/** JSON of the same value for whoever reads it. As text, it has no character that acts on a terminal. */
export const jsonText = (value: object, replacer?: Replacer, indent?: number): string =>
  JSON.stringify(value, replacer, indent).replace(
    UNSAFE,
    (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

/** From now on nothing that this process prints acts on a terminal, whichever module or library prints it. */
export const guardOutput = (): void => {
  for (const stream of [process.stdout, process.stderr]) {
    const { write } = stream;
    const guarded = (chunk: unknown, ...rest: readonly unknown[]): boolean =>
      Reflect.apply(write, stream, [typeof chunk === 'string' ? printable(chunk) : chunk, ...rest]);
    Object.assign(stream, { write: guarded });
  }
};
