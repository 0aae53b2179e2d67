import type { Pages } from './pages.ts';
import type { ChildId } from './values.ts';

/** D-50: what the service holds about somebody, each part with any number of entries. */
type Part =
  | 'account'
  | 'secondFactor'
  | 'login'
  | 'trustedDevice'
  | 'passkey'
  | 'code'
  | 'help'
  | 'notice'
  | 'phrase'
  | 'failedMail'
  | 'invitation'
  | 'assistant'
  | 'cover'
  | 'doctor'
  | 'child'
  | 'case'
  | 'look'
  | 'record';

/** `child`: whose data begins with it. */
export type PartEntry = { readonly part: Part; readonly entry: object; readonly child?: ChildId };

/** Moments are the only numbers in it. They are written in ISO 8601. */
export const momentsAsText = (_: string, value: unknown): unknown =>
  typeof value === 'number' ? new Date(value).toISOString() : value;

const jsonOf = (entry: object): string => JSON.stringify(entry, momentsAsText, 2);

/** A list in JSON, an entry at a time. */
export const asJson = async function* (pages: Pages<PartEntry>, textOf = jsonOf): AsyncGenerator<string, void> {
  let before = '[\n';
  for await (const page of pages) {
    for (const { part, entry } of page) {
      yield before + textOf({ part, ...entry });
      before = ',\n';
    }
  }
  yield '\n]\n';
};
