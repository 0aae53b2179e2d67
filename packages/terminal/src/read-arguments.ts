import { readFileSync } from 'node:fs';
import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';
import { version } from './version.ts';

const WRONG_USAGE = 2;

type Takes<Options> = {
  readonly options: Options;
  /** Whether it takes words beside its options, as names are. */
  readonly words?: boolean;
};

/**
 * What a program was given on its command line. The text beside it (`main.help.txt` of `main.ts`) is what `--help` prints;
 * `--version` prints the version. What the program does not take is refused in one sentence, with exit code 2; the sentence
 * repeats no value, which could be a secret.
 */
export const readArguments = <const Options extends ParseArgsOptionsConfig>(
  program: string,
  { options, words = false }: Takes<Options>,
) => {
  const args = process.argv.slice(2);
  if (args.includes('--help') || args.includes('-h')) {
    process.stdout.write(helpOf(program));
    process.exit(0);
  }
  if (args.includes('--version')) {
    process.stdout.write(`${version}\n`);
    process.exit(0);
  }
  const given = parsed(program, () => parseArgs({ args, options, allowPositionals: true }));
  if (given.positionals.length > 0 && !words) refuse(program, 'It takes no words beside its options');
  return given;
};

/** For a program that takes none. */
export const readNoArguments = (program: string): void => {
  readArguments(program, { options: {} });
};

const helpOf = (program: string): string => readFileSync(program.replace(/\.ts$/, '.help.txt'), 'utf8');

/** The first line of a help says how the program is called. */
const refuse = (program: string, problem: string): never => {
  const command = /^Usage: (npm (?:run )?\S+)/.exec(helpOf(program))?.[1];
  process.stderr.write(`${problem}; ${command} -- --help says what there is.\n`);
  process.exit(WRONG_USAGE);
};

const parsed = <Given>(program: string, parse: () => Given): Given => {
  try {
    return parse();
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    // In Node's words the name stands in quotes, and a value behind it.
    const name = /'(-[\w-]*)/.exec(message)?.[1];
    if (code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION') return refuse(program, `There is no option ${name}`);
    return refuse(program, `The option ${name} has no value, or one that it does not take`);
  }
};
