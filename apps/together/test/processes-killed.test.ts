import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { send } from '@health-case/http/testing/client';
import { expect, it } from 'vitest';
import { logIn, register, type Serving, scratchFolder, startServing } from './support/process.ts';

/** Read with another program's eyes: SQLite as Node has it. */
const childrenIn = (file: string): ReadonlySet<unknown> => {
  const database = new DatabaseSync(file, { readOnly: true });
  const ids = database
    .prepare('SELECT id FROM Child')
    .all()
    .map(({ id }) => id);
  database.close();
  return new Set(ids);
};

const ROUNDS = 5;
const WRITERS = 32;

/** Adds children one after another until the process is gone; every one that was acknowledged is noted. */
const addChildren = async ({ ports }: Serving, id: string, acknowledged: Set<string>): Promise<void> => {
  for (;;) {
    const body = { id, firstName: 'Mia', lastName: 'Jansen' };
    const reply = await send(ports['B'] ?? 0, { method: 'POST', path: '/api/Parent/child', body }).catch(
      () => undefined,
    );
    if (reply?.status !== 200) return;
    acknowledged.add((reply.content as { ChildID: string }).ChildID);
  }
};

it(`a process killed ${ROUNDS} times under ${WRITERS} writers has every child that it acknowledged`, async () => {
  const file = join(scratchFolder(), 'health-case.db');
  const env = { DATABASE_URL: `file:${file}` };
  const acknowledged = new Set<string>();
  for (let round = 0; round < ROUNDS; round += 1) {
    const serving = await startServing('together', env);
    if (round === 0) await register(serving);
    const id = await logIn(serving);
    const before = acknowledged.size;
    const writers = Array.from({ length: WRITERS }, () => addChildren(serving, id, acknowledged));
    await expect.poll(() => acknowledged.size).toBeGreaterThan(before + WRITERS);
    // A different moment in each round, the same in each run.
    await sleep(round * 61);
    serving.child.kill('SIGKILL');
    await Promise.all(writers);
    await serving.exitCode;
  }
  const { ports } = await startServing('together', env);
  expect((await send(ports['A'] ?? 0, { path: '/readyz' })).status).toBe(200);
  const kept = childrenIn(file);
  expect([...acknowledged].filter((id) => !kept.has(id))).toEqual([]);
});
