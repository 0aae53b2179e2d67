import { readFileSync } from 'node:fs';
import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';
import manifest from '../../../package.json' with { type: 'json' };

/** Of the whole project: its packages and apps have one version. */
export const version: string = manifest.version;

const exit = (exitCode: number, text: string): never => {
  (exitCode === 0 ? process.stdout : process.stderr).write(text);
  process.exit(exitCode);
};

/** Goes on if the reader of the output, such as `head`, is gone. Any other error is for whoever else listens. */
export const outliveReader = (): void => {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE' && process.stdout.listenerCount('error') === 1) throw error;
  });
};

/**
 * The options of a program, and its words if it takes any. `--help` prints the text beside it (`main.help.txt` of
 * `main.ts`). Anything else is refused with exit code 2, in one sentence that repeats nothing but the name of an option
 * that there is: anything else can be a secret.
 */
export const readArguments = <const Options extends ParseArgsOptionsConfig = Record<never, never>>(
  program: string,
  { options, words = false }: { readonly options?: Options; readonly words?: boolean } = {},
) => {
  outliveReader();
  const args = process.argv.slice(2);
  const help = readFileSync(program.replace(/\.ts$/, '.help.txt'), 'utf8');
  const command = /^Usage: (npm (?:run )?\S+)/.exec(help)?.[1];
  const refuse = (problem: string) => exit(2, `${problem}; ${command} -- --help says what there is.\n`);
  if (args.includes('--help') || args.includes('-h')) exit(0, help);
  if (args.includes('--version')) exit(0, `${version}\n`);
  const given = (() => {
    try {
      return parseArgs({ args, options: options ?? ({} as Options), allowPositionals: true });
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      if (code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION') return refuse('It has no such option');
      // The first sentence of Node's message names the option, which there is. Another may quote a value.
      return refuse(`${message.split(/[.\n]/, 1)}`);
    }
  })();
  return given.positionals.length > 0 && !words ? refuse('It takes no words beside its options') : given;
};
