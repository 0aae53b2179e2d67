import { describe, expect, test, vi } from 'vitest';
import { HOUR, MINUTE } from '../../src/model/values.ts';
import { createHasherQueue, type Slot } from '../../src/use-cases/hasher-queue.ts';
import { PASSWORD } from '../support/clinic.ts';
import { nobody, openLimited } from '../support/limited.ts';
import { createTestPorts } from '../support/ports.ts';

/** The hasher works on one password at once, so three attempts are admitted at first; `slots` more may wait. */
const openTurns = (slots: number) => {
  const { clock } = createTestPorts();
  const queue = createHasherQueue({ atOnce: 1, room: 3 + slots }, clock);
  const admitted: string[] = [];
  const refused: string[] = [];
  const held: Slot[] = [];
  /** An attempt that is called `name` once it is admitted or refused. */
  const arrive = async (name: string, address: string, account = `${name}.${address}`) => {
    const slot = queue.arrive(address, account);
    await slot.take().then(
      () => {
        admitted.push(name);
        held.push(slot);
      },
      () => refused.push(name),
    );
  };
  /** So many of those that are admitted come to their end, in order. */
  const end = async (times: number) => {
    await clock.sleep(0);
    for (let count = 0; count < times; count += 1) {
      held.shift()?.leave();
      await clock.sleep(0);
    }
  };
  /** An attempt that finds nobody else. */
  const pass = async (address: string, account: string) => {
    const slot = queue.arrive(address, account);
    await slot.take();
    slot.leave();
    return slot;
  };
  /** Somebody who succeeds from this address at this account. */
  const succeed = async (address: string, account: string) => (await pass(address, account)).succeed();
  const arriveAll = (name: string, addresses: readonly string[]) => addresses.map((address) => arrive(name, address));
  return { arrive, arriveAll, admitted, clock, end, held, pass, succeed, refused };
};

const addresses = (count: number, first = 0) =>
  Array.from({ length: count }, (_, nth) => `198.51.${Math.floor((first + nth) / 256)}.${(first + nth) % 256}`);

const FLOOD = addresses(10);

describe('attempts that wait for the hasher (P-22)', () => {
  test('take turns by the attempts of their addresses, and those with equally many in order of arrival', async () => {
    const { admitted, arrive, end } = openTurns(10);
    const names = ['a', 'b', 'a', 'a', 'a', 'c', 'b', 'd'];
    for (const name of names) void arrive(name, `192.0.2.${name.charCodeAt(0)}`);
    await end(8);
    expect(admitted.join(' ')).toBe('a b a c d b a a');
  });

  test('are admitted in greater numbers while the hasher has nothing to do, until some wait for it', async () => {
    const { admitted, arriveAll, clock, end, held } = openTurns(150);
    void arriveAll('a', addresses(150));
    const endAtHasher = async (times: number) => {
      for (let count = 0; count < times; count += 1) {
        held[0]?.reach();
        await end(1);
      }
      return admitted.length;
    };
    await clock.sleep(0);
    expect(admitted).toHaveLength(3);
    // The others still ask the store.
    expect(await endAtHasher(9)).toBe(3 + 2 * 9);
    expect(await endAtHasher(2)).toBe(3 + 2 * 9 + 2);
    const endAmongOthers = async () => {
      for (const slot of held) slot.reach();
      await end(1);
    };
    while (held.length > 3) await endAmongOthers();
    // One fewer after the first, and then after each eighth.
    expect(admitted).toHaveLength(3 + 2 * 9 + 2 + 8 * 7);
    await endAmongOthers();
    expect(held).toHaveLength(3);
  });

  test('are refused from the end of that order where there are too many, whoever came last', async () => {
    const { admitted, arrive, arriveAll, clock, end, refused } = openTurns(10);
    for (let round = 0; round < 5; round += 1) arriveAll('flood', FLOOD);
    await clock.sleep(0);
    expect(refused).toHaveLength(50 - 13);
    void arrive('owner', '192.0.2.1');
    await end(1);
    expect([refused.length, admitted.at(-1)]).toEqual([38, 'owner']);
  });

  test('count for their address also where they are refused, for a minute at least', async () => {
    const { admitted, arriveAll, clock, end, refused } = openTurns(1);
    arriveAll('busy', Array(9).fill('192.0.2.1'));
    await end(9);
    expect([admitted.splice(0).length, refused.splice(0).length]).toEqual([4, 5]);
    clock.advance(MINUTE - 1);
    arriveAll('held', addresses(3));
    arriveAll('busy', ['192.0.2.1']);
    arriveAll('once', ['192.0.2.2', '192.0.2.2']);
    await end(4);
    expect([admitted.slice(3), refused]).toEqual([['once'], ['busy', 'once']]);
  });

  test('count for the wider networks of IPv6: many addresses of one network have one turn', async () => {
    const { admitted, arrive, end } = openTurns(100);
    for (let nth = 0; nth < 40; nth += 1) void arrive('flood', `2001:db8:1:${(nth * 256).toString(16)}::/64`);
    void arrive('owner', '2001:db8:2:1::/64');
    await end(1);
    expect(admitted.at(-1)).toBe('owner');
  });

  test('wait 15 s at most', async () => {
    const { arrive, clock, end, refused } = openTurns(10);
    const arriving = ['one', 'two', 'three', 'four'].map((name) => arrive(name, '192.0.2.1'));
    await clock.sleep(0);
    clock.advance(15_001);
    await end(1);
    await Promise.all(arriving);
    expect(refused).toEqual(['four']);
  });

  test('are remembered in bounded memory: by 40,000 other addresses they are forgotten', async () => {
    const { admitted, arrive, arriveAll, end, pass } = openTurns(2);
    arriveAll('busy', Array(4).fill('192.0.2.1'));
    await end(4);
    const last = async () => {
      admitted.length = 0;
      arriveAll('held', addresses(3, 60_000));
      void arrive('busy', '192.0.2.1');
      void arrive('other', '192.0.2.2');
      await end(4);
      return admitted.slice(3);
    };
    expect(await last()).toEqual(['other', 'busy']);
    for (const address of addresses(40_000)) await pass(address, address);
    expect((await last())[0]).toBe('busy');
  });
});

