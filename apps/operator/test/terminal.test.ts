import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { hasTerminals, leftOf, runOnTerminal } from '@health-case/terminal/testing/on-terminal';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SURROUNDINGS } from '../../together/test/support/process.ts';
import { operatorOn } from './support/operator.ts';

const folder = mkdtempSync(join(tmpdir(), 'health-case-terminal-'));
const file = join(folder, 'health-case.db');
const env = { ...SURROUNDINGS, DATABASE_URL: `file:${file}`, BCRYPT_COST: '10' };
const main = join(import.meta.dirname, '../src/main.ts');
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let childId = '';
beforeAll(() => {
  const demo = spawnSync(process.execPath, [join(import.meta.dirname, '../../demo/src/main.ts')], { env });
  expect(demo.status).toBe(0);
  const database = new DatabaseSync(file, { readOnly: true });
  childId = String(database.prepare('SELECT "id" FROM "Child" LIMIT 1').get()?.['id']);
  database.close();
});

const onTerminal = (args: readonly string[], redirected = '') =>
  runOnTerminal([process.execPath, main, ...args], { env, redirected });

/** Each long command, what it shows while it works, and what it says at its end. */
const COMMANDS: readonly (readonly [() => readonly string[], progress: RegExp, end: RegExp])[] = [
  [
    () => ['store', 'back-up', join(folder, `${Math.random()}.db`)],
    /Copying … \d+ %/,
    /^The store .* is backed up in /,
  ],
  [
    () => ['audit', 'verify'],
    /Checking the records … \d+ of \d+, 100 %/,
    /^The audit trail is sound; it has \d+ records\.$/,
  ],
  [() => ['key', 'rotate'], /Numbers sealed anew: \d+ …/, /^Numbers sealed anew: \d+\.$/],
  [() => ['child', 'export', childId], /Collecting what is kept of the child …/, /^\{$/],
];

describe.skipIf(!hasTerminals)('on a terminal (needs the script program of util-linux), a long command', () => {
  it.each(COMMANDS)('shows how far it has come, and leaves nothing of that: %#', async (args, progress, end) => {
    const { exitCode, shown } = await onTerminal(args());
    expect(exitCode).toBe(0);
    expect(shown).toMatch(progress);
    const [first = '', ...rest] = leftOf(shown);
    expect(first).toMatch(end);
    expect(rest.join('\n')).not.toMatch(/…/);
  });

  it('shows it there also while its output goes into a file, which holds the output alone', async () => {
    const target = join(folder, 'child.json');
    const { shown } = await onTerminal(['child', 'export', childId], `> ${target}`);
    expect(shown).toContain('Collecting');
    expect(leftOf(shown)).toEqual(['']);
    expect(JSON.parse(readFileSync(target, 'utf8'))).toMatchObject({ id: childId });
  });

  it('that is refused leaves its sentence and nothing else', async () => {
    const { exitCode, shown } = await onTerminal([
      'child',
      'export',
      childId.replace(/.$/, (last) => (last === '0' ? '1' : '0')),
    ]);
    expect(exitCode).toBe(1);
    expect(leftOf(shown)).toEqual(['No child has this identifier; check it against the list that it came from.', '']);
  });
});

describe('in a pipe, a long command', () => {
  it.each(COMMANDS)('says its result and nothing else: %#', async (args, _, end) => {
    const { exitCode, stdout, stderr } = await operatorOn(file)(args());
    expect([exitCode, stderr]).toEqual([0, '']);
    expect(stdout.split('\n')[0]).toMatch(end);
    expect(stdout).not.toContain('\r');
  });
});
