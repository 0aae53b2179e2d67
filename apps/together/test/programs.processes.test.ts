import type { StdioOptions } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, closeSync, openSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { scratchFolder } from '@health-case/terminal/testing/scratch-folder';
import { openSqlite } from '@health-case/terminal/testing/sqlite-file';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import {
  MIA,
  newDatabase,
  newStore,
  type Program,
  runProgram,
  spawnProgram,
  startProgram,
  startServing,
  untilServing,
} from './support/process.ts';

const NOT_WRITTEN = 'Not all could be written (ENOSPC), though what was asked for may be done.\n';
it.each<[string, readonly string[]]>([
  ['migrate', []],
  ['operator', ['--help']],
])('%s %j says in one sentence that the disk is full, and nothing where its reader is gone', async (app, args) => {
  const full = openSync('/dev/full', 'w');
  onTestFinished(() => closeSync(full));
  const { child, exitCode, output } = startProgram(app, newStore(), ...args);
  child.stdout.destroy();
  expect([await exitCode, output()]).toEqual([0, '']);
  const stdio: StdioOptions = ['ignore', full, 'pipe'];
  expect(spawnProgram(app, newStore(), args, { stdio })).toMatchObject({ exitCode: 1, stderr: NOT_WRITTEN });
});

const ONLY_HERE = 'Certificates can be verified on this machine only; set PUBLIC_URL.';
const FILES = 'Mails are written to files, so every e-mail address counts as proven; set MAIL_URL.';
const UNMANAGED = 'Nobody manages the practice; run the command setup of the operator.';
const messagesOf = ({ lines }: Program) => lines().map(({ msg }) => msg);

