import { describe, expect, it } from 'vitest';
import { createProgressLine } from '../src/progress-line.ts';

describe('the line of progress', () => {
  const said = (isTTY: boolean) => {
    const written: string[] = [];
    const line = createProgressLine({ isTTY, write: (text) => written.push(text) });
    for (const text of ['1 done', '2 done', '2 done']) line.show(text);
    line.clear();
    line.clear();
    return written;
  };

  it('stands on a terminal, and is gone when the work is done', () => {
    const back = '\r\u001B[K';
    expect(said(true)).toEqual([`${back}1 done`, `${back}2 done`, back]);
  });

  it('is not in a pipe', () => {
    expect(said(false)).toEqual([]);
  });
});
