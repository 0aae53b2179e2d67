import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { type PageRequest, pagesOf } from '@health-case/domain/model/pages';
import type { AccountId, ChildId } from '@health-case/domain/model/values';
import type { Storage } from '@health-case/domain/ports/storage';
import { expect, onTestFinished } from 'vitest';

const PROGRAM = join(import.meta.dirname, 'write-until-killed-program.ts');

/** Expects all these children of a parent in a store. Resolves to how many the parent has there. */
export const expectKept = async ({ read }: Storage, parentId: AccountId, ids: readonly string[]): Promise<number> => {
  const found = new Set<string>();
  for await (const page of pagesOf((request: PageRequest<ChildId>) => read.children.ofParent(parentId, request), {}))
    for (const { id } of page) found.add(id);
  expect(ids.filter((id) => !found.has(id))).toEqual([]);
  return found.size;
};

/**
 * Starts a process that writes children of a parent, and waits until it has said something. The ids of those that it
 * was acknowledged are added to `acknowledged`.
 */
export const startWriter = async (
  acknowledged: string[],
  database: string,
  parentId: string,
  mode: 'write' | 'sequence' = 'write',
) => {
  const writer = spawn(process.execPath, [PROGRAM, database, parentId, mode], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void writer.kill('SIGKILL'));
  let rest = '';
  writer.stdout.setEncoding('utf8').on('data', (text: string) => {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    acknowledged.push(...lines);
  });
  const closed = once(writer, 'close');
  await once(writer.stdout, 'data');
  return {
    signal: (name: NodeJS.Signals) => writer.kill(name),
    kill: async () => {
      writer.kill('SIGKILL');
      expect((await closed)[1]).toBe('SIGKILL');
    },
  };
};
