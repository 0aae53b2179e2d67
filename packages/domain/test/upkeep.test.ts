import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { Unavailable } from '../src/errors.ts';
import type { CodeDigest } from '../src/model/account.ts';
import type { JoinCode } from '../src/model/child.ts';
import { DAY, later, MINUTE } from '../src/model/values.ts';
import type { Stores } from '../src/ports/storage.ts';
import { ok } from '../src/result.ts';
import { createUpkeep } from '../src/upkeep.ts';
import { openFamily } from './support/family.ts';
import { email, must } from './support/values.ts';

/** Milliseconds that it lies idle between two pieces of work. */
const PAUSE = 20;

/** Waits as long as it takes. */
const until = (isSo: () => boolean | Promise<boolean>) => vi.waitUntil(isSo, { timeout: 60_000, interval: 1 });

type Step = Awaited<ReturnType<Stores['backlog']['step']>>;

/** A clinic with a finished case whose time is over, an expired code, and a backlog that takes these steps. */
const openWork = async (steps: readonly Step[], { isScrubbingSlow = false } = {}) => {
  const family = await openFamily();
  const { app, caseId, clock, doctor, invited, storage } = family;
  const code = await invited(email('nobody@example.org'));
  must(await app.finishCase({ actor: doctor, caseId }));
  clock.advance(366 * DAY);
  const events: string[] = [];
  const left = [...steps];
  const backlog = {
    step: async () => {
      const step = left.shift();
      if (step) events.push(step);
      return step;
    },
    filesCleared: async () => void events.push('done'),
  };
  const scrub = async (of: string) => void events.push(`scrub ${of}`);
  const write: typeof storage.write = (work) =>
    storage.write((stores) => work({ ...stores, backlog: { ...stores.backlog, ...backlog } }));
  const ports = {
    ...family,
    rules: { ...family.rules, finishedCasesKeptYears: 1 },
    storage: { ...storage, isScrubbingSlow, scrub, write },
  };
  const reported: unknown[] = [];
  const start = () => {
    const upkeep = createUpkeep(ports, (problem) => reported.push(problem));
    onTestFinished(upkeep.close);
    return upkeep;
  };
  const isErased = async () => (await storage.read.cases.find(caseId)) === undefined;
  const digest = family.secretCodes.digestOf(code) as CodeDigest;
  const hasCodes = async () =>
    must(await storage.write(async ({ joinCodes }) => ok((await joinCodes.find(digest)) !== undefined)));
  return { ...ports, backlog, events, hasCodes, isErased, reported, start };
};

describe('beside the calls', () => {
  test('what a migration has left is done, the files are cleared last, and then cases and codes whose time is over go', async () => {
    const { events, hasCodes, isErased, reported, start } = await openWork([
      'some rows',
      'some rows',
      'files to clear',
    ]);
    expect([await isErased(), await hasCodes()]).toEqual([false, true]);
    start();
    await until(async () => !(await hasCodes()));
    expect(events).toEqual(['some rows', 'some rows', 'files to clear', 'scrub texts', 'done']);
    expect([await isErased(), reported]).toEqual([true, []]);
  });

  test('files whose clearing keeps calls waiting are left to the operator', async () => {
    const { events, hasCodes, start } = await openWork(['some rows', 'files to clear'], { isScrubbingSlow: true });
    start();
    await until(async () => !(await hasCodes()));
    expect(events).toEqual(['some rows', 'files to clear']);
  });

  test('files that could not be cleared are still to be cleared', async () => {
    const { events, hasCodes, reported, start, storage } = await openWork(['files to clear']);
    storage.scrub = vi.fn().mockRejectedValue(new Unavailable('store', 'busy', { retryAfterSeconds: 1 }));
    start();
    await until(async () => !(await hasCodes()));
    expect([events, reported]).toEqual([['files to clear'], []]);
  });

  test('what fails is reported, and keeps none of the rest from being done', async () => {
    const { backlog, hasCodes, isErased, reported, start, storage } = await openWork([]);
    const [broken, alsoBroken] = [new Error('backlog'), new Error('cases')];
    backlog.step = vi.fn().mockRejectedValue(broken);
    const finishedBefore = vi.spyOn(storage.read.cases, 'finishedBefore').mockRejectedValue(alsoBroken);
    start();
    await until(async () => !(await hasCodes()));
    expect([reported, await isErased()]).toEqual([[broken, alsoBroken], false]);
    finishedBefore.mockRestore();
  });

  test('codes that are over go, however many there are, a thousand in one unit of work', async () => {
    const { childId, clock, parent, start, storage } = await openWork([]);
    const codes = Array.from({ length: 2001 }, (_, nth): JoinCode => {
      const [digest, to] = [`digest ${nth}` as CodeDigest, email(`nobody${nth}@example.org`)];
      return { digest, childId, email: to, invitedBy: parent.id, expiresAt: later(clock.now(), -1) };
    });
    await storage.write(async ({ joinCodes }) => {
      for (const code of codes) await joinCodes.save(code);
      return ok(undefined);
    });
    const left = async () =>
      must(
        await storage.write(async ({ joinCodes }) => {
          const found = await Promise.all(codes.map(({ digest }) => joinCodes.find(digest)));
          return ok(found.filter(Boolean).length);
        }),
      );
    start();
    await until(async () => (await left()) === 0);
  });
});

