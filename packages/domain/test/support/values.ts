import { type Password, type PasswordAttempt, parsePassword, parsePasswordAttempt } from '../../src/model/account.ts';
import { type BirthDate, parseBirthDate, parseSocSecNum, type SocSecNum } from '../../src/model/child.ts';
import { type EmailAddress, parseEmail } from '../../src/model/email.ts';
import { type PageLimit, parseLimit } from '../../src/model/pages.ts';
import {
  type Instant,
  type PersonName,
  parsePersonName,
  parseReason,
  parseTitle,
  type Reason,
  type Title,
} from '../../src/model/values.ts';
import { must } from './outcomes.ts';

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
