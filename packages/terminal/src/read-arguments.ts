import { readFileSync } from 'node:fs';
import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';
import { version } from './version.ts';

/** Ends with exit code 2, as most commands of Unix do on wrong usage. */
const WRONG_USAGE = 2;

/**
 * The arguments of a program: options, and words if it takes any. `--help` prints the text beside the program
 * (`main.help.txt` of `main.ts`), `--version` the version. Anything else is refused in one sentence, which repeats no value, as a
 * value can be a secret.
 */
export const readArguments = <const Options extends ParseArgsOptionsConfig>(
  program: string,
  { options, words = false }: { readonly options: Options; readonly words?: boolean },
) => {
  const args = process.argv.slice(2);
  const help = readFileSync(program.replace(/\.ts$/, '.help.txt'), 'utf8');
  const exit = (text: string): never => {
    process.stdout.write(text);
    process.exit(0);
  };
  const refuse = (problem: string): never => {
    const command = /^Usage: (npm (?:run )?\S+)/.exec(help)?.[1];
    process.stderr.write(`${problem}; ${command} -- --help says what there is.\n`);
    process.exit(WRONG_USAGE);
  };
  if (args.includes('--help') || args.includes('-h')) exit(help);
  if (args.includes('--version')) exit(`${version}\n`);
  try {
    const given = parseArgs({ args, options, allowPositionals: true });
    return given.positionals.length > 0 && !words ? refuse('It takes no words beside its options') : given;
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    // Node's message has the name of the option in quotes, and a value behind it.
    const name = /'(-[\w-]*)/.exec(message)?.[1];
    if (code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION') return refuse(`There is no option ${name}`);
    return refuse(`The option ${name} has no value, or one that it does not take`);
  }
};

/** For a program without arguments. */
export const readNoArguments = (program: string): void => void readArguments(program, { options: {} });
