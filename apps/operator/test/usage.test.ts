import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { version } from '@health-case/terminal/read-arguments';
import { CommanderError } from 'commander';
import { expect, it, vi } from 'vitest';
import type { CommandContext } from '../src/commands.ts';
import { createProgram } from '../src/program.ts';

/** No command line here reaches a command, which would find nothing in its context. */
const program = () => createProgram({} as CommandContext);

const COMMANDS = program().commands.flatMap((group) =>
  group.commands.length === 0 ? group.name() : group.commands.map((command) => `${group.name()} ${command.name()}`),
);

const use = async (...args: readonly string[]) => {
  const chunks: string[] = [];
  const write = (chunk: unknown) => Boolean(chunks.push(String(chunk)));
  for (const stream of [process.stdout, process.stderr]) vi.spyOn(stream, 'write').mockImplementation(write);
  const end: unknown = await program()
    .parseAsync(args, { from: 'user' })
    .catch((error) => error);
  vi.restoreAllMocks();
  if (!(end instanceof CommanderError)) throw end;
  return { exitCode: end.exitCode, output: chunks.join('') };
};

const CREATE = 'account create --first-name Jan --last-name Jansen';
const PARENT = `${CREATE} --role Par --email jan@example.org`;

it.each([
  ['', 'Usage:'],
  ['secret', 'error: unknown command; there is account, invitation, mail, child,'],
  ['account secret', 'error: unknown command; there is create, disable, enable,'],
  ['account', 'Usage:'],
  ['account unlock', "missing required argument 'email'"],
  ['account unlock jan', 'must be an e-mail address'],
  ['account unlock secret', "error: argument 'email' is invalid. It must be an e-mail address"],
  ['account unlock jan@example.org secret', "error: too many arguments for 'unlock'. Expected 1 argument.\n"],
  ['account set-password jan@example.org secret more', 'Expected 1 argument.\n'],
  [`${PARENT} secret`, "error: too many arguments for 'create'. Expected 0 arguments.\n"],
  [`${CREATE} --role Par`, "required option '--email <address>'"],
  [`${CREATE} --role secret --email jan@example.org`, 'is invalid. Allowed choices are Doc, Ast, Par.\n'],
  [`${CREATE} --role x'_is_invalid._It_secret. --email jan@example.org`, 'Allowed choices are Doc, Ast, Par.\n'],
  [`${PARENT} --email`, "error: option '--email <address>' argument missing.\n"],
  [`${PARENT} --password secret`, 'error: unknown option; there is --role, --first-name, --last-name, --email, --json'],
  [`${PARENT} --password=it's\nsecret`, 'unknown option'],
  [`${PARENT} --secret`, 'unknown option'],
  [`${PARENT} --emailsecret`, 'unknown option'],
  [`${PARENT} -secret`, 'unknown option'],
  ['help secret', 'Usage:'],
  ['account help secret', 'Usage:'],
  ['audit list --limit 0', 'whole number'],
  ['invitation list --limit 10001', 'whole number from 1 to 10000'],
  ['audit list --until 2026-02-30', 'ISO 8601'],
  ['audit list --from 2026-06-15T08:30:00', 'ISO 8601'],
  ['audit list --child Mia', 'no identifier'],
  ['audit verify --since 12.seal', 'no checkpoint'],
  ["account find --name '-'", 'must contain a letter or a digit'],
  ['practice set --name Pra\u202exis', 'It must not contain control characters: U+202E.\n'],
  ['practice set --name Pra\u200cxis', 'It must not contain invisible characters: U+200C.\n'],
  ['child merge', "missing required argument 'keep'"],
  ['child merge 01993f2e-6d1c-7a40-8c55-0b1f6f3f9a21', "missing required argument 'other'"],
  ['child merge secret 12', 'no identifier'],
  // As a script passes on a variable that was not set.
  ["store back-up ''", "argument 'file' is invalid. It is missing."],
  ["store copy --to ''", 'It is missing.'],
  ['data retention --years secret', 'unknown option'],
  ['signing-key withdraw 12', 'no identifier'],
  ['certificate verify --issuer health.example.org', 'must be a URL'],
])('wrong usage is refused in a sentence without values: %s', async (line, sentence) => {
  const words = line.split(' ').filter(Boolean);
  const { exitCode, output } = await use(...words.map((word) => word.replaceAll('_', ' ').replace("''", '')));
  expect(exitCode).not.toBe(0);
  expect(output).toContain(sentence);
  expect(output).not.toContain('secret');
});

it('what is pasted reaches its command without what other programs put around it', async () => {
  const pasted = [
    '--telephone',
    '\u202a+49\t30 123\u202c',
    '--privacy',
    'Https://example.org/privacy',
    '--name',
    'Holm\u200b',
  ];
  await expect(use('practice', 'set', ...pasted)).rejects.toThrow(TypeError);
});

it('--version prints the version', async () => {
  expect(await use('--version')).toEqual({ exitCode: 0, output: `${version}\n` });
});

it.each(COMMANDS)('%s --help has examples', async (command) => {
  const { exitCode, output } = await use(...command.split(' '), '--help');
  expect(exitCode).toBe(0);
  expect(output).toContain('--json');
  expect(output).toContain(`Examples:\n  npm run operator -- ${command}`);
});

it('docs/operate.md lists every command, and no other', () => {
  const page = readFileSync(join(import.meta.dirname, '../../../docs/operate.md'), 'utf8');
  const [, section = ''] = page.split("\n## The operator's commands\n");
  const cells = section.split('\n').filter((row) => /^\| `[a-z-]+( [a-z-]+)?`/.test(row));
  const listed = cells.flatMap((row) =>
    [...(row.split(' | ')[0] ?? '').matchAll(/`([\w -]+)`/g)].map(([, name]) => name),
  );
  // Another table may say more of some.
  expect([...new Set(listed)].toSorted()).toEqual(COMMANDS.toSorted());
});
