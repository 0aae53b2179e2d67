import { randomUUID } from 'node:crypto';
import { type Instant, type Parsed, problem } from '@health-case/domain/model/values';
import { ok } from '@health-case/domain/result';
import { type Command, InvalidArgumentError } from 'commander';

/** A parser of the domain's as commander wants it: wrong text is wrong usage. */
export const parsedBy =
  <Value>(parse: (text: string) => Parsed<Value>) =>
  (text: string): Value => {
    const parsed = parse(text);
    if (!parsed.ok) throw new InvalidArgumentError(`It ${parsed.refusal.problem}.`);
    return parsed.value;
  };

const ISO = /^(\d{4}-\d{2}-\d{2})(T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?(Z|[+-]\d{2}:\d{2}))?$/;

/** A calendar day counts as its first moment in UTC. */
export const parseInstant = (text: string): Parsed<Instant> => {
  const [, day] = ISO.exec(text) ?? [];
  const dayBegins = new Date(`${day}T00:00:00Z`);
  const instant = Date.parse(text);
  const isReal = !Number.isNaN(dayBegins.getTime()) && dayBegins.toISOString().startsWith(`${day}T`);
  return isReal && !Number.isNaN(instant)
    ? ok(instant as Instant)
    : problem('must be an ISO 8601 day or moment with its zone, such as 2026-06-15 or 2026-06-15T08:30:00Z');
};

export const parseCount = (text: string): Parsed<number> =>
  /^[1-9]\d{0,8}$/.test(text) ? ok(Number(text)) : problem('must be a whole number from 1 to 999999999');

/** What every command takes, and how its help ends. */
export const withExamples = (command: Command, ...examples: readonly string[]): Command => {
  const lines = examples.map((example) => `  ${example.replace('operator', 'npm run operator --')}`);
  return command
    .option('--json', 'answer in JSON, for programs (with npm run --silent, which keeps npm quiet)')
    .addHelpText('after', `\nExamples:\n${lines.join('\n')}`);
};

/** Under which the operator's command stands in the audit trail. */
export const newCall = () => ({ requestId: `operator ${randomUUID()}` });
