import type { Refusal, RefusalCode } from '../../src/errors.ts';
import type { Pages } from '../../src/model/pages.ts';
import type { Result } from '../../src/result.ts';

/** The value of an outcome that the story takes for granted. */
export const must = <Value>(outcome: Result<Value, unknown>): Value => {
  if (!outcome.ok) throw new Error(`Unexpectedly refused: ${JSON.stringify(outcome.refusal)}`);
  return outcome.value;
};

export type Code = RefusalCode | 'OK';

export const codeOf = (outcome: Result<unknown, Refusal>): Code => (outcome.ok ? 'OK' : outcome.refusal.code);

export const allOf = async <Item>(items: AsyncIterable<Item>): Promise<Item[]> => {
  const all: Item[] = [];
  for await (const item of items) all.push(item);
  return all;
};

export const entriesOf = async <Entry>(pages: Pages<Entry>): Promise<Entry[]> => (await allOf(pages)).flat();

/** Every entry of a list that the story takes for granted. */
export const listed = async <Entry>(outcome: Promise<Result<Pages<Entry>, unknown>>): Promise<Entry[]> =>
  entriesOf(must(await outcome));
