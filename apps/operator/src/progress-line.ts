const FROM_THE_START = '\r\u001B[K';

/** One line on a terminal that says how far the work has come, and goes when it is done. A pipe is spared it. */
export const createProgressLine = (stream: { readonly isTTY?: boolean; write(text: string): unknown }) => {
  let shown = '';
  const show = (text: string): void => {
    if (!stream.isTTY || text === shown) return;
    stream.write(FROM_THE_START + text);
    shown = text;
  };
  return { show, clear: () => show('') };
};
