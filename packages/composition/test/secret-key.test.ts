import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { readSecretKey } from '../src/secret-key.ts';

it('a key file that cannot be brought onto the disk leaves nothing behind, and is made once it can', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'health-case-key-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const source = { kind: 'file', file: join(folder, 'health-case.key'), mayCreate: true } as const;
  const handle = await open(folder);
  await handle.close();
  const sync = vi.spyOn(Object.getPrototypeOf(handle) as FileHandle, 'sync').mockRejectedValue(new Error('EIO'));
  onTestFinished(() => sync.mockRestore());
  await expect(readSecretKey(source, 'new')).rejects.toThrow('EIO');
  expect(readdirSync(folder)).toEqual([]);
  sync.mockRestore();
  expect(await readSecretKey(source, 'new')).toHaveLength(32);
  expect(readdirSync(folder)).toEqual(['health-case.key']);
});
