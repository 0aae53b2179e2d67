import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { passwordHasherContract } from '@health-case/domain/contracts/security-contract';
import { type Harness, tamperWithTables } from '@health-case/domain/contracts/storage/harness';
import { SAMPLE, storageContract } from '@health-case/domain/contracts/storage-contract';
import type { Password } from '@health-case/domain/model/account';
import { createMemoryStorage } from '@health-case/domain/testing/memory';
import { emptyTables } from '@health-case/domain/testing/memory/table';
import { createBcryptPasswordHasher } from '@health-case/password-bcrypt/bcrypt-password-hasher';
import { scratchFolder } from '@health-case/terminal/testing/scratch-folder';
import { describe, expect, it } from 'vitest';
import type { Adapt } from '../../src/adapt.ts';
import { startService } from '../../src/service.ts';
import { readSettings } from '../../src/settings.ts';
import { createScryptHasher } from './scrypt-hasher.ts';
import { withSessionsInMemory } from './session-store.ts';
import { adapt } from './swaps.ts';

const former = createBcryptPasswordHasher({ cost: 4 });

passwordHasherContract('scrypt', () => createScryptHasher({ cost: 4, former }));

const withSessions = async (): Promise<Harness> => {
  const tables = emptyTables();
  const storage = withSessionsInMemory(createMemoryStorage(tables));
  const tamper: Harness['tamper'] = async (change) => {
    tamperWithTables(tables, change);
    return storage;
  };
  return { storage, tamper };
};
const ITS_OWN = ['sessions', 'sessions of an account (D-28)', 'accounts that are erased', 'sweeping'] as const;
storageContract('the store with sessions in memory', withSessions, [...ITS_OWN, ...SAMPLE]);

describe('an app that swaps the hasher and the store of sessions', () => {
  const password = 'vT9#mossy-lantern' as Password;
  const person = { firstName: 'Mia', lastName: 'Jansen', email: 'mia@example.org', role: 'Par', password };
  const call = { requestId: 'test', address: '192.0.2.1' };
  const settings = () => {
    const DATABASE_URL = `file:${join(scratchFolder(), 'health-case.db')}`;
    return { file: DATABASE_URL.slice(5), read: readSettings({ DATABASE_URL }) };
  };
  const silent = { info: () => undefined, error: () => undefined };

  it('verifies hashes of the former hasher, renews them, and keeps sessions off the disk and out of the next process', async () => {
    const { file, read } = settings();
    const open = (swap?: Adapt) => startService(read, [], silent, swap);

    const before = await open();
    expect(await before.application.registerAccount({ ...call, ...person, through: 'A' } as never)).toMatchObject({
      ok: true,
    });
    await before.stop();

    const swapped = await open(adapt);
    const { application, ports } = swapped;
    const opened = await application.logIn({ ...call, ...person } as never);
    if (!opened.ok) throw new Error(opened.refusal.code);
    const { account, token } = opened.value;
    const credentials = await ports.storage.read.accounts.credentialsOf(account.id);
    expect(credentials?.passwordHash).toMatch(/^\$scrypt\$17\$/);
    expect(await application.logIn({ ...call, ...person } as never)).toMatchObject({ ok: true });
    expect(await application.resumeSession(token)).toMatchObject({ ok: true, value: { actor: account } });
    await swapped.stop();

    const digest = ports.sessionTokens.digestOf(token) as string;
    expect(readFileSync(file, 'latin1')).not.toContain(digest);
    const again = await open(adapt);
    expect(await again.application.resumeSession(token)).toMatchObject({ refusal: { code: 'SESSION_INVALID' } });
    await again.stop();
  });

  /** As if `adapt.ts` held what `swaps.ts` does. */
  const swapping = `import { registerHooks } from 'node:module';
    const resolve = (name, context, next) => {
      const found = next(name, context);
      const isPlace = found.url.endsWith('/composition/src/adapt.ts');
      return isPlace ? { ...found, url: ${JSON.stringify(new URL('./swaps.ts', import.meta.url).href)} } : found;
    };
    registerHooks({ resolve });`;

  it('is swapped in one place for every program, such as that of the operator', () => {
    const { file } = settings();
    const program = join(import.meta.dirname, '../../../../apps/operator/src/main.ts');
    const hook = `data:text/javascript,${encodeURIComponent(swapping)}`;
    const env = { ...process.env, DATABASE_URL: `file:${file}` };
    const create = 'account create --role Par --first-name Mia --last-name Holm --email'.split(' ');
    const args = ['--import', hook, program, ...create, person.email];
    execFileSync(process.execPath, args, { env, input: `${password}\n` });
    const bytes = ['', '-wal'].map((end) => `${file}${end}`).filter((path) => existsSync(path));
    const stored = bytes.map((path) => readFileSync(path, 'latin1')).join('');
    expect(stored).toContain('$scrypt$17$');
    expect(stored).not.toContain('$2b$');
  });
});
