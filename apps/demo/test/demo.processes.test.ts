import { join } from 'node:path';
import { startTestService } from '@health-case/composition/testing/test-service';
import { folderOfTests } from '@health-case/terminal/testing/scratch-folder';
import { openSqlite } from '@health-case/terminal/testing/sqlite-file';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { runProgram, spawnProgram } from '../../together/test/support/process.ts';
import { demonstrate } from '../src/clinic.ts';

const folder = folderOfTests();

const urlOf = (name: string): string => `file:${join(folder, name, 'health-case.db')}`;

const rowsOf = (sql: string, name = 'first'): readonly unknown[] => {
  using database = openSqlite(join(folder, name, 'health-case.db'));
  const rows = database.prepare(sql).all();
  return rows.map((row) => Object.values(row).join(' '));
};

describe('the demonstration', () => {
  let first: Awaited<ReturnType<typeof runProgram>>;
  beforeAll(async () => {
    const settings = { REGISTRATION: 'invited', REGISTRATIONS_PER_MINUTE: '1', PORT_PORTAL: '4005' };
    first = await runProgram('demo', { DATABASE_URL: urlOf('first'), ...settings });
  });

  it('fills an empty store with a small clinic, in every state, and prints logins', () => {
    expect([first.exitCode, first.stderr]).toEqual([0, '']);
    expect(first.stdout).toMatch(
      /^27 people have moved in\. Logins to try; the first doctor manages the practice:\n\n( {2}(Doc|Ast|Par) {2}\S+@example\.org +\S{12}\n){6}\nTo sign in: {5}http:\/\/localhost:4005\n$/,
    );
    expect(rowsOf('SELECT role, count(*) FROM Account GROUP BY 1')).toEqual(['Ast 4', 'Doc 3', 'Par 20']);
    expect(rowsOf('SELECT role FROM Account WHERE isManager')).toEqual(['Doc']);
    expect(rowsOf('SELECT DISTINCT finishedAt IS NULL FROM "Case" ORDER BY 1')).toEqual(['0', '1']);
    expect(rowsOf('SELECT DISTINCT closedAt IS NULL FROM Task ORDER BY 1')).toEqual(['0', '1']);
    const statuses = rowsOf('SELECT DISTINCT status FROM Certification ORDER BY 1');
    expect(statuses).toEqual(['issued', 'rejected', 'requested', 'revoked']);
    expect(rowsOf('SELECT DISTINCT action FROM CaseEvent')).toContain('case reopened');
  });

  it('has a store of its own where none is named', () => {
    const own = spawnProgram('demo', { DATABASE_URL: '' }, [], { cwd: folder });
    expect([own.exitCode, own.stderr]).toEqual([0, '']);
    expect(own.stdout).toMatch(
      /\n\nTo serve them: {2}DATABASE_URL=file:\.\/data\/demo\/health-case\.db npm start\nTo sign in: {5}http:\/\/localhost:3002\n$/,
    );
    expect(rowsOf('SELECT count(*) FROM Account', 'data/demo')).toEqual(['27']);
  });

  it('leaves nothing behind when it is interrupted halfway', async () => {
    const { inside, stop } = await startTestService([]);
    onTestFinished(stop);
    const interrupted = new Error('Interrupted.');
    let people = 0;
    const includes = async () => {
      people += 1;
      if (people === 14) throw interrupted;
      return false;
    };
    const ports = { ...inside, commonPasswords: { includes } };
    await expect(demonstrate(ports, 'mossy lantern')).rejects.toBe(interrupted);
    expect(await inside.storage.read.accounts.any()).toBe(false);
  });

  it('refuses a store that has accounts, and leaves it as it is', async () => {
    const records = () => rowsOf('SELECT count(*) FROM AuditRecord');
    const before = records();
    const stderr = expect.stringMatching(/^The store has accounts already; .*\.\n$/);
    expect(await runProgram('demo', { DATABASE_URL: urlOf('first') })).toEqual({ exitCode: 1, stdout: '', stderr });
    expect(records()).toEqual(before);
  });
});
