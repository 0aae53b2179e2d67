import { type Password, type PasswordAttempt, parsePassword, parsePasswordAttempt } from '../../src/model/account.ts';
import { type BirthDate, parseBirthDate, parseSocSecNum, type SocSecNum } from '../../src/model/child.ts';
import { type EmailAddress, parseEmail } from '../../src/model/email.ts';
import { type PageLimit, type Pages, parseLimit } from '../../src/model/pages.ts';
import type { Instant, PersonName, Reason, Title } from '../../src/model/values.ts';
import { parsePersonName, parseReason, parseTitle } from '../../src/model/values.ts';
import type { Refusal, RefusalCode, Result } from '../../src/result.ts';

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

export const listed = async <Entry>(outcome: Promise<Result<Pages<Entry>, unknown>>): Promise<Entry[]> =>
  entriesOf(must(await outcome));

export const name = (text: string): PersonName => must(parsePersonName(text));
export const title = (text: string): Title => must(parseTitle(text));
export const reason = (text: string): Reason => must(parseReason(text));
export const email = (text: string): EmailAddress => must(parseEmail(text));
export const password = (text: string): Password => must(parsePassword(text));
export const attempt = (text: string): PasswordAttempt => must(parsePasswordAttempt(text));
export const day = (text: string): BirthDate => must(parseBirthDate(text));
export const number = (text: string): SocSecNum => must(parseSocSecNum(text));
export const limit = (entries: number): PageLimit => must(parseLimit(String(entries)));
export const at = (text: string): Instant => Date.parse(text) as Instant;

/** Well-formed, of any kind, and never given out by the counted ids. */
export const unknownId = <Id extends string>(): Id => 'ffffffff-ffff-7fff-bfff-ffffffffffff' as Id;
