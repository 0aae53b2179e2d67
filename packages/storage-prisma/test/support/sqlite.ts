import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createAesGcmKeyring } from '@health-case/node-platform/aes-gcm-keyring';
import { onTestFinished } from 'vitest';
import { openPrismaStorage } from '../../src/prisma-storage.ts';

export const keyring = (fill = 7) => createAesGcmKeyring(async () => new Uint8Array(32).fill(fill));

/** A folder that goes with the test that asked for it. */
export const scratchFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'health-case-sqlite-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
};

export const scratchFile = (): string => join(scratchFolder(), 'health-case.db');

export const openSqlite = (file = scratchFile(), lockWait?: number) =>
  openPrismaStorage({ file, keyring: keyring(), ...(lockWait === undefined ? {} : { lockWait }) });
