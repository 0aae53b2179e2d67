import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { createLog } from '@health-case/composition/log';
import { startService } from '@health-case/composition/service';
import { readSettings } from '@health-case/composition/settings';
import { parsePassword } from '@health-case/domain/model/account';
import { hasTerminals, leftOf, runOnTerminal } from '@health-case/terminal/testing/on-terminal';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { SURROUNDINGS } from '../../together/test/support/process.ts';
import { must } from '../src/clinic.ts';
import { demonstrate } from '../src/demonstrate.ts';

const folder = mkdtempSync(join(tmpdir(), 'health-case-demo-'));
const file = join(folder, 'health-case.db');
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const main = join(import.meta.dirname, '../src/main.ts');

const runDemo = (environment: Readonly<Record<string, string>> = {}, ...before: readonly string[]) =>
  spawnSync(process.execPath, [...before, main], {
    cwd: folder,
    encoding: 'utf8',
    env: { ...SURROUNDINGS, DATABASE_URL: `file:${file}`, BCRYPT_COST: '10', ...environment },
  });

const count = (sql: string, of = file): Record<string, unknown> => {
  const database = new DatabaseSync(of, { readOnly: true });
  const rows = database.prepare(sql).all();
  database.close();
  return Object.fromEntries(rows.map(({ key, number }) => [String(key), number]));
};

describe('the demonstration', () => {
  let first: ReturnType<typeof runDemo>;
  beforeAll(() => {
    first = runDemo({ REGISTRATION: 'invited', REGISTRATIONS_PER_MINUTE: '1' });
  });

  it('moves a small clinic into an empty store, and says who may log in', () => {
    expect([first.status, first.stderr]).toEqual([0, '']);
    expect(first.stdout).toMatch(
      /^27 people have moved in\. Logins to try:\n\n( {2}(Doc|Ast|Par) {2}\S+@example\.org +\S{12}\n){6}\n$/,
    );
    expect(count('SELECT role AS key, count(*) AS number FROM Account GROUP BY role')).toEqual({
      Ast: 4,
      Doc: 3,
      Par: 20,
    });
  });

  it('shows every state that a case, a task and a certification can be in', () => {
    const states = (table: string, state: string) =>
      Object.keys(count(`SELECT ${state} AS key, count(*) AS number FROM "${table}" GROUP BY 1`)).sort();
    expect(states('Case', "CASE WHEN finishedAt IS NULL THEN 'ongoing' ELSE 'finished' END")).toEqual([
      'finished',
      'ongoing',
    ]);
    expect(states('Task', "CASE WHEN closedAt IS NULL THEN 'open' ELSE 'closed' END")).toEqual(['closed', 'open']);
    expect(states('Certification', 'status')).toEqual(['issued', 'rejected', 'requested', 'revoked']);
    expect(states('CaseEvent', 'action')).toContain('case reopened');
  });

  it.skipIf(!hasTerminals)('shows on a terminal how far it has come, and leaves nothing of that', async () => {
    const env = { ...SURROUNDINGS, DATABASE_URL: `file:${join(folder, 'another/health-case.db')}`, BCRYPT_COST: '10' };
    const { exitCode, shown } = await runOnTerminal([process.execPath, main], { env });
    expect(exitCode).toBe(0);
    expect(shown).toContain('People are moving in … 26 of 27');
    expect(shown).toContain('Cases are being opened … family 20 of 20');
    expect(leftOf(shown)[0]).toBe('27 people have moved in. Logins to try:');
  });

  it('has a store of its own where none is named, in which it gives new passwords when it is run again', () => {
    const [once, again] = [runDemo({ DATABASE_URL: '' }), runDemo({ DATABASE_URL: '' })];
    expect([once.status, once.stderr, again.status, again.stderr]).toEqual([0, '', 0, '']);
    expect(once.stdout).toMatch(/\n\nTo serve them: {2}DATABASE_URL=file:\.\/data\/demo\/health-case\.db npm start\n$/);
    const passwordIn = (stdout: string) => / {2}Doc {2}\S+ +(\S{12})\n/.exec(stdout)?.[1];
    expect(passwordIn(again.stdout)).toBeDefined();
    expect(passwordIn(again.stdout)).not.toBe(passwordIn(once.stdout));
    const number = 'SELECT 1 AS key, count(*) AS number FROM Account';
    expect(count(number, join(folder, 'data/demo/health-case.db'))).toEqual({ 1: 27 });
  });

  it('says that it was interrupted', () => {
    const interrupting = `process.on('newListener', (name) => name === 'SIGINT' && setImmediate(() => process.kill(process.pid, name)))`;
    const env = { DATABASE_URL: `file:${join(folder, 'interrupted/health-case.db')}` };
    const { status, stdout, stderr } = runDemo(env, '--import', `data:text/javascript,${interrupting}`);
    expect([status, stdout, stderr]).toEqual([1, '', 'Interrupted; the store is as it was before.\n']);
  });

  it('leaves nothing behind where it is interrupted halfway', async () => {
    const settings = readSettings({ DATABASE_URL: `file:${join(folder, 'halfway/health-case.db')}` });
    const { ports, stop } = await startService(settings, [], createLog('silent'));
    onTestFinished(stop);
    const interrupted = new Error('Interrupted.');
    const report = (progress: string) => {
      if (progress.includes('family 10 of 20')) throw interrupted;
    };
    const password = must(parsePassword('mossy lantern'));
    await expect(demonstrate(ports, { password, ownStore: true, report })).rejects.toBe(interrupted);
    expect(await ports.storage.read.accounts.any()).toBe(false);
  });

  it('refuses a store that has accounts, and leaves it as it is', () => {
    const before = count('SELECT action AS key, count(*) AS number FROM AuditRecord GROUP BY 1');
    const again = runDemo();
    expect([again.status, again.stdout]).toEqual([1, '']);
    expect(again.stderr).toMatch(/^The store has accounts already; .*\.\n$/);
    expect(count('SELECT action AS key, count(*) AS number FROM AuditRecord GROUP BY 1')).toEqual(before);
  });
});
