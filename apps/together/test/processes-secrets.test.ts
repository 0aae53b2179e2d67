import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { send } from '@health-case/http/testing/client';
import { expect, it } from 'vitest';
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