describe('time and again', () => {
  test('what fails is reported once, and again after it has succeeded', async () => {
    const { backlog, clock, reported, start } = await openWork([]);
    const [broken, brokenAgain] = [new Error('first'), new Error('last')];
    const step = vi.fn<typeof backlog.step>().mockResolvedValue(undefined);
    for (const error of [broken, broken, undefined, brokenAgain]) {
      if (error) step.mockRejectedValueOnce(error);
      else step.mockResolvedValueOnce(undefined);
    }
    backlog.step = step;
    start();
    for (let rounds = 1; rounds <= 5; rounds += 1) {
      await until(() => step.mock.calls.length === rounds);
      clock.advance(MINUTE);
    }
    expect(reported).toEqual([broken, brokenAgain]);
  });

  test('it looks again every minute, as there may have been an outage, or another process was at it', async () => {
    const { clock, start, storage } = await openWork([]);
    const looks = vi.spyOn(storage.read.cases, 'finishedBefore');
    const sleeps = vi.spyOn(clock, 'sleep');
    const fallAsleep = async (times: number) => {
      const before = sleeps.mock.calls.length;
      await until(() => sleeps.mock.calls.length > before + times);
    };
    start();
    await fallAsleep(9);
    const first = looks.mock.calls.length;
    clock.advance(MINUTE - 1);
    await fallAsleep(9);
    expect(looks).toHaveBeenCalledTimes(first);
    clock.advance(1);
    await until(() => looks.mock.calls.length > first);
    looks.mockRestore();
  });
});

describe('closing it', () => {
  /** Closes it when it pauses so often between two pieces, and waits for its end. */
  const closeAtPause = async (
    nth: number,
    { clock, start }: Pick<Awaited<ReturnType<typeof openWork>>, 'clock' | 'start'>,
  ) => {
    const sleep = clock.sleep.bind(clock);
    const paused = Promise.withResolvers<void>();
    let pauses = 0;
    vi.spyOn(clock, 'sleep').mockImplementation(async (milliseconds) => {
      if (milliseconds === PAUSE) pauses += 1;
      if (pauses === nth) paused.resolve();
      await sleep(milliseconds);
    });
    const closed = paused.promise.then(() => upkeep.close());
    const upkeep = start();
    await closed;
  };

  test('ends a backlog of any length between two pieces', async () => {
    const work = await openWork(Array(1000).fill('some rows'));
    await closeAtPause(3, work);
    expect([work.events.length, await work.isErased()]).toEqual([3, false]);
  });

  test('ends the erasing of any number of cases between two pieces', async () => {
    const work = await openWork([]);
    const { app, caseOf, childId, clock, doctor, storage } = work;
    for (let nth = 0; nth < 30; nth += 1) {
      must(await app.finishCase({ actor: doctor, caseId: await caseOf(childId, doctor) }));
    }
    clock.advance(367 * DAY);
    await closeAtPause(2, work);
    expect(await storage.read.cases.ofChild(childId, { after: undefined, size: 99 })).toHaveLength(11);
  });
});
