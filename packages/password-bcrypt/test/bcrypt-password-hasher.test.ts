import { syncBuiltinESMExports } from 'node:module';
import os from 'node:os';
import { passwordHasherContract } from '@health-case/domain/contracts/security-contract';
import { Unavailable } from '@health-case/domain/errors';
import type { Password } from '@health-case/domain/model/account';
import bcrypt from 'bcrypt';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createBcryptPasswordHasher, createHashQueue } from '../src/bcrypt-password-hasher.ts';

passwordHasherContract('bcrypt', () => createBcryptPasswordHasher({ cost: 4 }));

const password = 'correct horse' as Password;

it('hashes at the cost it was told, and calls a hash of a lower cost outdated (D-08)', async () => {
  const cheap = await createBcryptPasswordHasher({ cost: 4 }).hash(password);
  expect(cheap).toMatch(/^\$2b\$04\$/);
  const dearer = createBcryptPasswordHasher({ cost: 5 });
  expect(await dearer.verify(password, cheap)).toEqual({ matches: true, outdated: true });
  expect(await dearer.verify(password, await dearer.hash(password))).toEqual({ matches: true, outdated: false });
});

const wrong = 'wrong horse' as Password;

/** What follows is measured in rounds of bcrypt: those of all comparisons and hashes since the last measurement. */
const measureRounds = () => {
  onTestFinished(() => void vi.restoreAllMocks());
  const [compare, hash] = [vi.spyOn(bcrypt, 'compare'), vi.spyOn(bcrypt, 'hash')];
  return (): number => {
    const compared = compare.mock.calls.map(([, hashed]) => bcrypt.getRounds(hashed));
    const costs = [...compared, ...hash.mock.calls.map(([, cost]) => Number(cost))];
    for (const spy of [compare, hash]) spy.mockClear();
    return costs.reduce((sum, cost) => sum + 2 ** cost, 0);
  };
};

it('a wrong password costs as much against a hash from before the cost was raised as where there is no account (D-16)', async () => {
  const old = await createBcryptPasswordHasher({ cost: 4 }).hash(password);
  const hasher = createBcryptPasswordHasher({ cost: 7 });
  const rounds = measureRounds();
  for (const stored of [old, undefined]) {
    await hasher.verify(wrong, stored);
    expect(rounds()).toBe(2 ** 7);
  }
});

it('once it has met a hash from before the cost was lowered, every wrong password costs as much as against that (D-16)', async () => {
  const [dear, cheap] = await Promise.all([7, 4].map((cost) => createBcryptPasswordHasher({ cost }).hash(password)));
  const hasher = createBcryptPasswordHasher({ cost: 4 });
  await hasher.verify(wrong, dear);
  const rounds = measureRounds();
  for (const stored of [undefined, cheap]) {
    await hasher.verify(wrong, stored);
    expect(rounds()).toBe(2 ** 7);
  }
});

it.each([
  [undefined, 3],
  ['16', 15],
  ['64', 31],
  ['1', 1],
])('leaves a core and a thread of Node to other work: of 32 cores and %s threads it takes %i', (threads, lanes) => {
  vi.stubEnv('UV_THREADPOOL_SIZE', threads);
  const cores = vi.spyOn(os, 'availableParallelism').mockReturnValue(32);
  syncBuiltinESMExports();
  onTestFinished(() => {
    vi.unstubAllEnvs();
    cores.mockRestore();
    syncBuiltinESMExports();
  });
  expect(createBcryptPasswordHasher({ cost: 4 })).toMatchObject({ atOnce: lanes, room: 65 * lanes });
});

describe('the hash queue', () => {
  it('refuses at once what comes beyond its bound, and takes on again when there is room', async () => {
    const { run, load } = createHashQueue(1, 2);
    const first = Promise.withResolvers<void>();
    const accepted = [run(() => first.promise), run(async () => 'second'), run(async () => 'third')];
    await Promise.resolve();
    expect(load()).toEqual({ waiting: 2, running: 1 });
    await expect(run(async () => 'fourth')).rejects.toThrow(Unavailable);
    await expect(run(async () => 'fifth')).rejects.toMatchObject({ reason: 'overloaded', retryAfterSeconds: 5 });
    first.resolve();
    expect(await Promise.all(accepted)).toEqual([undefined, 'second', 'third']);
    expect(await run(async () => 'sixth')).toBe('sixth');
  });

  it('refuses a job that has waited too long, and does not run it', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    onTestFinished(() => void vi.useRealTimers());
    const { run } = createHashQueue(1, 10, 50);
    const [first, late] = [Promise.withResolvers<void>(), vi.fn(async () => 'late')];
    const waiting = Promise.allSettled([run(() => first.promise), run(late)]);
    vi.advanceTimersByTime(51);
    const soon = run(async () => 'soon');
    first.resolve();
    const reason = { reason: 'overloaded', retryAfterSeconds: 5 };
    expect((await waiting)[1]).toMatchObject({ status: 'rejected', reason });
    expect(late).not.toHaveBeenCalled();
    expect(await soon).toBe('soon');
  });
});
