import type { Ground } from './ground/ground.ts';

/** Quick within `npm run test:all`, full by `npm run campaigns`. */
export type Form = 'quick' | 'full';

/** What a campaign did and measured. What it found wrong, it has told its ground. */
export type Outcome = {
  /** How much was done, in words. */
  readonly size: string;
  readonly figures: Readonly<Record<string, number | string>>;
};

export type Campaign = {
  readonly name: string;
  readonly run: (form: Form, ground: Ground) => Promise<Outcome>;
};

/** A campaign takes one side, the attacker's or that of bad luck, and says how the service stood up to it. */
export const campaign = <Size>(
  name: string,
  sizes: Readonly<Record<Form, Size>>,
  run: (size: Size, ground: Ground) => Promise<Outcome>,
): Campaign => ({ name, run: (form, ground) => run(sizes[form], ground) });