// packages/composition/test/log.test.ts proves what a line may hold, the campaign secrets that it holds no secret.
describe('a process', () => {
  it('makes its folder, its database and its key for its own user alone, and serves both variants and the portal', async () => {
    const [folder, reports] = [join(scratchFolder(), 'data'), scratchFolder()];
    const NODE_OPTIONS = `--report-on-signal --report-signal=SIGUSR2 --report-directory=${reports}`;
    const settings = { KEEP_ALIVE_SECONDS: '600', PGPASSWORD: 'hush' };
    const DATABASE_URL = `file:${folder}/health-case.db`;
    const serving = await startServing('together', { DATABASE_URL, NODE_OPTIONS, ...settings });
    const { call, register, child } = serving;
    expect((await register()).status).toBe(200);
    expect((await call('B', 'GET /healthz')).envelope).toEqual({ version: '1', status: 'OK', response: null });
    const names = ['.', 'health-case.key', 'health-case.db', 'health-case.db-wal', 'health-case.db-running'];
    const modes = names.map((name) => (statSync(join(folder, name)).mode & 0o777).toString(8));
    expect(modes).toEqual(['700', '600', '600', '600', '600']);

    const urls = serving.lines().flatMap(({ msg, url }) => (msg === 'Serving.' ? [`${url}`] : []));
    const told = await Promise.all(urls.map(async (url) => (await fetch(url)).headers.get('keep-alive')));
    expect(told, 'connections are kept as long as is set').toEqual(Array(3).fill('timeout=600'));

    await expectPrivateMemory(child.pid, () => child.kill('SIGUSR2'), reports);
    child.kill('SIGUSR1');
    await sleep(200);
    expect((await call('A', 'GET /healthz')).status).toBe(200);
    expect(serving.output(), 'no signal has it wait for a debugger').not.toContain('Debugger');

    await serving.stop();
    const started = [UNMANAGED, ONLY_HERE, FILES, ...Array(3).fill('Serving.')];
    expect(messagesOf(serving), 'no line about a request').toEqual([...started, 'Stopping.', 'Stopped.']);
  });

  /** What it holds in its memory is in no core, and in no report of Node, not even what was in its environment. */
  const expectPrivateMemory = async (pid: number | undefined, report: () => void, reports: string) => {
    if (process.platform === 'linux')
      expect(Number.parseInt(readFileSync(`/proc/${pid}/coredump_filter`, 'utf8'), 16)).toBe(0);
    report();
    const text = await vi.waitFor(
      () => {
        const written = readFileSync(join(reports, readdirSync(reports)[0] ?? 'none'), 'utf8');
        // Once it is whole.
        JSON.parse(written);
        return written;
      },
      { timeout: 240_000 },
    );
    expect(text).toContain('"nodejsVersion"');
    expect(text).not.toContain('hush');
  };

  it('logs its version and the address of its metrics, and told to stop by SIGTERM answers what it has accepted, and ends with code 0', async () => {
    const { version } = JSON.parse(readFileSync(join(import.meta.dirname, '../../../package.json'), 'utf8'));
    const env = { ...newStore(), BCRYPT_COST: '13', METRICS_PORT: '0' };
    const { register, lines, child, exitCode } = await startServing('variant-a', env);
    expect(lines().find(({ msg }) => msg === 'Serving.')).toMatchObject({ version });
    const url = String(lines().find(({ msg }) => msg === 'Serving metrics.')?.['url']);
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/metrics$/);
    const metrics = async () => (await fetch(url)).text();
    expect(await metrics()).toContain(`\nhealth_case_build_info{version="${version}"} 1\n`);
    const accepted = register();
    await expect.poll(metrics).toContain('\nhealth_case_hashes_running 1\n');
    child.kill('SIGTERM');
    child.kill('SIGINT');
    expect((await accepted).status).toBe(200);
    expect(await exitCode).toBe(0);
    expect(lines().at(-1)).toMatchObject({ msg: 'Stopped.' });
    await expect(metrics()).rejects.toThrow();
  });

  it('told to stop while its store cannot be written says what is lost, and ends with code 1', async () => {
    const { DATABASE_URL } = newStore();
    const { call, stop, lines } = await startServing('variant-a', { DATABASE_URL });
    using database = openSqlite(DATABASE_URL.slice('file:'.length));
    database.exec('ALTER TABLE "AuditRecord" RENAME TO "Gone"');
    await call('A', 'POST /api/Auth/login', MIA);
    expect(await stop()).toBe(1);
    expect(lines().at(-1)?.['msg']).toBe('Stopped, but what was still to be written into the audit trail is lost.');
  });

  it('waits, if it may not migrate on PostgreSQL, until migrations are applied; it logs the database without its password', async () => {
    const env = await newDatabase();
    const program = startProgram('variant-a', { ...env, AUTO_MIGRATE: 'false' });
    await expect.poll(program.output).toContain('Waiting until the migrations have been applied');
    // The operator's command line does not wait.
    expect(await runProgram('operator', env, ['audit', 'verify'])).toMatchObject({
      exitCode: 1,
      stderr: expect.stringMatching(/^There is no database \S+; name an existing one in DATABASE_URL\.\n$/),
    });
    expect(await runProgram('migrate', env)).toMatchObject({ exitCode: 0 });
    const { register, output, stop } = await untilServing(program, 1);
    expect((await register()).status).toBe(200);
    expect(await stop()).toBe(0);
    expect(output().split('Waiting until the migrations')).toHaveLength(2);
    const { host, pathname } = new URL(env.DATABASE_URL);
    expect(output()).toContain(`"database":"${host}${pathname}"`);
    expect(output()).not.toContain('hush');
  });
});

describe('a process that is not ready', () => {
  it('whose log was removed is not ready, and once it was killed, the next one does not start as if nothing was lost', async () => {
    const env = newStore();
    const first = await startServing('together', env);
    await first.register();
    const file = env.DATABASE_URL.replace('file:', '');
    rmSync(`${file}-wal`);
    expect((await first.call('A', 'GET /readyz')).status).toBe(503);
    await first.stop('SIGKILL');
    expect(await runProgram('together', env)).toMatchObject({
      exitCode: 1,
      stderr: expect.stringMatching(/^The database \S+ was not closed, and its log \S+-wal is gone, [^\n]+\.\n$/),
    });
  });

  it('whose clock differs from that of PostgreSQL says so in its log, once, and to whoever asks whether it is ready', async () => {
    const ahead = 'const now = Date.now; Date.now = () => now() + 2400000';
    const options = `--import data:text/javascript,${encodeURIComponent(ahead)}`;
    const { call, lines } = await startServing('variant-a', { ...(await newDatabase()), NODE_OPTIONS: options });
    const sentence = 'The clock of this machine is 40 minutes ahead of that of the database; set the wrong one.';
    for (let times = 0; times < 3; times += 1) {
      const { status, text } = await call('A', 'GET /readyz');
      expect([status, text]).toEqual([503, expect.stringContaining(sentence)]);
    }
    expect((await call('A', 'GET /healthz')).status).toBe(200);
    expect(lines().filter(({ reason }) => reason === sentence)).toMatchObject([{ level: 50, msg: 'Not ready.' }]);
  });
});

