/** Where the line stands: standard error, so that standard output holds what was asked for and nothing else. */
type Stream = {
  readonly isTTY?: boolean;
  readonly columns?: number;
  write(text: string): unknown;
};

export type ProgressLine = {
  /** Says what is being done, and how far it has come where that is known, in place of what was said before. */
  readonly show: (text: string) => void;
  readonly clear: () => void;
  /** Says so for as long as the work lasts, unless the work itself says more. */
  readonly during: <T>(text: string, work: () => Promise<T>) => Promise<T>;
};

const FROM_THE_START = '\r\u001B[K';
const SECOND = 1000;

/**
 * One line on a terminal that says how far the work has come and how long it has taken, and goes when the work is done. A
 * pipe is spared it, and so is a terminal that cannot take a line back.
 */
export const createProgressLine = (stream: Stream, terminal = process.env['TERM']): ProgressLine => {
  const isShown = stream.isTTY === true && terminal !== 'dumb';
  let [text, written, began] = ['', '', 0];
  let timer: NodeJS.Timeout | undefined;

  const write = (): void => {
    const seconds = Math.floor((performance.now() - began) / SECOND);
    const line = seconds === 0 || text === '' ? text : `${text} (${seconds} s)`;
    // What is wider than the terminal would fill two of its lines, of which only one can be taken back.
    const fitting = line.slice(0, (stream.columns || 80) - 1);
    if (fitting !== written) stream.write(FROM_THE_START + fitting);
    written = fitting;
  };
  const clear = (): void => {
    clearInterval(timer);
    [timer, text] = [undefined, ''];
    if (isShown) write();
  };
  const show = (now: string): void => {
    if (!isShown) return;
    if (timer === undefined) {
      began = performance.now();
      timer = setInterval(write, SECOND);
      timer.unref();
    }
    text = now;
    write();
  };
  const during = async <T>(now: string, work: () => Promise<T>): Promise<T> => {
    show(now);
    return work().finally(clear);
  };
  return { show, clear, during };
};
