import { expect, it } from 'vitest';
import { showProgress } from '../src/progress.ts';

const stream = (isTTY: boolean) => {
  const said: string[] = [];
  return { said, terminal: { isTTY, write: (text: string) => said.push(text) } as unknown as NodeJS.WriteStream };
};

it('progress stands in one line of a terminal, not too often, and is gone at the end', () => {
  const { said, terminal } = stream(true);
  const progress = showProgress('things', terminal);
  for (const count of [1, 2, 3]) progress.say(count);
  progress.end();
  expect(said).toEqual(['\r\u001b[K1 things …', '\r\u001b[K']);
});

it('progress is not said where nobody watches', () => {
  const { said, terminal } = stream(false);
  const progress = showProgress('things', terminal);
  progress.say(1);
  progress.end();
  expect(said).toEqual([]);
});
