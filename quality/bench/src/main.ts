import { readArguments } from '../../../packages/terminal/src/read-arguments.ts';
import { install } from './install.ts';
import { Missing, requireTools } from './machine.ts';

/** Exit codes: 0 the table is complete, also if goals are missed; 1 it is not; 2 wrong usage; 3 a tool is missing. */
const stopWith = (code: number, sentence: string): never => {
  process.stderr.write(`${sentence}\n`);
  process.exit(code);
};

const { quick, profile, growth, only } = readArguments(import.meta.filename, {
  options: {
    quick: { type: 'boolean', default: false },
    profile: { type: 'boolean', default: false },
    growth: { type: 'boolean', default: false },
    only: { type: 'string', multiple: true, default: [] as string[] },
  },
}).values;
if (growth && profile) stopWith(2, '--growth and --profile are two runs; ask for one of them.');
try {
  requireTools();
  install();
  // The other modules load packages that were not there before.
  if (growth) await (await import('./growth/run.ts')).runGrowth({ quick, only });
  else await (await import('./run.ts')).runScenarios({ quick, profiled: profile, only });
  process.exit(0);
} catch (error) {
  const { message, stack } = error as Error;
  const kind = (error as Error).constructor.name;
  if (error instanceof Missing) stopWith(3, message);
  if (kind === 'UnknownScenario') stopWith(2, message);
  stopWith(1, ['Disagreement', 'DidNotStart'].includes(kind) ? message : (stack ?? message));
}
