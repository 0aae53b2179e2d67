import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { send } from '@health-case/http/testing/client';
import { describe, expect, it } from 'vitest';
import {
  newStore,
  type Program,
  register,
  scratchFolder,
  startProgram,
  startServing,
  stop,
} from './support/process.ts';

const linesOf = ({ output }: Program) =>
  output()
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as Record<string, unknown>);
const messagesOf = (program: Program) => linesOf(program).map(({ msg }) => msg);

describe('the log of a process', () => {
  it('has no lines about single requests, unless its level is debug', async () => {
    const serving = await startServing('together', newStore());
    await send(serving.ports['A'] ?? 0, { path: '/healthz' });
    await stop(serving);
    expect(messagesOf(serving)).toEqual(['Serving.', 'Serving.', 'Stopping.', 'Stopped.']);
  });

  it('warns of a file that others may read, and of a setting whose name is misspelt', async () => {
    const file = join(scratchFolder(), 'secret.key');
    writeFileSync(file, `${Buffer.alloc(32, 7).toString('base64')}\n`);
    chmodSync(file, 0o644);
    const serving = await startServing('variant-a', { ...newStore(), SECRET_KEY_FILE: file, SESION_IDLE_MINUTES: '5' });
    const warnings = linesOf(serving).filter(({ level }) => level === 40);
    expect(warnings.map(({ time: _, ...facts }) => facts)).toEqual([
      {
        level: 40,
        given: 'SESION_IDLE_MINUTES',
        meant: 'SESSION_IDLE_MINUTES',
        msg: 'A variable is no setting, but its name is nearly that of one.',
      },
      { level: 40, file, mode: '600', msg: 'Other users may read or write this file; set its mode.' },
    ]);
  });

  it('has every request when it was told to stop, with what is known of it and nothing else', async () => {
    const serving = await startServing('variant-a', { ...newStore(), LOG_LEVEL: 'debug' });
    const replies = await Promise.all(
      Array.from({ length: 100 }, (_, nth) => send(serving.ports['A'] ?? 0, { path: `/api/Doc/${nth}/children` })),
    );
    await stop(serving);
    const lines = linesOf(serving).filter(({ msg }) => msg === 'A call ended.');
    const ids = new Set(replies.map(({ headers }) => headers['request-id']));
    expect(new Set(lines.map(({ requestId }) => requestId))).toEqual(ids);
    expect(ids.size).toBe(100);
    const { requestId: _, time, ms, ...rest } = lines[0] ?? {};
    expect([typeof time, typeof ms]).toEqual(['string', 'number']);
    const bytes = Buffer.byteLength(replies[0]?.text ?? '');
    expect(rest).toEqual({
      ...{ level: 20, msg: 'A call ended.', variant: 'A', method: 'GET', route: '/api/Doc/:id/children' },
      ...{ status: 401, code: 'SESSION_MISSING', bytes },
    });
  });

  it('tells of a failure where it was and of what kind, and nothing of the data that the database quotes', async () => {
    const store = newStore();
    const serving = await startServing('variant-a', store);
    const person = { email: 'canary@example.org', password: 'vT9#canary-lantern' };
    const database = new DatabaseSync(store.DATABASE_URL.slice('file:'.length));
    database.exec(`CREATE TRIGGER quoting BEFORE INSERT ON "Account" BEGIN
      SELECT RAISE(ABORT, NEW."email" || ' ' || NEW."firstName") WHERE NEW."firstName" = 'Canaria'; END`);
    database.close();
    const { status, headers, text } = await register(serving, { ...person, firstName: 'Canaria' });
    expect((await register(serving, person)).status).toBe(200);
    await stop(serving);
    const line = linesOf(serving).find(({ level }) => level === 50);
    expect(line).toMatchObject({ requestId: headers['request-id'], variant: 'A', route: '/api/Auth/register' });
    expect(status).toBeGreaterThanOrEqual(500);
    expect(serving.output() + text).not.toMatch(/canar/i);
  });
});

/** Throws when it is told to, as a fault of the program would; in its own text the word does not occur. */
const FAULT = `process.on('SIGUSR2', () => setImmediate(() => {
  const word = 'CANARY'.toLowerCase();
  throw Object.assign(new TypeError(word), { detail: word, cause: new Error(word) });
}))`;

describe('a process that fails', () => {
  it('has its last words in the log, after all that came before and without what the error quotes', async () => {
    const NODE_OPTIONS = `--import=data:text/javascript,${encodeURIComponent(FAULT)}`;
    const serving = await startServing('variant-a', { ...newStore(), LOG_LEVEL: 'debug', NODE_OPTIONS });
    await send(serving.ports['A'] ?? 0, { path: '/healthz' });
    serving.child.kill('SIGUSR2');
    expect(await serving.exitCode).toBe(1);
    expect(messagesOf(serving)).toEqual(['Serving.', 'A call ended.', 'The process failed, and ends.']);
    const last = linesOf(serving).at(-1);
    expect(last).toMatchObject({ level: 60, err: { type: 'TypeError', stack: expect.stringContaining('    at ') } });
    expect(serving.output()).not.toContain('canary');
  });
});

describe('the address of the metrics', () => {
  it('and the version are in the log, and nothing is served there after the process has ended', async () => {
    const { version } = JSON.parse(readFileSync(join(import.meta.dirname, '../../../package.json'), 'utf8'));
    const serving = await startServing('together', { ...newStore(), METRICS_PORT: '0' });
    const started = linesOf(serving).filter(({ msg }) => msg === 'Serving.');
    expect(started.map((line) => line['version'])).toEqual([version, version]);
    const { url } = linesOf(serving).find(({ msg }) => msg === 'Serving metrics.') as { url: string };
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/metrics$/);
    const metrics = await (await fetch(url)).text();
    expect(metrics).toContain(`\nhealth_case_build_info{version="${version}"} 1\n`);
    expect(metrics).toContain('\nhealth_case_writes_total ');
    expect(await stop(serving)).toBe(0);
    await expect(fetch(url)).rejects.toThrow();
  });

  it('that is taken keeps the process from starting, in one sentence', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    const { port } = server.address() as { port: number };
    const taken = startProgram('variant-a', { ...newStore(), METRICS_PORT: String(port) });
    const abroad = startProgram('variant-a', { ...newStore(), METRICS_PORT: '0', METRICS_HOST: '203.0.113.1' });
    expect([await taken.exitCode, await abroad.exitCode]).toEqual([1, 1]);
    expect(taken.output()).toBe(
      `The metrics cannot be served: port ${port} is in use; set METRICS_PORT or METRICS_HOST to another.\n`,
    );
    expect(abroad.output()).toBe(
      'The metrics cannot be served: 203.0.113.1:0 cannot be listened on (EADDRNOTAVAIL); set METRICS_PORT or METRICS_HOST to another.\n',
    );
    server.close();
  });
});
