import { describe, expect, test, vi } from 'vitest';
import { createApplication } from '../../src/application.ts';
import { Unavailable } from '../../src/errors.ts';
import { parseIdempotencyKey } from '../../src/model/idempotency.ts';
import { type Attempts, countingAt, growingDelay } from '../../src/model/throttle.ts';
import { HOUR, later, MINUTE } from '../../src/model/values.ts';
import { openClinic, PASSWORD } from '../support/clinic.ts';
import { NINA, nobody, openLimited, repeat, wrong } from '../support/limited.ts';
import { watchStore } from '../support/ports.ts';
import { attempt, codeOf, email, must, password } from '../support/values.ts';

const gone = new Unavailable('store', 'gone', { retryAfterSeconds: 1 });

describe('logging in again and again with a wrong password (P-07)', () => {
  test('is free five times, then waits 1 s, twice as long each time, 15 minutes at most; a success resets it', async () => {
    const { attemptWith, clock, fail, logIn, passwords } = await openLimited();
    expect(await fail(5)).toEqual(wrong(5));
    for (const seconds of [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900]) {
      const verify = vi.spyOn(passwords, 'verify');
      const refusal = { code: 'THROTTLED', retryAfterSeconds: seconds };
      expect(await attemptWith(PASSWORD)).toMatchObject({ refusal });
      clock.advance(seconds * 1000 - 1);
      expect(await logIn()).toBe('THROTTLED');
      expect(verify).not.toHaveBeenCalled();
      verify.mockRestore();
      clock.advance(1);
      expect(await fail(1)).toEqual(wrong(1));
    }
    clock.advance(15 * MINUTE);
    expect([await logIn(), ...(await fail(6))]).toEqual(['OK', ...wrong(5), 'THROTTLED']);
  });

  test('counts together with guesses at the password in order to change it', async () => {
    const { app, call, fail, logIn, parent } = await openLimited();
    const change = { ...call, actor: parent, session: 'session' as never, newPassword: password('quite another') };
    const guess = async () => codeOf(await app.changePassword({ ...change, password: attempt('wrong horse') }));
    await fail(3);
    expect([await guess(), await guess(), await guess()]).toEqual(['PASSWORD_WRONG', 'PASSWORD_WRONG', 'THROTTLED']);
    expect(await logIn()).toBe('THROTTLED');
  });

  test('neither counts nor is forgotten where the hasher had no time for it', async () => {
    const { fail, logIn, passwords } = await openLimited();
    await fail(2);
    const verify = vi.spyOn(passwords, 'verify').mockRejectedValue(gone);
    for (let count = 0; count < 10; count += 1) await expect(logIn()).rejects.toBe(gone);
    verify.mockRestore();
    expect(await fail(4)).toEqual([...wrong(3), 'THROTTLED']);
  });

  test('counts also where the audit trail has no room for its record', async () => {
    const { auditTrail, attemptWith, fail } = await openLimited();
    vi.spyOn(auditTrail, 'note').mockImplementation(() => {
      throw gone;
    });
    for (let count = 0; count < 4; count += 1) await expect(attemptWith('wrong horse')).rejects.toBe(gone);
    vi.mocked(auditTrail.note).mockRestore();
    expect(await fail(2)).toEqual([...wrong(1), 'THROTTLED']);
  });

  test.each([
    [24 * HOUR - 1, [...wrong(1), 'THROTTLED']],
    [24 * HOUR, wrong(2)],
  ])('is forgotten a day after the last of them: after %i ms', async (milliseconds, codes) => {
    const { clock, fail } = await openLimited();
    await fail(4);
    clock.advance(milliseconds);
    expect(await fail(2)).toEqual(codes);
  });

  test('leaves no record once it is throttled, and writes nothing: a flood of guesses fills neither', async () => {
    const { auditTrail, fail, storage } = await openLimited();
    await fail(5);
    const saves = watchStore(storage, 'throttles', 'save');
    await fail(20);
    expect([auditTrail.noted.length, saves.flat(2)]).toEqual([5, []]);
  });
});

