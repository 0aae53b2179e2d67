import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { scratchFolder } from '@health-case/terminal/testing/scratch-folder';
import { openSqlite } from '@health-case/terminal/testing/sqlite-file';
import { expect, it } from 'vitest';
import { newDatabaseUrl } from '../../together/test/support/process.ts';
import { asProcess, operatorOn, refusedWith, serve, startOperator } from './support/operator.ts';

const EMAIL = 'greta@example.org';
const PASSWORD = 'vT9#mossy-lantern';
const GRETA = { firstName: 'Greta', lastName: 'Holm', role: 'Doc', password: PASSWORD };

it('a backup taken while the service runs replaces a later store, once the service has stopped, and that is kept', async () => {
  const folder = scratchFolder();
  const file = join(folder, 'health-case.db');
  const backup = join(scratchFolder(), 'one.db');
  const serving = await serve(file, {}, asProcess);
  const register = async (email: string) => (await serving.post('/api/Auth/register', { ...GRETA, email })).status;
  expect(await register(EMAIL)).toBe(200);
  const session = await serving.sessionOf(EMAIL, PASSWORD);

  const made = await operatorOn(file)(`store back-up ${backup}`);
  expect([made.exitCode, made.stderr]).toEqual([0, '']);
  expect(made.stdout).toBe(
    `The store ${file} is backed up in ${backup}, ${statSync(backup).size} bytes.
It opens only with the secret key of this store, which is not in it: keep what ${join(folder, 'health-case.key')} holds in another place.
`,
  );
  expect(await register('late@example.org')).toBe(200);

  expect(await operatorOn(file)(`store restore ${backup} --force`)).toEqual(
    refusedWith(`A process has the database ${file} open; stop the service, and whatever else uses it, first.\n`),
  );
  await serving.stop();

  const restored = await operatorOn(file)(`store restore ${backup} --force --json`);
  expect([restored.exitCode, restored.stderr]).toEqual([0, '']);
  const { setAside, ...rest } = JSON.parse(restored.stdout) as { setAside: string };
  expect(rest).toEqual({
    store: file,
    backup,
    bytes: statSync(backup).size,
    auditPlace: 2,
    sessionsEnded: 1,
    codesEnded: expect.any(Number),
  });
  expect(existsSync(setAside)).toBe(true);

  const again = await serve(file);
  const replies = [await again.logIn(EMAIL, PASSWORD), await again.logIn('late@example.org', PASSWORD)];
  expect(replies.map(({ status }) => status)).toEqual([200, 401]);
  expect((await again.get('/api/Auth/me', session)).code).toBe('SESSION_INVALID');
  expect(JSON.parse(await operatorOn(file).said('audit list --json --limit 3'))[2]).toMatchObject({
    place: 3,
    action: 'store restored',
    on: 'one.db',
    by: null,
  });

  expect(await operatorOn(file).json('store take-up two.db')).toMatchObject({ sessionsEnded: 1 });
  expect((await again.get('/api/Auth/me', await again.sessionOf(EMAIL, PASSWORD))).status).toBe(200);
});

it('an interrupted backup ends as its signal says, and leaves nothing behind', async () => {
  const [file, folder] = [join(scratchFolder(), 'health-case.db'), scratchFolder()];
  const database = openSqlite(file);
  const numbers = 'WITH RECURSIVE number (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number LIMIT 60)';
  database.exec(`PRAGMA synchronous = OFF; CREATE TABLE large AS ${numbers} SELECT randomblob(1000000) FROM number`);
  database.close();
  const isCopying = () => readdirSync(folder).some((name) => name.startsWith('backup.db.part-'));
  // A backup may end before it is seen to copy; then another one is interrupted.
  const interrupt = async (): Promise<boolean> => {
    const { child, stop } = startOperator(file, 'store', 'back-up', join(folder, 'backup.db'));
    await expect.poll(() => isCopying() || child.exitCode !== null, { interval: 5 }).toBe(true);
    await stop('SIGTERM');
    expect(readdirSync(folder)).toEqual([]);
    return child.signalCode === 'SIGTERM';
  };
  while (!(await interrupt()));
});

it('a store is copied to PostgreSQL once the service has stopped, and served there with its sessions and its key', async () => {
  const folder = scratchFolder();
  const [file, url] = [join(folder, 'health-case.db'), await newDatabaseUrl()];
  const serving = await serve(file, {}, asProcess);
  await serving.post('/api/Auth/register', { ...GRETA, email: EMAIL });
  const session = await serving.sessionOf(EMAIL, PASSWORD);
  const operator = operatorOn(file);
  const checkpoint = (await operator.said('audit checkpoint')).trim();
  const copy = `store copy --to ${url}`;
  expect(await operator(copy)).toEqual(refusedWith(expect.stringContaining(`A process has the database ${file} open`)));
  await serving.stop();

  const otherKey = { SECRET_KEY: Buffer.alloc(32).toString('base64') };
  expect(await operatorOn(file, otherKey)(copy)).toEqual(
    refusedWith(expect.stringContaining('The secret key does not fit')),
  );
  expect(await operator('store copy --to hush')).toEqual(
    refusedWith(expect.stringMatching(/^The option --to must name/)),
  );
  const made = await operator(copy);
  const { host, pathname } = new URL(url);
  const key = join(folder, 'health-case.key');
  expect([made.exitCode, made.stderr]).toEqual([0, '']);
  expect(made.stdout).toMatch(
    new RegExp(`^The store ${file} is copied to ${host}${pathname}: \\d+ rows in \\d+ tables, each as it was.
The audit trail is sound; it has 2 records.
It opens only with the same secret key: give the service what ${key} holds.
$`),
  );

  const onPostgres = { DATABASE_URL: url, SECRET_KEY_FILE: key };
  const again = await serve(file, onPostgres);
  expect((await again.get('/api/Auth/me', session)).status).toBe(200);
  expect((await again.logIn(EMAIL, PASSWORD)).status).toBe(200);
  expect(await operatorOn(file, onPostgres).said(`audit verify --since ${checkpoint}`)).toMatch(
    /^The audit trail is sound and extends the checkpoint/,
  );
});

it('a copy of a store whose trail was changed says so and fails', async () => {
  const file = join(scratchFolder(), 'health-case.db');
  const operator = operatorOn(file);
  await operator('invitation issue --role Doc');
  const database = openSqlite(file);
  database.exec(`UPDATE AuditRecord SET action = 'nothing'`);
  database.close();
  const made = await operator(`store copy --to file:${join(scratchFolder(), 'copy.db')} --json`);
  expect([made.exitCode, made.stderr]).toEqual([
    1,
    expect.stringMatching(/^The audit trail is not sound: at place 1, /),
  ]);
  expect(JSON.parse(made.stdout)).toMatchObject({ store: file, trail: { sound: false, place: 1 } });
});
