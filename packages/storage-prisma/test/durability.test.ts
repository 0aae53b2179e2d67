import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { keepAccount } from '@health-case/domain/contracts/storage/samples';
import type { AccountId } from '@health-case/domain/model/values';
import { describe, expect, it } from 'vitest';
import { start } from './support/programs.ts';
import { migratedFile, openBeside, openSqlite } from './support/sqlite.ts';

const PROGRAM = new URL('support/write-until-killed-program.ts', import.meta.url);

/** Lets 32 writers write, kills their process after a while without a warning, and gives back the ids it said it had kept. */
const writeAndKill = async (file: string, parentId: AccountId, milliseconds: number): Promise<readonly string[]> => {
  const writers = start(PROGRAM, file, parentId);
  let said = '';
  writers.stdout.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  const closed = once(writers, 'close');
  await once(writers.stdout, 'data');
  await sleep(milliseconds);
  writers.kill('SIGKILL');
  expect((await closed)[1]).toBe('SIGKILL');
  return said.split('\n').slice(0, -1);
};

describe('a process that is killed while it writes', () => {
  it('has kept everything that it acknowledged, each time, in a database that is whole', async () => {
    const file = await migratedFile();
    const first = await openSqlite(file);
    const parent = await keepAccount(first, 'Par');
    await first.close();
    const acknowledged: string[] = [];
    for (let round = 1; round <= 5; round += 1) {
      const milliseconds = Math.random() * 100;
      const said = await writeAndKill(file, parent.id, milliseconds);
      expect(said.length).toBeGreaterThan(0);
      acknowledged.push(...said);

      const reopened = await openSqlite(file);
      const kept = await reopened.read.children.ofParent(parent.id, { after: undefined, size: 1_000_000 });
      const ids = new Set<string>(kept.map(({ id }) => id));
      const lost = acknowledged.filter((id) => !ids.has(id));
      expect(lost, `killed after ${milliseconds} ms in round ${round}`).toEqual([]);
      await reopened.close();
      expect(openBeside(file).pragma('integrity_check', { simple: true })).toBe('ok');
    }
  });
});
