import { describe, expect, test, vi } from 'vitest';
import { createApplication } from '../../src/application.ts';
import { MINUTE } from '../../src/model/values.ts';
import { PASSWORD } from '../support/clinic.ts';
import { NINA, nobody, openLimited, wrong } from '../support/limited.ts';
import { codeOf } from '../support/values.ts';

describe('attempts at once', () => {
  test('with the right password all succeed: of one account, and of as many as there are from one address', async () => {
    const { clock, fail, logIn, register, stored } = await openLimited({ loginFailures: 20 });
    await fail(4);
    // Whoever ends wakes those that wait.
    vi.spyOn(clock, 'sleep').mockReturnValue(new Promise(() => undefined));
    expect(await Promise.all(Array.from({ length: 65 }, () => logIn()))).toEqual(Array(65).fill('OK'));
    expect(await stored()).toBeUndefined();
    const people = await Promise.all(Array.from({ length: 30 }, (_, number) => register('Par', `p${number}`)));
    expect(await Promise.all(people.map(logIn))).toEqual(Array(30).fill('OK'));
  });

  test.each([
    ['of one account', 5, () => nobody()],
    ['from one address', 20, nobody],
  ])('with 200 wrong passwords %s, no more than %i reach the hasher', async (_, most, of) => {
    const { attemptWith, passwords } = await openLimited({ loginFailures: 20 }, 200);
    const verify = vi.spyOn(passwords, 'verify');
    const guesses = Array.from({ length: 200 }, (_, number) => attemptWith('wrong horse', of(number)));
    const outcomes = await Promise.all(guesses.map((guess) => guess.then(codeOf, ({ reason }) => reason)));
    expect(new Set(outcomes)).toEqual(new Set(['CREDENTIALS_WRONG', 'THROTTLED', 'overloaded']));
    expect(verify).toHaveBeenCalledTimes(most);
  });

  test('wait for others in order of arrival, 64 at most in a process', async () => {
    const { attemptWith, fail, holdHasher, logIn } = await openLimited();
    const { reached, tell, verify } = holdHasher();
    const underWay = Array.from({ length: 5 }, () => logIn());
    await reached(5);
    const places = Array.from({ length: 64 }, (_, place) => `place ${place}`);
    const waiting = places.map((text) => attemptWith(text));
    await expect(logIn()).rejects.toMatchObject({ reason: 'overloaded', retryAfterSeconds: 5 });
    tell(true);
    await Promise.all([...underWay, ...waiting]);
    expect(verify.mock.calls.slice(5).map(([text]) => text)).toEqual(places);
    verify.mockRestore();
    expect(await fail(6)).toEqual([...wrong(5), 'THROTTLED']);
  });

  test('wait for those under way in another process, for 15 s at most, and not for one that must have died', async () => {
    const { attemptWith, clock, holdHasher, logIn, passwords, ...ports } = await openLimited();
    const { reached, verify } = holdHasher();
    for (let count = 0; count < 5; count += 1) void logIn();
    await reached(5);
    verify.mockRestore();
    const sleep = vi.spyOn(clock, 'sleep');
    const polled = async () => {
      const before = sleep.mock.calls.length;
      await expect.poll(() => sleep.mock.calls.length).toBeGreaterThan(before + 2);
    };
    const waiting = attemptWith(PASSWORD, {}, createApplication({ ...ports, clock, passwords }));
    clock.advance(15_000);
    await polled();
    expect(sleep).toHaveBeenLastCalledWith(100, expect.any(Function));
    clock.advance(1);
    await expect(waiting).rejects.toMatchObject({ reason: 'overloaded', retryAfterSeconds: 5 });
    clock.advance(MINUTE - 15_002);
    const left = logIn();
    await polled();
    clock.advance(1);
    expect(await left).toBe('OK');
  });
});

test('attempts under way and failures are together never more than are free', async () => {
  const { clock, fail, holdHasher, logIn } = await openLimited();
  await fail(2);
  const sleep = vi.spyOn(clock, 'sleep');
  const { reached, verify } = holdHasher();
  verify.mockResolvedValueOnce({ matches: false, outdated: false });
  // The first fails while two are under way: the fourth has to wait for them.
  const [first] = [logIn(), logIn(), logIn(), logIn()];
  await reached(3);
  expect(await first).toBe('CREDENTIALS_WRONG');
  const polls = sleep.mock.calls.length;
  await expect.poll(() => sleep.mock.calls.length).toBeGreaterThan(polls + 2);
  expect(verify).toHaveBeenCalledTimes(3);
});