describe('a flood from addresses that are all new', () => {
  test.each([
    ['address', '192.0.2.1', 'another'],
    ['account', '192.0.2.2', 'owner'],
  ])('leaves slots and turns to an %s with a recent success', async (_, address, account) => {
    const { admitted, arrive, arriveAll, clock, end, succeed, refused } = openTurns(8);
    await succeed('192.0.2.1', 'owner');
    clock.advance(2 * MINUTE);
    arriveAll('flood', addresses(1000));
    void arrive('owner', address, account);
    arriveAll('flood', addresses(1000, 1000));
    await end(1);
    expect(refused).not.toContain('owner');
    expect(admitted.at(-1)).toBe('owner');
    clock.advance(24 * HOUR);
    await end(20);
    arriveAll('flood', addresses(1000, 2000));
    void arrive('forgotten', address, account);
    await clock.sleep(0);
    expect(refused.at(-1)).toBe('forgotten');
  });

  test('gives a quarter of the turns to those with a success, and no more, however often they try', async () => {
    const { admitted, arrive, arriveAll, end, succeed } = openTurns(400);
    await succeed('192.0.2.1', 'intruder');
    for (let count = 0; count < 100; count += 1) void arrive('intruder', '192.0.2.1', `victim.${count}`);
    arriveAll('new', addresses(100));
    await end(100);
    // Three had their turn before anybody had to wait.
    expect(admitted.slice(3).filter((name) => name === 'intruder')).toHaveLength(25);
  });

  test('does not get the slots of an account with a success for guesses at it from many addresses', async () => {
    const { admitted, arrive, end, succeed } = openTurns(400);
    await succeed('192.0.2.1', 'victim');
    for (const address of addresses(100)) void arrive('intruder', address, 'victim');
    void arrive('owner', '192.0.2.1', 'victim');
    await end(20);
    expect(admitted).toContain('owner');
  });
});

test.each([
  [PASSWORD, 'OK'],
  ['wrong horse', 'overloaded'],
])('a login beside a flood from new addresses, after one with %s from its own address: %s', async (before, code) => {
  const { attemptWith, clock, holdHasher, logIn } = await openLimited({}, 8, 1);
  // The registration of the account was a success, too.
  clock.advance(24 * HOUR);
  const owner = { address: '203.0.113.7' };
  await attemptWith(before, owner);
  const { reached, tell } = holdHasher();
  const codes: string[] = [];
  const guess = (address: string, nth: number) =>
    attemptWith('wrong horse', { ...nobody(nth), address }).catch(({ reason }) => codes.push(reason));
  const guesses = addresses(20).map(guess);
  const login = logIn(owner).catch(({ reason }) => reason);
  guesses.push(...addresses(20, 20).map(guess));
  await reached(3);
  tell(true);
  expect(await login).toBe(code);
  await Promise.all(guesses);
  expect(new Set(codes)).toEqual(new Set(['overloaded']));
});

test('a turn ends when the password is hashed: others need not wait until the session is stored', async () => {
  const { doctor, logIn, storage } = await openLimited({}, 1);
  const write = storage.write.bind(storage);
  const stored = Promise.withResolvers<void>();
  let writes = 0;
  vi.spyOn(storage, 'write').mockImplementation(async (work) => {
    writes += 1;
    if (writes === 2) await stored.promise;
    return write(work);
  });
  const first = logIn();
  await expect.poll(() => writes).toBe(2);
  expect(await logIn({ email: doctor.email })).toBe('OK');
  stored.resolve();
  expect(await first).toBe('OK');
});