/** A program that must not start: its one sentence. */
const sentenceOf = async (environment: Readonly<Record<string, string>>): Promise<string> => {
  const { exitCode, stdout, stderr } = await runProgram('variant-a', environment);
  expect([exitCode, stdout, stderr.split('\n').length]).toEqual([1, '', 2]);
  return stderr.trim();
};

/** The sentences about settings and the database are proven where they are made. */
describe('what keeps a process from starting is one sentence and exit code 1', () => {
  it('a port or an address that cannot be listened on, also for the metrics', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    onTestFinished(() => void server.close());
    await once(server, 'listening');
    const PORT = String((server.address() as { port: number }).port);
    const elsewhere = { METRICS_PORT: '0', METRICS_HOST: '203.0.113.1' };
    const metrics = (why: string) =>
      `The metrics cannot be served: ${why}; set METRICS_PORT or METRICS_HOST to another.`;
    for (const [settings, sentence] of [
      [{ PORT }, `Variant A cannot start: port ${PORT} is in use; set PORT or HOST to another.`],
      [{ METRICS_PORT: PORT }, metrics(`port ${PORT} is in use`)],
      [elsewhere, metrics('203.0.113.1:0 cannot be listened on (EADDRNOTAVAIL)')],
    ] as const) {
      expect(await sentenceOf({ ...newStore(), ...settings })).toBe(sentence);
    }
  });

  it('a secret key that is broken, another one or gone; the right one still opens the data afterwards', async () => {
    const folder = scratchFolder();
    const env = { DATABASE_URL: `file:${folder}/health-case.db` };
    const keyFile = join(folder, 'health-case.key');
    const first = await startServing('variant-a', env);
    await first.register();
    await first.stop();
    const key = readFileSync(keyFile, 'utf8');
    const another = Buffer.alloc(32, 7).toString('base64');

    writeFileSync(keyFile, `${another}\n`);
    expect(await sentenceOf(env)).toMatch(/^The secret key does not fit the data/);
    writeFileSync(keyFile, 'scribble\n');
    expect(await sentenceOf(env)).toBe(`The key file ${keyFile} must hold 32 bytes in base64.`);
    expect(await sentenceOf({ ...env, SECRET_KEY: another })).toMatch(/^The secret key does not fit the data/);
    rmSync(keyFile);
    expect(await sentenceOf(env)).toMatch(/health-case\.key is gone, and the data cannot be read without it/);

    const right = await startServing('variant-a', { ...env, SECRET_KEY: key.trim() });
    expect((await right.register({ email: 'MIA@example.org' })).code).toBe('EMAIL_TAKEN');
  });
});

/** Throws when it is told to, as a fault of the program would; in its own text the word does not occur. */
const FAULT = `process.on('SIGUSR2', () => setImmediate(() => {
  const word = 'CANARY'.toLowerCase();
  throw Object.assign(new TypeError(word), { detail: word, cause: new Error(word) });
}))`;

const FAILED = 'The process failed, and ends.';
const time = expect.any(String);
it('the log warns of a file that others may read and of registration that is open to strangers, and ends with the failure of the process, without what the error quotes', async () => {
  const file = join(scratchFolder(), 'secret.key');
  writeFileSync(file, `${Buffer.alloc(32, 7).toString('base64')}\n`);
  chmodSync(file, 0o644);
  const url = 'https://health.example.org';
  const mail = { MAIL_URL: 'smtp://127.0.0.1', MAIL_FROM: 'clinic@example.org' };
  const settings = { SECRET_KEY_FILE: file, PUBLIC_URL: url, REGISTRATION: 'open', ...mail, LOG_LEVEL: 'debug' };
  const NODE_OPTIONS = `--import=data:text/javascript,${encodeURIComponent(FAULT)}`;
  const serving = await startServing('variant-a', { ...newStore(), ...settings, NODE_OPTIONS });
  await serving.call('A', 'GET /healthz');
  expect(await serving.stop('SIGUSR2')).toBe(1);
  expect(serving.lines()).toEqual([
    { level: 40, file, mode: '600', msg: 'Other users may read or write this file; set its mode.', time },
    { level: 40, url, msg: 'Anybody may register as a doctor or assistant; set REGISTRATION=confirmed.', time },
    expect.objectContaining({ msg: 'Serving.' }),
    expect.objectContaining({ msg: 'A call ended.' }),
    { level: 60, err: { type: 'TypeError', stack: expect.stringContaining('    at ') }, msg: FAILED, time },
  ]);
  expect(serving.output()).not.toContain('canary');
});
