import { type Result, refused } from '../result.ts';

/** What is wrong with a value, as the end of a sentence that begins with the field's name. */
export type Problem = { readonly problem: string };

/** A value that keeps its rule, or what is wrong with the text it was to be made from. */
export type Parsed<Value> = Result<Value, Problem>;

export const problem = (text: string) => refused<Problem>({ problem: text });

/** D-06: white space alone counts as no value at all. */
export const missing = problem('is missing');

/** The number of characters as a person counts them: code points, not UTF-16 units. */
export const characters = (text: string): number => {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
};
