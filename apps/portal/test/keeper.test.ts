import { randomBytes } from 'node:crypto';
import type { AccountId } from '@health-case/domain/model/values';
import type { Caller } from '@health-case/domain/use-cases/declaration';
import { createTextSeal } from '@health-case/node-platform/aes-gcm-keyring';
import { afterEach, expect, it, vi } from 'vitest';
import { createKeeper, SHOWN_FOR } from '../src/kit/keeper.ts';

const secret = randomBytes(32);
const most = 12 * 60 * 60 * 1000;
const keeperOf = (key: Uint8Array) => createKeeper(createTextSeal(key, 'forms'), { most });
const [mia, noa] = ['mia', 'noa'] as [AccountId, AccountId];
const typed = { firstName: 'Noor' };

afterEach(() => void vi.useRealTimers());

it('what was typed opens in another process with the same secret key, and under no other', () => {
  const keeper = keeperOf(secret);
  const kept = keeper.keep({ owner: keeper.ownedBy(mia) }, '/children/new', typed) ?? '';
  expect(kept).not.toContain('Noor');
  expect(keeperOf(secret).take(kept, '/children/new', mia)).toEqual(typed);
  expect(keeperOf(secret).take(kept, '/children/new', noa)).toBeUndefined();
  expect(keeperOf(secret).take(kept, '/account/name', mia)).toBeUndefined();
  expect(keeperOf(randomBytes(32)).take(kept, '/children/new', mia)).toBeUndefined();
});

it('it is kept no longer than a session may last, nor if it is very long', () => {
  vi.useFakeTimers({ now: 0 });
  const keeper = keeperOf(secret);
  const owner = keeper.ownedBy(mia);
  const kept = keeper.keep({ owner }, '/', typed) ?? '';
  vi.setSystemTime(most);
  expect(keeper.take(kept, '/', mia)).toEqual(typed);
  vi.setSystemTime(most + 1);
  expect(keeper.take(kept, '/', mia)).toBeUndefined();
  expect(keeper.keep({ owner }, '/', { title: 'x'.repeat(25_000) })).toBeUndefined();
});

it('what was searched opens for the account that searched, on its page alone', () => {
  const keeper = keeperOf(secret);
  const sealed = keeper.search('Noor', mia, '/practice/children');
  expect(sealed).not.toContain('Noor');
  expect(keeperOf(secret).searched(sealed, mia, '/practice/children')).toBe('Noor');
  expect([keeper.searched(sealed, noa, '/practice/children'), keeper.searched(sealed, mia, '/cases')]).toEqual([
    undefined,
    undefined,
  ]);
});

it('what is shown once opens for its session and page alone, for some minutes', () => {
  vi.useFakeTimers({ now: 0 });
  const keeper = keeperOf(secret);
  const callerOf = (id: AccountId, session: string) => ({ actor: { id }, session }) as unknown as Caller;
  const [here, page] = [callerOf(mia, 'here'), '/account/factor/codes'];
  const shown = keeper.show(here, page, typed);
  expect(shown).not.toContain('Noor');
  expect(keeperOf(secret).shown(shown, here, page)).toEqual(typed);
  const others = [callerOf(mia, 'elsewhere'), callerOf(noa, 'here')];
  for (const other of others) expect(keeper.shown(shown, other, page)).toBeUndefined();
  expect(keeper.shown(shown, here, '/account')).toBeUndefined();
  expect(keeper.take(shown, page, mia)).toBeUndefined();
  vi.setSystemTime(SHOWN_FOR);
  expect(keeper.shown(shown, here, page)).toEqual(typed);
  vi.setSystemTime(SHOWN_FOR + 1);
  expect(keeper.shown(shown, here, page)).toBeUndefined();
});

it.each(['', 'text.', 'text.AAAA', 'firstName=Noor', '\u0000'])('nothing is read from %j', (text) => {
  const keeper = keeperOf(secret);
  expect(keeper.take(text, '/', mia)).toBeUndefined();
  expect(keeper.keep({ owner: text }, '/', typed)).toBeUndefined();
});
