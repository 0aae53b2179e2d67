import { type Clinic, openClinic } from '@health-case/composition/testing/clinic';
import { variantA } from '@health-case/variant-a/variant-a';
import { variantB } from '@health-case/variant-b/variant-b';
import { describe } from 'vitest';

/** The same tests for either variant, in its own words and over a store of its own. */
export const describeEachVariant = (what: string, tests: (clinic: Clinic) => void): void => {
  describe.each([variantA, variantB])(`variant $name: ${what}`, (variant) => {
    tests(openClinic(variant));
  });
};
