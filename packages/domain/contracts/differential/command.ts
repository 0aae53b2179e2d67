import { Unavailable } from '@health-case/domain/errors';
import type { Result } from '@health-case/domain/result';
import fc from 'fast-check';
import { expect } from 'vitest';
import type { Known } from './known.ts';
import type { Side } from './sides.ts';

export type Scene = { readonly known: Known; readonly reference: Side };

/** One call, settled in every detail before it is made on either side. */
export type Call<Value> = {
  /** `before` is what the storage under test answered, for the reference to follow where a promise leaves a choice. */
  readonly run: (side: Side, before?: Outcome<Value>) => Promise<Result<Value, unknown>>;
  readonly learn?: (value: Value) => unknown;
};

export type Outcome<Value> = { readonly gave: Result<Value, unknown> } | { readonly threw: string };

/** A pick of commands. `settle` says what is to be called as things are, or nothing if that would make no sense. */
export const command = <Data, Value>(
  name: string,
  data: fc.Arbitrary<Data>,
  settle: (data: Data, scene: Scene) => Call<Value> | undefined | Promise<Call<Value> | undefined>,
): fc.Arbitrary<fc.AsyncCommand<Scene, Side>> =>
  data.map((given) => ({
    check: () => true,
    run: async (scene, side) => {
      const call = await settle(given, scene);
      if (!call) return;
      const actual = await outcomeOf(() => call.run(side));
      const expected = await outcomeOf(() => call.run(scene.reference, actual));
      expect(actual, name).toEqual(expected);
      if ('gave' in expected && expected.gave.ok) await call.learn?.(expected.gave.value);
    },
    toString: () => `${name} ${fc.stringify(given)}`,
  }));

export const outcomeOf = async <Value>(call: () => Promise<Result<Value, unknown>>): Promise<Outcome<Value>> => {
  try {
    return { gave: (await drained(await call())) as Result<Value, unknown> };
  } catch (error) {
    return { threw: kindOf(error) };
  }
};

const kindOf = (error: unknown): string => {
  if (error instanceof Unavailable) return `Unavailable: ${error.reason}`;
  return error instanceof Error ? `${error.name}: ${error.message}` : `no error: ${error}`;
};

/** The same value, with every list that is read page by page in place of whoever reads it. */
const drained = async (value: unknown): Promise<unknown> => {
  if (typeof value !== 'object' || value === null) return value;
  if (Symbol.asyncIterator in value) {
    return pagesOf(value as AsyncIterable<unknown>);
  }
  if (Array.isArray(value)) return value;
  const entries = Object.entries(value).map(async ([name, part]) => [name, await drained(part)]);
  return Object.fromEntries(await Promise.all(entries));
};

const MOST_PAGES = 100;

/** What never ends is given up, and differs then. */
export const pagesOf = async <Page>(handedOut: AsyncIterable<Page>): Promise<readonly Page[]> => {
  const pages: Page[] = [];
  for await (const page of handedOut) {
    pages.push(page);
    if (pages.length === MOST_PAGES) break;
  }
  return pages;
};
