import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { applySqliteMigrations } from '@health-case/storage-prisma/sqlite/storage';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createLog } from '../src/log.ts';
import { readSecretKey } from '../src/secret-key.ts';
import { startService } from '../src/service.ts';
import { readSettings } from '../src/settings.ts';

const keyLeftIn = async () => {
  const folder = mkdtempSync(join(tmpdir(), 'health-case-key-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const [file, key] = [join(folder, 'health-case.db'), join(folder, 'health-case.key')];
  await readSecretKey({ kind: 'file', file: key, mayCreate: true }, 'new');
  return { file, key };
};

const start = async (environment: Readonly<Record<string, string>>): Promise<void> => {
  const service = await startService(readSettings(environment), [], createLog('silent'));
  await service.stop();
};

describe('a key file without its database', () => {
  it('keeps a service from starting, which makes none in its place', async () => {
    const { file, key } = await keyLeftIn();
    await expect(start({ DATABASE_URL: `file:${file}` })).rejects.toThrow(
      `The key file ${key} is there, but its database ${file} is not; restore a backup, or name the key file in SECRET_KEY_FILE to begin a new store.`,
    );
    expect(existsSync(file)).toBe(false);
  });

  it('begins a new store if it is named', async () => {
    const { file, key } = await keyLeftIn();
    await start({ DATABASE_URL: `file:${file}`, SECRET_KEY_FILE: key });
    await start({ DATABASE_URL: `file:${file}` });
  });
});

it('a first start that was interrupted before its keys were kept is taken up again', async () => {
  const { file } = await keyLeftIn();
  await applySqliteMigrations(file);
  await start({ DATABASE_URL: `file:${file}` });
});
