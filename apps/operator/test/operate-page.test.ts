import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createProgressLine } from '@health-case/terminal/progress-line';
import { expect, it } from 'vitest';
import { createProgram } from '../src/program.ts';

it('docs/operate.md lists every command, and no other', () => {
  const unreachable = () => Promise.reject(new Error('The command was carried out.'));
  const line = createProgressLine({ write: () => undefined });
  const surroundings = {
    line,
    operate: unreachable,
    readPassword: unreachable,
    backUp: unreachable,
    restore: unreachable,
  };
  const commands = createProgram(surroundings).commands.flatMap((group) =>
    group.commands.map((command) => `${group.name()} ${command.name()}`),
  );
  const page = readFileSync(join(import.meta.dirname, '../../../docs/operate.md'), 'utf8');
  const [, commandsOn = ''] = page.split("\n## The operator's commands\n");
  const rows = commandsOn.split('\n').filter((row) => /^\| `[a-z]+ [a-z-]+`/.test(row));
  const listed = rows.flatMap((row) =>
    [...(row.split(' | ')[0] ?? '').matchAll(/`([\w -]+)`/g)].map(([, name]) => name),
  );
  expect(listed.sort()).toEqual(commands.sort());
});