test('a hit is not under way any more where another process has made it in the last moment', async () => {
  const { app, assistant, call, doctor, storage, ...ports } = await openLimited();
  const other = createApplication({ ...ports, storage });
  const idempotencyKey = must(parseIdempotencyKey('first'));
  const request = { ...call, actor: doctor, doctorId: doctor.id, email: assistant.email, idempotencyKey };
  const write = storage.write.bind(storage);
  // The unit of work that follows the admission is rolled back, and runs again after that of the other process.
  vi.spyOn(storage, 'write')
    .mockImplementationOnce(write)
    .mockImplementationOnce(async (work) => {
      const rolledBack = write(async (stores, hasTime) => {
        must(await work(stores, hasTime));
        throw gone;
      });
      await expect(rolledBack).rejects.toBe(gone);
      must(await other.linkAssistant(request));
      return write(work);
    });
  expect(must(await app.linkAssistant(request))).toBe(assistant.id);
  expect(await storage.read.throttles.find([`misses of ${doctor.id}`])).toEqual([undefined]);
});

test('naming assistants who are none is free ten times an hour; a hit costs nothing (P-07)', async () => {
  const { app, assistant, call, clock, doctor, otherDoctor, parent } = await openLimited();
  const link = (times: number, address: string, actor = doctor) =>
    repeat(times, () => app.linkAssistant({ ...call, actor, doctorId: actor.id, email: email(address) }));
  expect(await link(20, assistant.email)).toEqual(Array(20).fill('OK'));
  expect(await link(20, assistant.email, parent)).toEqual(Array(20).fill('DOCTOR_NOT_FOUND'));
  expect(await link(11, nobody().email)).toEqual([...Array(10).fill('ASSISTANT_NOT_FOUND'), 'THROTTLED']);
  expect(await link(1, assistant.email, otherDoctor)).toEqual(['OK']);
  clock.advance(HOUR);
  expect(await link(1, assistant.email)).toEqual(['OK']);
});

describe('the limits of a client address', () => {
  test('let it fail so often a minute, whomever it tries; successes neither count nor reset', async () => {
    const { clock, doctor, fail, logIn } = await openLimited({ loginFailures: 3 });
    for (let minute = 0; minute < 2; minute += 1) {
      for (let count = 0; count < 5; count += 1) expect(await logIn()).toBe('OK');
      expect([...(await fail(1, nobody(1))), await logIn()]).toEqual([...wrong(1), 'OK']);
      expect([...(await fail(3, nobody(2))), await logIn()]).toEqual([...wrong(2), 'THROTTLED', 'THROTTLED']);
      expect(await logIn({ email: doctor.email, address: '192.0.2.2' })).toBe('OK');
      clock.advance(MINUTE);
    }
  });

  test('let it register so often in the minute that begins with the first, successfully or not', async () => {
    const { app, call, clock } = await openLimited({ registrations: 2 });
    const register = (times: number, address = call.address) =>
      repeat(times, () => app.registerAccount({ ...call, ...NINA, address }));
    expect(await register(1)).toEqual(['OK']);
    clock.advance(MINUTE - 1);
    expect(await register(2)).toEqual(['EMAIL_TAKEN', 'THROTTLED']);
    expect(await register(1, '192.0.2.2')).toEqual(['EMAIL_TAKEN']);
    clock.advance(1);
    expect(await register(3)).toEqual(['EMAIL_TAKEN', 'EMAIL_TAKEN', 'THROTTLED']);
  });
});

