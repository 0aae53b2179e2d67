import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { hasTerminals, leftOf, runOnTerminal } from '@health-case/terminal/testing/on-terminal';
import { folderOfTests } from '@health-case/terminal/testing/scratch-folder';
import { beforeAll, describe, expect, it } from 'vitest';
import { environmentOf, MAIN } from './support/operator.ts';

const folder = folderOfTests();
const file = join(folder, 'health-case.db');
const env = environmentOf(file);

let childId = '';
/** Fills the store by the demonstration, which is a long command, too. */
const fillStore = async () => {
  const demo = join(import.meta.dirname, '../../demo/src/main.ts');
  const { exitCode, shown } = await runOnTerminal([process.execPath, demo], { env });
  expect(exitCode).toBe(0);
  expect(shown).toContain('People are moving in … 26 of 27');
  expect(leftOf(shown)[0]).toBe('27 people have moved in. Logins to try:');
  using database = new DatabaseSync(file, { readOnly: true });
  childId = String(database.prepare('SELECT "id" FROM "Child" LIMIT 1').get()?.['id']);
};

const onTerminal = (args: readonly string[], redirected = '') =>
  runOnTerminal([process.execPath, MAIN, ...args], { env, redirected });

/** Each long command, the progress that it shows, and the first line of its output. */
const COMMANDS: readonly (readonly [() => readonly string[], progress: RegExp, end: RegExp])[] = [
  [() => ['store', 'back-up', join(folder, 'backup.db')], /Copying … \d+ %/, /^The store .* is backed up in /],
  [() => ['audit', 'verify'], /Checking the records … \d+ of \d+, 100 %/, /^The audit trail is sound; it has \d+ /],
  [() => ['key', 'rotate'], /Numbers reencrypted: \d+ …/, /^Numbers reencrypted: \d+\.$/],
  [() => ['child', 'export', childId], /Collecting what is kept of the child …/, /^\{$/],
];

describe.skipIf(!hasTerminals)('on a terminal (needs the script program of util-linux), a long command', () => {
  beforeAll(fillStore);

  it.each(COMMANDS)('shows its progress, and clears it at the end: %#', async (args, progress, end) => {
    const { exitCode, shown } = await onTerminal(args());
    expect(exitCode).toBe(0);
    expect(shown).toMatch(progress);
    const [first = '', ...rest] = leftOf(shown);
    expect(first).toMatch(end);
    expect(rest.join('\n')).not.toMatch(/…/);
  });

  it('shows its progress there also while its output goes into a file', async () => {
    const { shown } = await onTerminal(['audit', 'verify'], `> ${join(folder, 'verified.txt')}`);
    expect(shown).toContain('Checking');
    expect(leftOf(shown)).toEqual(['']);
  });
});
