import { runOnce } from '@health-case/composition/run-once';
import { createOperatorApplication } from '@health-case/domain/operator-application';
import { CommanderError } from 'commander';
import { createProgram } from './program.ts';
import { readPassword } from './read-password.ts';

const WRONG_USAGE = 2;

const program = createProgram({
  operate: (store, work) =>
    runOnce(async ({ ports }) => {
      await work(createOperatorApplication(ports));
      return undefined;
    }, store),
  readPassword: () => readPassword(process.stdin, process.stderr),
});

// Whoever reads the output may have read enough of it; the write that meets this says so to its caller.
process.stdout.on('error', () => undefined);

try {
  await program.parseAsync();
} catch (error) {
  if (!(error instanceof CommanderError)) throw error;
  process.exitCode = error.exitCode === 0 ? 0 : WRONG_USAGE;
}
