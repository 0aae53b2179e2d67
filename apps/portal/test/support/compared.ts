import type { Child } from 'hono/jsx';
import { expect, test } from 'vitest';
import { type Fixture, fixturesOf } from './fixtures.ts';
import { treeOf } from './html-tree.ts';

type Comparison<Options> = {
  /** How many of the published examples have no other options than `takes`. */
  readonly count: number;
  readonly takes: readonly string[];
  readonly render: (options: Options) => Child;
  /** How the names of attributes begin that neither has to have. */
  readonly withoutAttributes?: (options: Options) => string | undefined;
  /** What remains of either, where ours has a choice less than the design system. */
  readonly alike?: (html: string, options: Options) => string;
  /** Tells examples whose options have a value that the component does not take. */
  readonly isTaken?: (options: Options) => boolean;
};

/** Tests that a component makes the HTML that the design system publishes. */
export const compared = <Options>(component: string, comparison: Comparison<Options>): void => {
  const { count, takes, render, withoutAttributes, isTaken = () => true, alike = (html) => html } = comparison;
  const fixtures: readonly Fixture<Options>[] = fixturesOf<Options>(component, takes).filter(({ options }) =>
    isTaken(options),
  );
  test(`${component}: ${count} examples are compared`, () => {
    expect(count).toBeGreaterThan(0);
    expect(fixtures).toHaveLength(count);
  });
  for (const { name, options, html } of fixtures) {
    test(`${component}: ${name}`, () => {
      const settings = { withoutAttributes: withoutAttributes?.(options) };
      const [ours, theirs] = [alike(String(render(options)), options), alike(html, options)];
      expect(treeOf(ours, settings)).toEqual(treeOf(theirs, settings));
    });
  }
};
