import { basename } from 'node:path';
import { runOnce } from '@health-case/composition/run';
import { backUpStore, restoreStore } from '@health-case/composition/store-files';
import { createOperatorApplication } from '@health-case/domain/application';
import { createProgressLine } from '@health-case/terminal/progress-line';
import { CommanderError } from 'commander';
import { newCall, unwrap } from './commands.ts';
import { createProgram } from './program.ts';
import { readPassword } from './read-password.ts';

const WRONG_USAGE = 2;

const line = createProgressLine(process.stderr);
const STEPS = { copying: 'Copying', checking: 'Checking the copy' };
const progress = {
  clear: line.clear,
  show: ({ step, share }: { readonly step: keyof typeof STEPS; readonly share?: number }) =>
    line.show(`${STEPS[step]} …${share === undefined ? '' : ` ${Math.floor(share * 100)} %`}`),
};

const program = createProgram({
  operate: (store, work) =>
    runOnce(async ({ ports }) => {
      await work(createOperatorApplication(ports));
      return undefined;
    }, store),
  readPassword: () => readPassword(process.stdin, process.stderr),
  line,
  backUp: (file) => backUpStore(file, progress),
  restore: (given) =>
    restoreStore(given, progress, async ({ ports }) => {
      const backup = basename(given.backup);
      return unwrap(await createOperatorApplication(ports).takeUpRestored({ backup, ...newCall() }));
    }),
});

// A reader that closes the pipe ends the output; the failed write is handled where it is awaited.
process.stdout.on('error', () => undefined);

try {
  await program.parseAsync();
} catch (error) {
  if (!(error instanceof CommanderError)) throw error;
  process.exitCode = error.exitCode === 0 ? 0 : WRONG_USAGE;
}
