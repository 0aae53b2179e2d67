import type { WrappedKey } from '@health-case/domain/ports/security';
import { expect, it, vi } from 'vitest';
import { createEncryption, unlock } from '../src/encryption.ts';
import { keyring } from './support/stores.ts';

it('looks once for a key that another process has added, for a whole page', async () => {
  const bound = keyring().boundTo('a store');
  const stored: WrappedKey[] = [...(await bound.create())];
  const all = vi.fn(async () => stored);
  const nothing = async () => undefined;
  const changes = { append: nothing, remove: nothing, begin: nothing };
  const table = { all, count: async () => stored.length, isFar: false, expect: nothing, ...changes };
  const process = async () => createEncryption(await unlock(bound, table), table).fieldsOf('Case');
  const [one, other] = [await process(), await process()];
  stored.push(await bound.createNext('seal'));
  const rows = [];
  for (const id of ['1', '2', '3']) rows.push({ id, title: await other.encrypt(id, 'title', `Title ${id}`) });
  all.mockClear();
  for (const _ of ['once', 'again']) {
    expect(await one.decrypted(rows, ({ title }) => title)).toEqual(['Title 1', 'Title 2', 'Title 3']);
    expect(all).toHaveBeenCalledTimes(1);
  }
});
