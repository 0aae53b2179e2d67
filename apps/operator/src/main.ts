import { basename } from 'node:path';
import { reportToOperator, useStore } from '@health-case/composition/run';
import { backUpStore, copyStore, restoreStore } from '@health-case/composition/store-files';
import { createOperatorApplication } from '@health-case/domain/application';
import { guardOutput } from '@health-case/terminal/printable';
import { CommanderError } from 'commander';
import { newCall, unwrap } from './commands.ts';
import { createProgram } from './program.ts';

const WRONG_USAGE = 2;

// Data and arguments may hold what anybody has written.
guardOutput();

const program = createProgram({
  operate: (work, mayCreate) =>
    useStore(({ ports, portal }) => work(createOperatorApplication(ports), portal), { mayCreate }),
  readIssuing: (work) => useStore(({ application, issuer }) => work({ ...application, issuer }), { mayCreate: false }),
  backUp: backUpStore,
  copy: copyStore,
  restore: ({ file, force }) =>
    restoreStore({ backup: file, force }, async ({ ports }) => {
      const operator = createOperatorApplication(ports);
      const restored = { backup: basename(file), ...newCall() };
      return unwrap(await operator.takeUpRestored(restored));
    }),
});

await reportToOperator(async () => {
  try {
    const asksForNothing = process.argv.length === 2;
    await program.parseAsync(asksForNothing ? [...process.argv, '--help'] : process.argv);
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    process.exitCode = error.exitCode === 0 ? 0 : WRONG_USAGE;
  }
});
