import type { Harness } from '@health-case/harness/harness';
import type { Ground } from './ground/ground.ts';

/** Quick within `npm run test:all`, full by `npm run campaigns`. */
export type Form = 'quick' | 'full';

/** What a campaign did and measured. What it found wrong, it has told its harness. */
export type Outcome = {
  /** How much was done, in words. */
  readonly size: string;
  readonly figures: Readonly<Record<string, number | string>>;
};

export type Campaign = {
  readonly name: string;
  /** What the service promises, in one sentence. */
  readonly promise: string;
  readonly run: (form: Form, harness: Harness & Ground) => Promise<Outcome>;
};

type Declaration<Size> = Pick<Campaign, 'name' | 'promise'> & {
  readonly quick: Size;
  readonly full: Size;
  readonly run: (size: Size, harness: Harness) => Promise<Outcome>;
};

/** A campaign attacks the service, or lets things around it fail, and tells its harness where a promise was broken. */
export const declare = <Size>({ name, promise, run, ...sizes }: Declaration<Size>): Campaign => ({
  name,
  promise,
  run: (form, harness) => run(sizes[form], harness),
});

export const campaign = <Size>(
  name: string,
  sizes: Readonly<Record<Form, Size>>,
  run: (size: Size, ground: Ground) => Promise<Outcome>,
): Campaign => ({ name, promise: '', run: (form, ground) => run(sizes[form], ground) });
