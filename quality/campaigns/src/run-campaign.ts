import type { Campaign, Form, Outcome } from './campaign.ts';
import { within } from './ground/crowd.ts';
import type { Ground } from './ground/ground.ts';

export type Report = Outcome & {
  readonly name: string;
  readonly form: Form;
  /** What should not have been, the first of it in words; none: the service held. */
  readonly wrong: readonly string[];
  readonly wrongs: number;
  readonly seconds: number;
};

/** Seconds after which a campaign is broken off, on a machine that is busy with other things. */
const LONGEST: Readonly<Record<Form, number>> = { quick: 600, full: 7200 };
const MOST_TOLD = 10;

type Surroundings = Pick<Ground, 'serverUrl'> & { readonly interrupted?: AbortSignal };

/** Runs a campaign to its end, and ends all that it started. */
export const runCampaign = async (
  { name, run }: Campaign,
  form: Form,
  { serverUrl, interrupted = new AbortController().signal }: Surroundings,
): Promise<Report> => {
  const told: string[] = [];
  let wrongs = 0;
  const wrong = (sentence: string): void => {
    wrongs += 1;
    if (told.length < MOST_TOLD) told.push(sentence);
  };
  const started = performance.now();
  const over = new AbortController();
  const ending = new AsyncDisposableStack();
  const children: Ground['children'] = new Set();
  const endWithUs = (): void => {
    for (const child of children) child.kill('SIGKILL');
  };
  process.once('exit', endWithUs);
  const defer = (cleanup: () => unknown): void => ending.defer(async () => void (await cleanup()));
  const ground = { ending, children, over: over.signal, serverUrl, wrong, defer, fail: wrong, signal: over.signal };
  let outcome: Outcome = { size: 'not to its end', figures: {} };
  try {
    outcome = await within(LONGEST[form] * 1000, run(form, ground), interrupted);
  } catch (error) {
    wrongs += 1;
    told.unshift(`It broke off: ${error instanceof Error ? error.stack : String(error)}`);
  } finally {
    over.abort();
    await ending.disposeAsync();
    process.off('exit', endWithUs);
  }
  const seconds = Math.round((performance.now() - started) / 100) / 10;
  return { name, form, ...outcome, wrong: told, wrongs, seconds };
};

/** One line; what was found wrong stands below it. */
export const lineOf = (report: Report): string => {
  const { name, size, figures, wrong, seconds } = report;
  const measured = Object.entries(figures).map(([what, value]) => `${what} ${shown(value)}`);
  const line = [name.padEnd(24), size, verdictOf(report), measured.join(', '), `${seconds} s`].join(' | ');
  return [line, ...wrong.map((sentence) => `    ${sentence}`)].join('\n');
};

export const verdictOf = ({ wrongs }: Pick<Report, 'wrongs'>): string =>
  wrongs === 0 ? 'holds' : `FAILED (${wrongs})`;

export const shown = (value: number | string): string =>
  typeof value === 'number' ? value.toLocaleString('en') : value;
