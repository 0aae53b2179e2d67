import { createProgressLine } from '@health-case/terminal/progress-line';
import { version } from '@health-case/terminal/version';
import { CommanderError } from 'commander';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createProgram } from '../src/program.ts';

afterEach(() => vi.restoreAllMocks());

/** What the command line says, and how it ends, where it may not come to do anything. */
const use = async (...args: readonly string[]) => {
  const said: string[] = [];
  const listen = (chunk: unknown) => Boolean(said.push(String(chunk)));
  for (const stream of [process.stdout, process.stderr]) vi.spyOn(stream, 'write').mockImplementation(listen);
  const unreachable = () => Promise.reject(new Error('The command was carried out.'));
  const program = createProgram({
    line: createProgressLine({ write: () => undefined }),
    operate: unreachable,
    readPassword: unreachable,
    backUp: unreachable,
    restore: unreachable,
  });
  const end = await program.parseAsync(args, { from: 'user' }).catch((error: unknown) => error);
  vi.restoreAllMocks();
  if (!(end instanceof CommanderError)) throw end;
  return { exitCode: end.exitCode, said: said.join('') };
};

const CREATE = ['account', 'create', '--first-name', 'Jan', '--last-name', 'Jansen'];

describe('wrong usage', () => {
  it.each([
    [[], 'Usage:'],
    [['nonsense'], "unknown command 'nonsense'"],
    [['account'], 'Usage:'],
    [['account', 'unlock'], "missing required argument 'email'"],
    [['account', 'unlock', 'jan'], 'must be an e-mail address'],
    [['account', 'unlock', 'jan@example.org', 'more'], 'too many arguments'],
    [[...CREATE, '--role', 'Par'], "required option '--email <address>'"],
    [[...CREATE, '--role', 'Boss', '--email', 'jan@example.org'], 'Doc, Ast, Par'],
    [[...CREATE, '--role', 'Par', '--email', 'jan@example.org', '--password', 'secret'], "unknown option '--password'"],
    [
      [...CREATE, '--role', 'Par', '--email', 'jan@example.org', "--password=it's\nsecret"],
      "unknown option '--password'",
    ],
    [['audit', 'list', '--limit', '0'], 'whole number'],
    [['audit', 'list', '--limit', '1e3'], 'whole number'],
    [['audit', 'list', '--from', 'yesterday'], 'ISO 8601'],
    [['audit', 'list', '--until', '2026-02-30'], 'ISO 8601'],
    [['audit', 'list', '--from', '2026-06-15T08:30:00'], 'ISO 8601'],
    [['audit', 'list', '--child', 'Mia'], 'no identifier'],
    [['audit', 'verify', '--since', '12.seal'], 'no checkpoint'],
    [['store', 'back-up'], "missing required argument 'file'"],
    [['store', 'restore', 'a.db', '--clobber'], "unknown option '--clobber'"],
  ])('%j is told so', async (args, sentence) => {
    const { exitCode, said } = await use(...args);
    expect(exitCode).not.toBe(0);
    expect(said).toContain(sentence);
    expect(said).not.toContain('secret');
  });
});

it('--version prints the version', async () => {
  expect(await use('--version')).toEqual({ exitCode: 0, said: `${version}\n` });
});

describe('the help', () => {
  it.each([
    'account create',
    'account end-sessions',
    'account unlock',
    'account set-password',
    'account disable',
    'account enable',
    'audit checkpoint',
    'audit list',
    'audit verify',
    'child export',
    'child erase',
    'key rotate',
    'key reencrypt',
  ])('of %s has examples', async (command) => {
    const { exitCode, said } = await use(...command.split(' '), '--help');
    expect(exitCode).toBe(0);
    expect(said).toContain('--json');
    expect(said).toContain(`Examples:\n  npm run operator -- ${command}`);
  });
});
