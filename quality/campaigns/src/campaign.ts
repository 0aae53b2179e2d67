import { createHarness, type Harness } from '@health-case/harness/harness';
import pTimeout from 'p-timeout';

/** Quick to try them out, full before a release. */
export type Form = 'quick' | 'full';

/** What a campaign did and measured. Where a promise was broken, it has told its harness. */
type Outcome = {
  /** How much was done, in words. */
  readonly size: string;
  readonly figures: Readonly<Record<string, number | string>>;
};

/** A campaign attacks the service, or makes what is around it fail, and checks whether the service keeps a promise. */
export type Campaign = {
  readonly name: string;
  /** What the service promises, in one sentence. */
  readonly promise: string;
  readonly run: (form: Form, harness: Harness) => Promise<Outcome>;
};

type Declaration<Size> = Omit<Campaign, 'run'> &
  Readonly<Record<Form, Size>> & { readonly run: (size: Size, harness: Harness) => Promise<Outcome> };

export const declare = <Size>({ run, ...declared }: Declaration<Size>): Campaign => {
  return { ...declared, run: (form, harness) => run(declared[form], harness) };
};

export type Report = Outcome & {
  /** With their times. None: the promise was kept. */
  readonly failures: readonly string[];
  readonly seconds: number;
};

/** Seconds after which a campaign is ended, on a machine that is busy with other things. */
const LONGEST: Readonly<Record<Form, number>> = { quick: 600, full: 7200 };

/** Runs a campaign, and ends all that it started. */
export const runCampaign = async ({ run }: Campaign, form: Form, interrupted?: AbortSignal): Promise<Report> => {
  const failures: string[] = [];
  const fail = (sentence: string): void => void failures.push(`${new Date().toISOString()} ${sentence}`);
  const harness = createHarness(fail);
  const started = performance.now();
  const message = `It did not end within ${LONGEST[form]} s.`;
  const limits = { milliseconds: LONGEST[form] * 1000, message, ...(interrupted && { signal: interrupted }) };
  const running = run(form, harness);
  const outcome = await pTimeout(running, limits).catch((error: Error) => {
    fail(`It broke off: ${error.stack}`);
    return { size: 'not to its end', figures: {} };
  });
  await harness.end();
  const seconds = Math.round((performance.now() - started) / 100) / 10;
  return { ...outcome, failures, seconds };
};

const verdictOf = ({ failures: { length } }: Report): string => (length === 0 ? 'holds' : `FAILED (${length})`);

const figuresOf = ({ figures }: Report): string =>
  Object.entries(figures)
    .map(([what, value]) => `${what}: ${typeof value === 'number' ? value.toLocaleString('en') : value}`)
    .join('; ');

export const lineOf = ({ name }: Campaign, report: Report): string => {
  const { size, failures, seconds } = report;
  const line = [name.padEnd(18), size, verdictOf(report), figuresOf(report), `${seconds} s`].join(' | ');
  return [line, ...failures.map((sentence) => `    ${sentence}`)].join('\n');
};

/** The beginning of the campaign's row in the table of docs/security.md. */
export const rowStart = ({ name, promise }: Campaign): string => `| \`${name}\` | ${promise} | `;

/** The page with the report in the row of the campaign. */
export const withReport = (page: string, campaign: Campaign, report: Report): string => {
  const day = new Date().toISOString().slice(0, 10);
  const seen = `${verdictOf(report)}, ${day}: ${report.size}; ${figuresOf(report)}`;
  return page.replace(new RegExp(`^\\| \`${campaign.name}\` \\|.*`, 'm'), () => `${rowStart(campaign)}${seen} |`);
};
