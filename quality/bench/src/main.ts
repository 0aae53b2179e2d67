import { readArguments } from '../../../packages/terminal/src/read-arguments.ts';
import { install } from './install.ts';
import { Missing, requireTools } from './machine.ts';

/** Exit codes: 0 the table is complete (also where goals are missed), 1 it is not, 2 wrong usage, 3 a tool is missing. */
const stopWith = (code: number, sentence: string): never => {
  process.stderr.write(`${sentence}\n`);
  process.exit(code);
};

const options = {
  quick: { type: 'boolean' },
  profile: { type: 'boolean' },
  growth: { type: 'boolean' },
  only: { type: 'string', multiple: true },
} as const;
const given = readArguments(import.meta.filename, { options }).values;
const { quick = false, profile: profiled = false, growth = false, only = [] } = given;
if (growth && profiled) stopWith(2, '--growth and --profile are two runs; ask for one of them.');
// What was started is ended by the handler of `exit`.
for (const [signal, code] of [
  ['SIGINT', 130],
  ['SIGTERM', 143],
  ['SIGHUP', 129],
] as const) {
  process.on(signal, () => process.exit(code));
}
try {
  requireTools();
  install();
  // Only now are the packages there that the rest is made of.
  if (growth) await (await import('./growth/run.ts')).runGrowth({ quick, only });
  else await (await import('./run.ts')).run({ quick, profiled, only });
  process.exit(0);
} catch (error) {
  const { message, stack } = error as Error;
  if (error instanceof Missing) stopWith(3, message);
  const kind = (error as Error).constructor.name;
  if (kind === 'UnknownScenario') stopWith(2, message);
  const isExpected = kind === 'Disagreement' || kind === 'DidNotStart';
  stopWith(1, isExpected ? message : (stack ?? message));
}