describe('a clock that was ahead by an hour and is set right', () => {
  test.each([
    [0, 'OK'],
    [4, 'OK'],
    [5, 'THROTTLED'],
  ])('lets nobody wait longer than the minute of an address: after %i failures', async (failures, code) => {
    const { attemptWith, clock, fail, logIn } = await openLimited({ loginFailures: 5 });
    clock.advance(HOUR);
    expect([await logIn(), ...(await fail(failures))]).toEqual(['OK', ...wrong(failures)]);
    clock.advance(-HOUR);
    const outcome = await attemptWith(PASSWORD);
    expect(codeOf(outcome)).toBe(code);
    if (!outcome.ok) expect(outcome.refusal.retryAfterSeconds).toBe(60);
    clock.advance(MINUTE);
    expect(await logIn()).toBe('OK');
  });

  test('lets nobody wait longer than the delay of an account, and forgets its failures after a day', async () => {
    const { attemptWith, clock, fail, logIn, stored } = await openLimited();
    clock.advance(HOUR);
    await fail(5);
    clock.advance(1000);
    await fail(1);
    clock.advance(-HOUR);
    expect(await attemptWith(PASSWORD)).toMatchObject({ refusal: { retryAfterSeconds: 2 } });
    expect((await stored())?.forgottenAt).toBe(later(clock.now(), 24 * HOUR));
    clock.advance(2000);
    expect(await logIn()).toBe('OK');
  });

  test.each([
    ['an hour ahead', HOUR, 0],
    ['a minute ahead', MINUTE, 1],
    ['a minute ago', 1 - MINUTE, 1],
    ['more than a minute ago', -MINUTE, 0],
  ])('an attempt that began %s is under way: %i ms, %i', async (_, began, underWay) => {
    const { clock } = await openClinic();
    const stored = { count: 0, notBefore: 0, forgottenAt: 0, underWay: [later(clock.now(), began + MINUTE)] };
    expect(countingAt(clock.now(), growingDelay, stored as unknown as Attempts).underWay).toHaveLength(underWay);
  });
});

describe('what is stored of attempts', () => {
  test('is removed once nothing counts', async () => {
    const { clock, fail, logIn, stored } = await openLimited();
    await fail(1);
    expect(await stored()).toMatchObject({ count: 1, forgottenAt: later(clock.now(), 24 * HOUR), underWay: [] });
    await logIn();
    expect(await stored()).toBeUndefined();
  });

  test('of one whose process died is forgotten a minute after it began', async () => {
    const { clock, holdHasher, logIn, stored } = await openLimited();
    void logIn();
    await holdHasher().reached(1);
    expect(await stored()).toMatchObject({ forgottenAt: clock.now(), underWay: [later(clock.now(), MINUTE)] });
  });

  /** Counts units of work; those whose numbers are given are done, and then lost. */
  const losing = (storage: Awaited<ReturnType<typeof openLimited>>['storage'], ...lost: readonly number[]) => {
    const write = storage.write.bind(storage);
    return vi.spyOn(storage, 'write').mockImplementation(async (work) => {
      const number = vi.mocked(storage.write).mock.calls.length;
      const outcome = await write(work);
      if (lost.includes(number)) throw gone;
      return outcome;
    });
  };

  test('ends in the unit of work of a success, and in one of its own after a failure', async () => {
    const { fail, logIn, storage, stored } = await openLimited();
    await fail(1);
    const writes = losing(storage);
    expect([await logIn(), writes.mock.calls.length, await stored()]).toEqual(['OK', 2, undefined]);
    await fail(1);
    expect(writes).toHaveBeenCalledTimes(4);
  });

  test('ends in a unit of its own where the one of the call was lost', async () => {
    const { logIn, storage, stored } = await openLimited();
    const writes = losing(storage, 2);
    await expect(logIn()).rejects.toBe(gone);
    expect([writes.mock.calls.length, await stored()]).toEqual([3, undefined]);
  });

  test('may stay as it was where the store is gone at the end: that does not hide the outcome', async () => {
    const { fail, storage } = await openLimited();
    const writes = losing(storage, 2);
    expect(await fail(1)).toEqual(wrong(1));
    expect(writes).toHaveBeenCalledTimes(2);
  });
});
