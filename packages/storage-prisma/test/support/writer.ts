import { once } from 'node:events';
import { expect } from 'vitest';
import { startProgram } from './stores.ts';

/**
 * Starts a process that writes children of a parent, and waits until it has said something. The ids of those that it was
 * acknowledged are added to `acknowledged`.
 */
export const startWriter = async (
  acknowledged: string[],
  database: string,
  parentId: string,
  mode: 'write' | 'sequence' = 'write',
) => {
  const process = startProgram('write-until-killed', database, parentId, mode);
  let rest = '';
  process.stdout.setEncoding('utf8').on('data', (text: string) => {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    acknowledged.push(...lines);
  });
  const closed = once(process, 'close');
  await once(process.stdout, 'data');
  return {
    signal: (name: NodeJS.Signals) => process.kill(name),
    kill: async () => {
      process.kill('SIGKILL');
      expect((await closed)[1]).toBe('SIGKILL');
    },
  };
};
