import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createProgressLine } from '../src/progress-line.ts';

const CLEAR = '\r\u001B[K';
beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const lineOn = (stream: { isTTY?: boolean; columns?: number }, terminal = 'xterm') => {
  const written: string[] = [];
  return { written, line: createProgressLine({ ...stream, write: (text) => written.push(text) }, terminal) };
};

describe('the line of progress', () => {
  it('replaces its text, adds the seconds, and is gone at the end; another begins at 0 s', () => {
    const { written, line } = lineOn({ isTTY: true });
    for (const text of ['1 done', '2 done', '2 done']) line.show(text);
    vi.advanceTimersByTime(2000);
    line.show('3 done');
    line.clear();
    line.clear();
    vi.advanceTimersByTime(5000);
    line.show('Again …');
    line.clear();
    const texts = ['1 done', '2 done', '2 done (1 s)', '2 done (2 s)', '3 done (2 s)', '', 'Again …', ''];
    expect(written).toEqual(texts.map((text) => CLEAR + text));
  });

  it('stays until the work ends, also if the work fails, and is never wider than the terminal', async () => {
    const { written, line } = lineOn({ isTTY: true, columns: 10 });
    expect(await line.during('Counting …', async () => 7)).toBe(7);
    await expect(line.during('Failing …', () => Promise.reject(new Error('down')))).rejects.toThrow('down');
    expect(written).toEqual(['Counting ', '', 'Failing …', ''].map((text) => CLEAR + text));
  });

  it.each([
    ['to a pipe', {}, 'xterm'],
    ['to a terminal that cannot clear a line', { isTTY: true }, 'dumb'],
  ])('writes nothing %s', async (_, stream, terminal) => {
    const { written, line } = lineOn(stream, terminal);
    line.show('1 done');
    vi.advanceTimersByTime(5000);
    expect(await line.during('Counting …', async () => 7)).toBe(7);
    expect([written, vi.getTimerCount()]).toEqual([[], 0]);
  });
});
