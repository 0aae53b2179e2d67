import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { storageContract } from '@health-case/domain/contracts/storage-contract';
import { afterAll } from 'vitest';
import { openPrismaStorage } from '../src/prisma-storage.ts';
import { keyring } from './support/sqlite.ts';

const folder = mkdtempSync(join(tmpdir(), 'health-case-sqlite-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Migrated once and copied for each test: the contract is about what is kept, not about how the file came to be. */
const template = openPrismaStorage({ file: join(folder, 'template.db'), keyring: keyring() }).then((storage) =>
  storage.close(),
);
let opened = 0;

storageContract('the SQLite store', async () => {
  await template;
  opened += 1;
  const file = join(folder, `${opened}.db`);
  cpSync(join(folder, 'template.db'), file);
  return openPrismaStorage({ file, keyring: keyring() });
});
