import { basename } from 'node:path';
import { runOnce } from '@health-case/composition/run-once';
import { backUpStore, restoreStore } from '@health-case/composition/store-files';
import { createOperatorApplication } from '@health-case/domain/operator-application';
import { createProgressLine } from '@health-case/terminal/progress-line';
import { CommanderError } from 'commander';
import { newCall } from './arguments.ts';
import { createProgram } from './program.ts';
import { readPassword } from './read-password.ts';
import { answered } from './refused.ts';
import { progressInWords } from './store-commands.ts';

const WRONG_USAGE = 2;

const line = createProgressLine(process.stderr);
const progress = { ...line, show: (done: Parameters<typeof progressInWords>[0]) => line.show(progressInWords(done)) };
const program = createProgram({
  operate: (store, work) =>
    runOnce(async ({ ports }) => {
      await work(createOperatorApplication(ports));
      return undefined;
    }, store),
  readPassword: () => readPassword(process.stdin, process.stderr),
  line,
  backUp: (file, tell) => backUpStore(file, progress, tell),
  restore: (given, tell) =>
    restoreStore(given, progress, {
      takeUp: async ({ ports }) => {
        const backup = basename(given.backup);
        return answered(await createOperatorApplication(ports).takeUpRestored({ backup, ...newCall() }));
      },
      tell,
    }),
});

// Whoever reads the output may have read enough of it; the write that meets this says so to its caller.
process.stdout.on('error', () => undefined);

try {
  await program.parseAsync();
} catch (error) {
  if (!(error instanceof CommanderError)) throw error;
  process.exitCode = error.exitCode === 0 ? 0 : WRONG_USAGE;
}
