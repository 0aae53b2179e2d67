import { join } from 'node:path';
import { readArguments } from '../../../packages/terminal/src/read-arguments.ts';
import { installPackages } from '../../../tools/install-packages.ts';
import { requireTools, Stop } from './machine.ts';

const { quick, only, profile, calls } = readArguments(import.meta.filename, {
  options: {
    quick: { type: 'boolean', default: false },
    only: { type: 'string', multiple: true, default: [] as string[] },
    profile: { type: 'boolean', default: false },
    calls: { type: 'boolean', default: false },
  },
}).values;
try {
  if (profile && calls) throw new Stop(2, '--profile and --calls are different runs; ask for one of them.');
  requireTools();
  installPackages(join(import.meta.dirname, '..'));
  // The other modules load packages that were not there before.
  const { runCalls, runScenarios } = await import('./run.ts');
  await (calls ? runCalls(quick) : runScenarios(quick, only, profile));
  process.exit(0);
} catch (error) {
  const { message, stack } = error as Error;
  process.stderr.write(`${error instanceof Stop ? message : (stack ?? message)}\n`);
  process.exit(error instanceof Stop ? error.exitCode : 1);
}
