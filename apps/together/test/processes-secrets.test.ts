import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { send } from '@health-case/http/testing/client';
import { describe, expect, it, vi } from 'vitest';
import { scratchFolder, startServing } from './support/process.ts';

const PASSWORDS = ['first-Secret-31415', 'second-Secret-92653'];
const NUMBER = '756.9217-0769 85';

/** Every way in which a secret is sent, accepted and refused; resolves to the session ids that were given out. */
const story = async (port: number): Promise<readonly string[]> => {
  const post = (path: string, body: object, headers = {}) => send(port, { method: 'POST', path, body, headers });
  const [password, newPassword] = PASSWORDS;
  const account = { firstName: 'Mia', lastName: 'Jansen', email: 'mia@example.org', password, role: 'Par' };
  await post('/api/Auth/register', account);
  await post('/api/Auth/register', account);
  await post('/api/Auth/register', { ...account, role: 'none' });
  await post('/api/Auth/login', { email: 'mia@example.org', password: `${password}wrong` });
  const sessions: string[] = [];
  for (let count = 0; count < 2; count += 1) {
    const { content } = await post('/api/Auth/login', { email: 'mia@example.org', password });
    sessions.push((content as { id: string }).id);
  }
  const [id] = sessions;
  const child = { id, firstName: 'Ada', lastName: 'Jansen', birthDate: '2019-02-28', socSecNum: NUMBER };
  for (const body of [child, child, { ...child, socSecNum: `${NUMBER}!` }, { ...child, birthDate: '2999-01-01' }]) {
    await post('/api/Auth/child', body);
  }
  await send(port, { path: '/api/Doc', headers: { Authorization: `Bearer ${id}` } });
  await post('/api/Auth/password', { id, password, newPassword });
  await post('/api/Auth/logout', { id });
  await send(port, { path: '/api/Auth/me', body: { id } });
  return sessions;
};

it('no social security number, session id, password or key is in the data files or the log', async () => {
  const folder = scratchFolder();
  const key = randomBytes(32);
  const env = { DATABASE_URL: `file:${folder}/health-case.db`, SECRET_KEY: key.toString('base64'), LOG_LEVEL: 'trace' };
  const { ports, child, exitCode, output } = await startServing('together', env);
  const sessions = await story(ports['A'] ?? 0);
  const filesWhileServing = readdirSync(folder).map((name) => readFileSync(join(folder, name)));
  child.kill('SIGTERM');
  await exitCode;

  const places = [...filesWhileServing, ...readdirSync(folder).map((name) => readFileSync(join(folder, name)))];
  const haystack = Buffer.concat([...places, Buffer.from(output())]);
  // Proof that the search finds what is there: names are kept in the clear.
  expect(haystack.includes('Jansen')).toBe(true);
  const numbers = [NUMBER, NUMBER.replaceAll(/[^0-9]/g, '')];
  const secrets = [...PASSWORDS, ...sessions, ...numbers, key.toString('base64'), key.toString('hex'), key];
  expect(sessions).toHaveLength(2);
  for (const secret of secrets) expect([haystack.includes(secret), secret]).toEqual([false, secret]);
});

describe('what a process holds in its memory', () => {
  /** A process that writes a report of itself when it is told to. */
  const serve = async () => {
    const [folder, reports] = [scratchFolder(), scratchFolder()];
    const key = randomBytes(32).toString('base64');
    const NODE_OPTIONS = `--report-on-signal --report-signal=SIGUSR2 --report-directory=${reports}`;
    const env = { DATABASE_URL: `file:${folder}/health-case.db`, SECRET_KEY: key, NODE_OPTIONS };
    return { reports, key, ...(await startServing('together', env)) };
  };

  it('is in no report that Node writes of it, not even what was in its environment', async () => {
    const { reports, key, child } = await serve();
    child.kill('SIGUSR2');
    const report = await vi.waitFor(() => readReport(reports), 30_000);
    expect(report).toContain('"nodejsVersion"');
    expect(report).not.toContain(key);
  });

  it('is shown to no debugger that a signal could have it wait for', async () => {
    const { ports, child, output } = await serve();
    child.kill('SIGUSR1');
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect((await send(ports['A'] ?? 0, { path: '/healthz' })).status).toBe(200);
    expect(output()).not.toContain('Debugger');
  });

  it.runIf(process.platform === 'linux')('is in no core, also where the system is told to write one', async () => {
    const { child } = await serve();
    expect(Number.parseInt(readFileSync(`/proc/${child.pid}/coredump_filter`, 'utf8'), 16)).toBe(0);
  });
});

/** Once it is there and whole. */
const readReport = (folder: string): string => {
  const report = readFileSync(join(folder, readdirSync(folder)[0] ?? 'none'), 'utf8');
  JSON.parse(report);
  return report;
};
