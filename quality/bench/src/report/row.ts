import type { Summary } from '../measure/sample.ts';

/** A goal on one row, and whether it was met. */
export type Verdict = { readonly goal: string; readonly met: boolean };

/** One line of the table. */
export type Row = Partial<Verdict> & {
  readonly work: string;
  readonly system: string;
  /** Where requests were counted. */
  readonly summary?: Summary;
  /** Where something else was measured. */
  readonly measured?: {
    readonly value: number;
    readonly unit: string;
    readonly least?: number;
    readonly most?: number;
  };
  /** The service's requests per second over this system's, or as `goal` says. */
  readonly ratio?: number;
  /** The same by processor time per request, on which other work on the machine tells less. */
  readonly cpuRatio?: number;
  /** Why there is nothing to tell. */
  readonly skipped?: string;
};

const rounded = (value: number, digits = 2): number => Math.round(value * 10 ** digits) / 10 ** digits;

export const atLeast = (least: number, value: number, of: string): Verdict => ({
  goal: `≥ ${least} × ${of}`,
  met: rounded(value) >= least,
});
export const atMost = (most: number, value: number, unit: string): Verdict => ({
  goal: `≤ ${most} ${unit}`,
  met: rounded(value) <= most,
});
