import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createProgressLine } from '../src/progress-line.ts';

const BACK = '\r\u001B[K';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const lineOn = (stream: { isTTY?: boolean; columns?: number }, terminal = 'xterm') => {
  const written: string[] = [];
  return { written, line: createProgressLine({ ...stream, write: (text) => written.push(text) }, terminal) };
};

describe('the line of progress', () => {
  it('stands on a terminal, each time in place of what was said before, and is gone when the work is done', () => {
    const { written, line } = lineOn({ isTTY: true });
    for (const text of ['1 done', '2 done', '2 done']) line.show(text);
    line.clear();
    line.clear();
    expect(written).toEqual([`${BACK}1 done`, `${BACK}2 done`, BACK]);
  });

  it('says how long it has taken, as soon as that is a second, until the work is done', () => {
    const { written, line } = lineOn({ isTTY: true });
    line.show('Copying …');
    vi.advanceTimersByTime(2000);
    line.show('Checking …');
    line.clear();
    vi.advanceTimersByTime(5000);
    line.show('Again …');
    line.clear();
    expect(written).toEqual([
      ...['Copying …', 'Copying … (1 s)', 'Copying … (2 s)', 'Checking … (2 s)', ''].map((text) => BACK + text),
      ...['Again …', ''].map((text) => BACK + text),
    ]);
  });

  it('is there for as long as the work it is about, also if that fails', async () => {
    const { written, line } = lineOn({ isTTY: true });
    expect(await line.during('Counting …', async () => 7)).toBe(7);
    await expect(line.during('Falling …', () => Promise.reject(new Error('down')))).rejects.toThrow('down');
    expect(written).toEqual(['Counting …', '', 'Falling …', ''].map((text) => BACK + text));
  });

  it('is never wider than the terminal, which could not take it back', () => {
    const { written, line } = lineOn({ isTTY: true, columns: 10 });
    line.show('abcdefghijklmnop');
    expect(written).toEqual([`${BACK}abcdefghi`]);
  });

  it.each([
    ['in a pipe', {}, 'xterm'],
    ['on a terminal that cannot take it back', { isTTY: true }, 'dumb'],
  ])('is not %s', async (_, stream, terminal) => {
    const { written, line } = lineOn(stream, terminal);
    line.show('1 done');
    vi.advanceTimersByTime(5000);
    expect(await line.during('Counting …', async () => 7)).toBe(7);
    expect(written).toEqual([]);
    expect(vi.getTimerCount()).toBe(0);
  });
});
