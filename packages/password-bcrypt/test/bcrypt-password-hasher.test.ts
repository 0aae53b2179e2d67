import { passwordHasherContract } from '@health-case/domain/contracts/security-contract';
import { Unavailable } from '@health-case/domain/errors';
import type { Password } from '@health-case/domain/model/account';
import bcrypt from 'bcrypt';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createBcryptPasswordHasher, createHashQueue } from '../src/bcrypt-password-hasher.ts';

passwordHasherContract('bcrypt', () => createBcryptPasswordHasher({ cost: 4 }));

describe('the bcrypt hasher (D-08)', () => {
  it('hashes at the cost it was told, and calls a hash of a lower cost outdated', async () => {
    const password = 'correct horse' as Password;
    const cheap = await createBcryptPasswordHasher({ cost: 4 }).hash(password);
    expect(cheap).toMatch(/^\$2b\$04\$/);
    const dearer = createBcryptPasswordHasher({ cost: 5 });
    expect(await dearer.verify(password, cheap)).toEqual({ matches: true, outdated: true });
    expect(await dearer.verify(password, await dearer.hash(password))).toEqual({ matches: true, outdated: false });
  });
});

describe('a wrong password (D-16)', () => {
  it('costs as much against a hash from before the cost was raised as where there is no account', async () => {
    const old = await createBcryptPasswordHasher({ cost: 4 }).hash('correct horse' as Password);
    const hasher = createBcryptPasswordHasher({ cost: 7 });
    const [compare, hash] = [vi.spyOn(bcrypt, 'compare'), vi.spyOn(bcrypt, 'hash')];
    const wrong = 'wrong horse' as Password;
    await hasher.verify(wrong, old);
    const rounds = [4, ...hash.mock.calls.map(([, cost]) => Number(cost))].reduce((sum, cost) => sum + 2 ** cost, 0);
    expect(rounds).toBe(2 ** 7);
    hash.mockClear();
    await hasher.verify(wrong, undefined);
    expect(compare.mock.calls.map(([, hashed]) => bcrypt.getRounds(hashed))).toEqual([4, 7]);
    expect(hash).not.toHaveBeenCalled();
    vi.restoreAllMocks();
  });
});

/** A job that ends when told to. */
const job = () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { run: () => promise, end: resolve };
};

describe('the hash queue', () => {
  it('runs as many at once as it has lanes, the next in their order when one ends, and tells how many run and wait', async () => {
    const { run: queued, load } = createHashQueue(2, 10);
    const jobs = [job(), job(), job(), job()];
    const started: number[] = [];
    const all = jobs.map(({ run }, index) =>
      queued(() => {
        started.push(index);
        return run();
      }),
    );
    await Promise.resolve();
    expect([started, load()]).toEqual([[0, 1], { waiting: 2, running: 2 }]);
    jobs[1]?.end();
    await all[1];
    await expect.poll(() => started).toEqual([0, 1, 2]);
    expect(load()).toEqual({ waiting: 1, running: 2 });
    for (const { end } of jobs) end();
    await Promise.all(all);
    expect([started, load()]).toEqual([[0, 1, 2, 3], { waiting: 0, running: 0 }]);
  });

  it('refuses at once what comes beyond its bound, and takes on again when there is room', async () => {
    const { run: queued } = createHashQueue(1, 2);
    const first = job();
    const accepted = [queued(first.run), queued(async () => 'second'), queued(async () => 'third')];
    await expect(queued(async () => 'fourth')).rejects.toThrow(Unavailable);
    await expect(queued(async () => 'fifth')).rejects.toMatchObject({ reason: 'overloaded', retryAfterSeconds: 5 });
    first.end();
    expect(await Promise.all(accepted)).toEqual([undefined, 'second', 'third']);
    expect(await queued(async () => 'sixth')).toBe('sixth');
  });

  it('refuses a job that has waited too long, and does not run it', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    onTestFinished(() => void vi.useRealTimers());
    const { run: queued } = createHashQueue(1, 10, 50);
    const [first, late] = [job(), vi.fn(async () => 'late')];
    const accepted = [queued(first.run), queued(late), queued(late)];
    vi.advanceTimersByTime(51);
    const soon = queued(async () => 'soon');
    first.end();
    for (const waited of accepted.slice(1)) {
      await expect(waited).rejects.toMatchObject({ reason: 'overloaded', retryAfterSeconds: 5 });
    }
    expect(late).not.toHaveBeenCalled();
    expect(await soon).toBe('soon');
  });

  it('gives the lane on when a job fails', async () => {
    const { run: queued } = createHashQueue(1, 1);
    await expect(queued(async () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
    expect(await queued(async () => 'next')).toBe('next');
  });
});