test('attempts at once that need no hasher wait for others, too, 64 at most', async () => {
  const { app, assistant, call, doctor } = await openLimited();
  const link = () => app.linkAssistant({ ...call, actor: doctor, doctorId: doctor.id, email: assistant.email });
  const linked = await Promise.all(Array.from({ length: 60 }, link));
  expect(linked.map(codeOf)).toEqual(Array(60).fill('OK'));
  const misses = Array.from({ length: 200 }, () =>
    app
      .linkAssistant({ ...call, actor: doctor, doctorId: doctor.id, ...nobody() })
      .then(codeOf, ({ reason }) => reason),
  );
  const codes = await Promise.all(misses);
  expect(codes.filter((code) => code === 'ASSISTANT_NOT_FOUND')).toHaveLength(10);
  expect(codes.filter((code) => code === 'overloaded')).toHaveLength(200 - 10 - 64);
});

test('an attempt does not overtake those that wait, who wake one another', async () => {
  const { attemptWith, clock, holdHasher, logIn, passwords, ...ports } = await openLimited({ loginFailures: 20 });
  await logIn();
  const held = holdHasher();
  const underWay = Array.from({ length: 5 }, () => logIn());
  await held.reached(5);
  const wake: (() => void)[] = [];
  vi.spyOn(clock, 'sleep').mockImplementation(() => new Promise((resolve) => wake.push(resolve)));
  const another = createApplication({ ...ports, clock, passwords });
  const earlier = attemptWith('earlier', {}, another);
  await expect.poll(() => wake).toHaveLength(1);
  held.tell(true);
  await Promise.all(underWay);
  held.verify.mockRestore();
  const { reached, tell, verify } = holdHasher();
  const later = attemptWith('later', {}, another);
  await expect.poll(() => wake).toHaveLength(2);
  wake[0]?.();
  await reached(2);
  expect(verify.mock.calls.map(([text]) => text)).toEqual(['earlier', 'later']);
  tell(true);
  expect([await earlier, await later].map(codeOf)).toEqual(['OK', 'OK']);
});

test('attempts under way still count when the failures beside them are forgotten', async () => {
  const { attemptWith, clock, fail, holdHasher } = await openLimited({ loginFailures: 3 });
  const sleep = vi.spyOn(clock, 'sleep');
  const guess = (number: number, address = '192.0.2.1') =>
    void attemptWith('wrong horse', { ...nobody(number), address });
  await fail(1, nobody(0));
  clock.advance(MINUTE - 100);
  const { reached, verify } = holdHasher();
  for (const number of [1, 2]) guess(number);
  await reached(2);
  clock.advance(200);
  // An attempt from elsewhere removes what is forgotten.
  guess(3, '192.0.2.2');
  await reached(3);
  for (const number of [4, 5]) guess(number);
  await expect.poll(() => sleep).toHaveBeenCalled();
  expect(verify).toHaveBeenCalledTimes(4);
});

describe('more logins at once than passwords can wait to be hashed (P-22)', () => {
  test('are not those that wait for others at one account: everybody else is let in beside them', async () => {
    const { doctor, fail, holdHasher, logIn } = await openLimited({}, 6);
    const { reached, tell, verify } = holdHasher();
    const guesses = Array.from({ length: 6 }, () => fail(1));
    await reached(5);
    verify.mockRestore();
    await expect.poll(() => logIn({ email: doctor.email })).toBe('OK');
    tell(false);
    expect((await Promise.all(guesses)).at(-1)).toEqual(['THROTTLED']);
  });

  test('are refused before anything is written for them, and so is a registration beside them', async () => {
    const { app, call, fail, holdHasher, logIn, passwords, storage } = await openLimited({ registrations: 60 });
    const { reached, tell, verify } = holdHasher();
    const waiting = Array.from({ length: passwords.room }, (_, number) => logIn(nobody(number)));
    await reached(passwords.room);
    const write = vi.spyOn(storage, 'write');
    const overloaded = { reason: 'overloaded', retryAfterSeconds: 5 };
    await expect(logIn()).rejects.toMatchObject(overloaded);
    await expect(app.registerAccount({ ...call, ...NINA })).rejects.toMatchObject(overloaded);
    expect(write).not.toHaveBeenCalled();
    tell(true);
    await Promise.all(waiting);
    verify.mockRestore();
    expect(await fail(5)).toEqual(wrong(5));
  });

  test('are not joined by one that waited for others, until there is room for it', async () => {
    const { clock, doctor, holdHasher, logIn } = await openLimited({}, 6);
    const { reached, tell, verify } = holdHasher();
    const underWay = Array.from({ length: 5 }, () => logIn());
    await reached(5);
    clock.advance(MINUTE - 1);
    const sleep = vi.spyOn(clock, 'sleep');
    underWay.push(logIn());
    await expect.poll(() => sleep).toHaveBeenCalled();
    underWay.push(logIn({ email: doctor.email }));
    await reached(6);
    // The store forgets the attempts that the sixth waits for. The hasher has them still.
    clock.advance(1);
    for (let turn = 0; turn < 20; turn += 1) await clock.sleep(0);
    expect(verify).toHaveBeenCalledTimes(6);
    tell(true);
    await Promise.all(underWay);
    expect(verify).toHaveBeenCalledTimes(7);
  });
});
