import { join } from 'node:path';
import { readArguments } from '../../../packages/terminal/src/read-arguments.ts';
import { installPackages } from '../../../tools/install-packages.ts';
import { Missing, requireTools } from './machine.ts';

/** Exit codes: 0 the table is complete, also if goals are missed; 1 it is not; 2 wrong usage; 3 a tool is missing. */
const stopWith = (code: number, sentence: string): never => {
  process.stderr.write(`${sentence}\n`);
  process.exit(code);
};

const { quick, only, ...kinds } = readArguments(import.meta.filename, {
  options: {
    quick: { type: 'boolean', default: false },
    only: { type: 'string', multiple: true, default: [] as string[] },
    profile: { type: 'boolean', default: false },
    growth: { type: 'boolean', default: false },
    calls: { type: 'boolean', default: false },
  },
}).values;
if (Object.values(kinds).filter(Boolean).length > 1) {
  stopWith(2, '--profile, --growth and --calls are different runs; ask for one of them.');
}
try {
  requireTools();
  installPackages(join(import.meta.dirname, '..'));
  // The other modules load packages that were not there before.
  if (kinds.growth) await (await import('./growth.ts')).runGrowth(quick, only);
  else if (kinds.calls) await (await import('./calls.ts')).runCalls(quick);
  else await (await import('./run.ts')).runScenarios(quick, only, kinds.profile);
  process.exit(0);
} catch (error) {
  const { message, stack } = error as Error;
  const kind = (error as Error).constructor.name;
  if (error instanceof Missing) stopWith(3, message);
  if (kind === 'UnknownScenario') stopWith(2, message);
  stopWith(1, ['Disagreement', 'DidNotStart'].includes(kind) ? message : (stack ?? message));
}
