type Stream = { readonly isTTY?: boolean; readonly columns?: number; write(text: string): unknown };

const CLEAR_LINE = '\r\u001B[K';
const SECOND = 1000;

/** One line on a terminal: the work under way and its time so far. Writes nothing to a pipe or a terminal that cannot clear a line. */
export const createProgressLine = (stream: Stream, terminal = process.env['TERM']) => {
  const isShown = stream.isTTY === true && terminal !== 'dumb';
  let [text, written, startedAt] = ['', '', 0];
  let timer: NodeJS.Timeout | undefined;

  const write = (): void => {
    const seconds = Math.floor((performance.now() - startedAt) / SECOND);
    const line = seconds === 0 || text === '' ? text : `${text} (${seconds} s)`;
    // A wider text would fill two lines of the terminal, and only one of them can be cleared.
    const fitting = line.slice(0, (stream.columns || 80) - 1);
    if (fitting !== written) stream.write(CLEAR_LINE + fitting);
    written = fitting;
  };
  /** Replaces the text of the line. */
  const show = (now: string): void => {
    if (!isShown) return;
    if (timer === undefined) startedAt = performance.now();
    timer ??= setInterval(write, SECOND).unref();
    text = now;
    write();
  };
  const clear = (): void => {
    clearInterval(timer);
    [timer, text] = [undefined, ''];
    write();
  };
  /** Shows the text until the work ends. The work may show other texts meanwhile. */
  const during = <T>(now: string, work: () => Promise<T>): Promise<T> => {
    show(now);
    return work().finally(clear);
  };
  return { show, clear, during };
};

/** On standard error, so that standard output holds results only. */
export const progressLine = createProgressLine(process.stderr);
