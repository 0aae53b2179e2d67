import { randomBytes } from 'node:crypto';
import { type AccountId, DAY } from '@health-case/domain/model/values';
import type { Caller } from '@health-case/domain/use-cases/declaration';
import { createTextCipher } from '@health-case/node-platform/aes-gcm-keyring';
import { afterEach, expect, it, vi } from 'vitest';
import { createKeeper, SHOWN_FOR } from '../src/kit/keeper.ts';

const secret = randomBytes(32);
const keeperOf = (key: Uint8Array) => createKeeper(createTextCipher(key, 'forms'));
const [mia, noa] = ['mia', 'noa'] as [AccountId, AccountId];
const typed = { firstName: 'Noor' };

afterEach(() => void vi.useRealTimers());

it('what was typed opens in another process with the same secret key, in its form, and under no other key', () => {
  const keeper = keeperOf(secret);
  const kept = keeper.draft(typed, mia, '/children/new', 'one');
  expect(kept).not.toContain('Noor');
  expect(keeperOf(secret).drafted(kept, mia, '/children/new', 'one')).toEqual(typed);
  expect(keeperOf(secret).drafted(kept, noa, '/children/new', 'one')).toBeUndefined();
  expect(keeperOf(secret).drafted(kept, mia, '/account/name', 'one')).toBeUndefined();
  expect(keeperOf(secret).drafted(kept, mia, '/children/new', 'other')).toBeUndefined();
  expect(keeperOf(randomBytes(32)).drafted(kept, mia, '/children/new', 'one')).toBeUndefined();
});

it('what a stranger has typed is kept for a day', () => {
  vi.useFakeTimers({ now: 0 });
  const keeper = keeperOf(secret);
  const kept = keeper.drafts(typed);
  expect(kept).not.toContain('Noor');
  vi.setSystemTime(DAY);
  expect(keeper.draftsIn(kept)).toEqual(typed);
  vi.setSystemTime(DAY + 1);
  expect(keeper.draftsIn(kept)).toBeUndefined();
});

it('what was searched opens for the account that searched, on its page alone', () => {
  const keeper = keeperOf(secret);
  const encrypted = keeper.search('Noor', mia, '/practice/children');
  expect(encrypted).not.toContain('Noor');
  expect(keeperOf(secret).searched(encrypted, mia, '/practice/children')).toBe('Noor');
  expect([keeper.searched(encrypted, noa, '/practice/children'), keeper.searched(encrypted, mia, '/cases')]).toEqual([
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
  expect(keeper.drafted(shown, mia, page, 'one')).toBeUndefined();
  vi.setSystemTime(SHOWN_FOR);
  expect(keeper.shown(shown, here, page)).toEqual(typed);
  vi.setSystemTime(SHOWN_FOR + 1);
  expect(keeper.shown(shown, here, page)).toBeUndefined();
});

it.each(['', 'text.', 'text.AAAA', 'firstName=Noor', '\u0000'])('nothing is read from %j', (text) => {
  const keeper = keeperOf(secret);
  expect(keeper.drafted(text, mia, '/', 'one')).toBeUndefined();
  expect(keeper.draftsIn(text)).toBeUndefined();
  expect(keeper.ownerOf({ owner: text })).toBeUndefined();
});
