const AT_MOST_EVERY = 100;

export type Progress = { readonly say: (count: number) => void; readonly end: () => void };

/** A count that grows in its place on a terminal, on standard error; nothing at all in a pipe or a file. */
export const showProgress = (what: string, terminal: NodeJS.WriteStream = process.stderr): Progress => {
  let shownAt = Number.NEGATIVE_INFINITY;
  const show = terminal.isTTY ? (text: string) => void terminal.write(`\r\u001b[K${text}`) : () => undefined;
  return {
    say: (count) => {
      if (performance.now() - shownAt < AT_MOST_EVERY) return;
      shownAt = performance.now();
      show(`${count} ${what} …`);
    },
    end: () => show(''),
  };
};
