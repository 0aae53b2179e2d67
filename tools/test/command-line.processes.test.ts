import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runInThread } from '../../apps/together/test/support/run-in-thread.ts';

const root = join(import.meta.dirname, '../..');

const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: Record<string, string> };

/** Every command but those that pass their options on to a tool. */
const COMMANDS = Object.entries(scripts).filter(([, script]) =>
  /^node tools\/run\.mjs (?!--bin|prisma\/cli)/.test(script),
);
const programOf = (script: string): string => script.replace('node tools/run.mjs ', '');

const run = (program: string, ...args: readonly string[]) =>
  runInThread({ program: join(root, program), args, environment: { DATABASE_URL: 'file:/nowhere/health-case.db' } });

/** How npm wants it said. */
const called = (name: string): string => (name === 'start' ? 'npm start' : `npm run ${name}`);

it.each(['migrate status', 'migrate dev', 'db pull'])('prisma %s tells which command does it', async (words) => {
  const { exitCode, stderr } = await run('prisma/cli.ts', ...words.split(' '));
  expect([exitCode, stderr.trim().split('\n').length]).toEqual([1, 1]);
  expect(stderr).toContain('npm run new-migration -- some-name');
});

describe('each command', () => {
  it.each(COMMANDS)('%s tells with --help how it is called, briefly, and does nothing else', async (name, script) => {
    const { exitCode, stdout, stderr } = await run(programOf(script), '--help');
    expect([exitCode, stderr]).toEqual([0, '']);
    expect(stdout.split('\n')[0]).toMatch(new RegExp(`^Usage: ${called(name)}\\b`));
    expect(stdout.split('\n').length).toBeLessThan(30);
    expect(stdout.split('\n').filter((line) => line.length > 80)).toEqual([]);
  });

  it.each(COMMANDS)('%s refuses an option that it does not know, in a sentence without it', async (_, script) => {
    const { exitCode, stdout, stderr } = await run(programOf(script), '--nonsense=secret');
    expect([exitCode, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(/ option.* --help.*\n$/);
    expect(stderr.trim().split('\n')).toHaveLength(1);
    expect(stderr).not.toMatch(/nonsense|secret/);
  });

  it.each([
    ['campaigns', ['nonsense'], /^There is no campaign nonsense; there are /],
    ['new-migration', [], /^Name the migration in one word in kebab-case/],
    ['new-migration', ['Two', 'words'], /^Name the migration in one word in kebab-case/],
    ['migrate', ['now'], /^It takes no words beside its options; npm run migrate -- --help says what there is\.$/],
  ])('%s refuses words that it does not take: %j', async (name, args, sentence) => {
    const { exitCode, stdout, stderr } = await run(programOf(scripts[name] ?? ''), ...args);
    expect([exitCode, stdout]).toEqual([2, '']);
    expect(stderr.trim()).toMatch(sentence);
  });
});
