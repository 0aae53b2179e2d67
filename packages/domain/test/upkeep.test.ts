import { describe, expect, onTestFinished, test, vi } from 'vitest';
import type { CodeDigest } from '../src/model/account.ts';
import type { JoinCode } from '../src/model/child.ts';
import { DAY, later, MINUTE } from '../src/model/values.ts';
import { ok } from '../src/result.ts';
import { createUpkeep } from '../src/upkeep.ts';
import { openFamily } from './support/family.ts';
import { email, must } from './support/values.ts';

/** Milliseconds that it lies idle between two pieces of work. */
const PAUSE = 20;

/** Waits as long as it takes. */
const until = (isSo: () => boolean | Promise<boolean>) => expect.poll(isSo, { interval: 1 }).toBe(true);

/** A clinic with a finished case whose time is over, and an expired code. */
const openWork = async () => {
  const family = await openFamily();
  const { app, caseId, clock, doctor, invited, storage } = family;
  const code = await invited(email('nobody@example.org'));
  must(await app.finishCase({ actor: doctor, caseId }));
  clock.advance(366 * DAY);
  const ports = { ...family, rules: { ...family.rules, finishedCasesKeptYears: 1 } };
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
  return { ...ports, hasCodes, isErased, reported, start };
};

describe('beside the calls', () => {
  test('cases and codes whose time is over go', async () => {
    const { hasCodes, isErased, reported, start } = await openWork();
    expect([await isErased(), await hasCodes()]).toEqual([false, true]);
    start();
    await until(async () => !(await hasCodes()));
    expect([await isErased(), reported]).toEqual([true, []]);
  });

  test('what fails is reported, and keeps none of the rest from being done', async () => {
    const { hasCodes, isErased, reported, start, storage } = await openWork();
    const broken = new Error('cases');
    const finishedBefore = vi.spyOn(storage.read.cases, 'finishedBefore').mockRejectedValue(broken);
    start();
    await until(async () => !(await hasCodes()));
    expect([reported, await isErased()]).toEqual([[broken], false]);
    finishedBefore.mockRestore();
  });

  test('codes that are over go, however many there are, a thousand in one unit of work', async () => {
    const { childId, clock, parent, start, storage } = await openWork();
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
    const { clock, reported, start, storage } = await openWork();
    const [broken, brokenAgain] = [new Error('first'), new Error('last')];
    const looks = vi.spyOn(storage.read.cases, 'finishedBefore').mockResolvedValue([]);
    for (const error of [broken, broken, undefined, brokenAgain]) {
      if (error) looks.mockRejectedValueOnce(error);
      else looks.mockResolvedValueOnce([]);
    }
    start();
    for (let rounds = 1; rounds <= 5; rounds += 1) {
      await until(() => looks.mock.calls.length === rounds);
      clock.advance(MINUTE);
    }
    expect(reported).toEqual([broken, brokenAgain]);
    looks.mockRestore();
  });

  test('it looks again every minute, as there may have been an outage, or another process was at it', async () => {
    const { clock, start, storage } = await openWork();
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

  test('ends the erasing of any number of cases between two pieces', async () => {
    const work = await openWork();
    const { app, caseOf, childId, clock, doctor, storage } = work;
    for (let nth = 0; nth < 30; nth += 1) {
      must(await app.finishCase({ actor: doctor, caseId: await caseOf(childId, doctor) }));
    }
    clock.advance(367 * DAY);
    await closeAtPause(2, work);
    expect(await storage.read.cases.ofChild(childId, { after: undefined, size: 99 })).toHaveLength(11);
  });
});
