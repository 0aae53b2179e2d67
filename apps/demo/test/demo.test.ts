import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { hasTerminals, leftOf, runOnTerminal } from '@health-case/terminal/testing/on-terminal';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SURROUNDINGS } from '../../together/test/support/process.ts';

const folder = mkdtempSync(join(tmpdir(), 'health-case-demo-'));
const file = join(folder, 'health-case.db');
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const runDemo = (environment: Readonly<Record<string, string>> = {}) =>
  spawnSync(process.execPath, [join(import.meta.dirname, '../src/main.ts')], {
    encoding: 'utf8',
    env: { ...SURROUNDINGS, DATABASE_URL: `file:${file}`, BCRYPT_COST: '10', ...environment },
  });

const count = (sql: string): Record<string, unknown> => {
  const database = new DatabaseSync(file, { readOnly: true });
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
    const main = join(import.meta.dirname, '../src/main.ts');
    const env = { ...SURROUNDINGS, DATABASE_URL: `file:${join(folder, 'another.db')}`, BCRYPT_COST: '10' };
    const { exitCode, shown } = await runOnTerminal([process.execPath, main], { env });
    expect(exitCode).toBe(0);
    expect(shown).toContain('People are moving in … 26 of 27');
    expect(shown).toContain('Cases are being opened … family 20 of 20');
    expect(leftOf(shown)[0]).toBe('27 people have moved in. Logins to try:');
  });

  it('refuses a store that has accounts, and leaves it as it is', () => {
    const before = count('SELECT action AS key, count(*) AS number FROM AuditRecord GROUP BY 1');
    const again = runDemo();
    expect([again.status, again.stdout]).toEqual([1, '']);
    expect(again.stderr).toMatch(/^The store has accounts already; .*\.\n$/);
    expect(count('SELECT action AS key, count(*) AS number FROM AuditRecord GROUP BY 1')).toEqual(before);
  });
});
