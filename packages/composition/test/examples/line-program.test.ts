import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';

const PROGRAM = fileURLToPath(new URL('./line-program.ts', import.meta.url));

it('a program serves the lines of its standard input over the store in use, and ends with them', () => {
  const folder = mkdtempSync(join(tmpdir(), 'health-case-lines-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const credentials = { email: 'jan@example.org', password: 'vT9#mossy-lantern' };
  const register = { call: 'register', firstName: 'Jan', lastName: 'Jansen', role: 'Par', ...credentials };
  const env = { ...process.env, DATABASE_URL: `file:${join(folder, 'health-case.db')}`, BCRYPT_COST: '10' };
  const input = [register, { call: 'logIn', ...credentials }, register]
    .map((line) => `${JSON.stringify(line)}\n`)
    .join('');

  const { stdout, stderr, status } = spawnSync(process.execPath, [PROGRAM], { env, input, encoding: 'utf8' });
  const made = { value: expect.stringMatching(/^[\w-]+$/) };
  const lines = stdout.split('\n').slice(0, -1);
  expect(lines.map((line) => JSON.parse(line))).toEqual([
    ...[made, { outcome: 'OK' }],
    ...[made, { outcome: 'OK' }],
    { outcome: 'EMAIL_TAKEN' },
  ]);
  expect([stderr, status]).toEqual(['', 0]);
});
