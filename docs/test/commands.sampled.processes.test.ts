import { globSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { type Block, commandsOf, root } from './support/guide.ts';
import { newGuidePlace } from './support/guide-place.ts';
import { haveTools, openShell, startServing } from './support/programs.ts';
import { differenceFrom, type Values } from './support/shown.ts';

const KEEPS_RUNNING = /^keeps running on (.*)$/;
const NOT_RUN = /^not run: (.*)$/s;

/** Does what a guide tells its reader to do, and compares what it says will be seen. */
const runGuide = async (file: string): Promise<void> => {
  const place = await newGuidePlace();
  const runBlock = openShell(place.folder, place.environment);
  const values: Values = new Map();

  const inShell = (commands: string) => {
    const { folder: cwd, environment: env } = place;
    return { command: 'bash', args: ['--norc', '-euc', commands], cwd, env };
  };
  const run = async ({ text, note = '', shown }: Block): Promise<void> => {
    const [, ports] = KEEPS_RUNNING.exec(note) ?? [];
    if (ports !== undefined) return startServing({ ...inShell(place.here(text)), ports: portsIn(place.here(ports)) });
    const output = await runBlock(place.here(text));
    const difference = differenceFrom(place.here(shown ?? ''), output, values);
    if (difference !== undefined) throw new Error(difference);
  };
  for (const commands of commandsOf(file)) {
    if (NOT_RUN.test(commands.note ?? '')) continue;
    await run(commands).catch((error: Error) => {
      throw new Error(`${commands.place}: ${error.message}`);
    });
  }
};

const portsIn = (text: string): readonly string[] => text.match(/\d+/g) ?? [];

const GUIDES = ['README.md', ...globSync('docs/*.md', { cwd: root }).sort()];
const WITH_COMMANDS = GUIDES.filter((file) => commandsOf(file).some(({ note = '' }) => !NOT_RUN.test(note)));

/** Run before a release: its commands are calls and commands of the operator that other tests make. */
const LEFT = process.env['WHOLE'] ? [] : ['docs/certificates.md'];

/** What the commands of a guide call besides the service itself. */
const TOOLS: Readonly<Record<string, readonly string[]>> = { 'docs/several-machines.md': ['openssl', 'psql'] };

describe('the commands of the guides', () => {
  for (const file of WITH_COMMANDS) {
    const isPossible = haveTools(['bash', 'curl', ...(TOOLS[file] ?? [])], `the commands of ${file}`);
    it.skipIf(!isPossible || LEFT.includes(file))(`in ${file} do and say what it shows`, () => runGuide(file));
  }
});

it('no more than these blocks are not run, as no test can run them', () => {
  const left = GUIDES.flatMap((file) => commandsOf(file).filter(({ note = '' }) => NOT_RUN.test(note)));
  expect(left.length).toBeLessThanOrEqual(12);
});
