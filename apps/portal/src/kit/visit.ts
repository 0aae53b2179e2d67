import type { Application } from '@health-case/domain/application';
import type { Role, SessionLifetimes } from '@health-case/domain/model/account';
import type { IdempotencyKey } from '@health-case/domain/model/idempotency';
import type { Work } from '@health-case/domain/model/notice';
import type { Practice } from '@health-case/domain/model/practice';
import { parseId } from '@health-case/domain/model/values';
import type { Refusal, RefusalCode, Result } from '@health-case/domain/result';
import type { Caller, ClientAddress, RequestFacts } from '@health-case/domain/use-cases/declaration';
import type { Context } from 'hono';
import type { Child } from 'hono/jsx';
import type { Words } from '../words/words.ts';
import type { Formats } from './formats.ts';
import type { Keeper } from './session-cookie.ts';

/** One request for a page: what pages and forms know of it, with all texts in its language. */
export type Visit = Words & {
  readonly c: Context;
  readonly app: Application;
  readonly words: Words;
  readonly formats: Formats;
  /** The addresses of what each page loads. */
  readonly assets: { readonly stylesheet: string; readonly script: string };
  /** The origin of the page. */
  readonly origin: string;
  readonly registration: 'open' | 'invited' | 'confirmed';
  readonly sessionLifetimes: SessionLifetimes;
  readonly keeper: Keeper;
  /** D-39. */
  readonly practice: Practice | undefined;
  /** What every use case may ask to know of a call. */
  readonly facts: RequestFacts & ClientAddress;
  readonly member: Member | undefined;
  /** What was chosen in a form that takes a file. */
  readonly file?: Uint8Array | undefined;
};

/** `left`: milliseconds until the session ends, however it is used. `isProven`: the address of the account (D-28). */
type Tokens = { readonly token: string; readonly formToken: string };
type Member = Tokens & { readonly caller: Caller; readonly left: number; readonly isProven: boolean };

/** The visit of somebody who has signed in. `call`: what a use case behind a session gets beside its fields. */
export type MemberVisit = Visit & { readonly member: Member; readonly call: Visit['facts'] & Caller };

/** What is called with the key of a form is done once (D-24). */
export const withKey = (visit: Visit, idempotencyKey: IdempotencyKey | undefined): Visit => {
  const facts = { ...visit.facts, idempotencyKey };
  return Object.assign({ ...visit, facts }, visit.member && { call: { ...facts, ...visit.member.caller } });
};

/** Who may come: anyone, whoever has signed in, managers (D-40), or those of some roles. What they may do is decided by the use case. */
export type Who = 'anyone' | 'member' | 'manager' | readonly Role[];
export type VisitOf<W extends Who> = W extends 'anyone' ? Visit : MemberVisit;

/** What a page shows within the frame that all share. */
export type View = {
  /** The heading, too, unless there is one. Never names a person: browsers keep titles in their history. */
  readonly title: string;
  readonly heading?: string;
  readonly body: Child;
  /** The address that the link at the top leads back to. */
  readonly back?: string | undefined;
  /** The heading stands in the body, where it is the question itself. */
  readonly isTitleInBody?: true;
  /** Takes the whole width, as a table of many columns does. */
  readonly isWide?: true;
  readonly status?: number | undefined;
  /** What waits (D-43), where the page has asked for it. */
  readonly work?: Work;
  /** What follows the body, as long as it may be: it is sent as it is read. */
  readonly rest?: AsyncGenerator<string, void>;
};

/** A file in place of a page, whole or as it is read. Its name tells of nobody: browsers keep it. */
export type Download = {
  readonly file: string;
  readonly type: 'text/csv' | 'application/json';
  readonly content: string | AsyncGenerator<string, void>;
};

/** Thrown where a page cannot be shown: its data were refused. */
export class NotShown extends Error {
  readonly refusal: Refusal;

  constructor(refusal: Refusal) {
    super(`A page was refused: ${refusal.code}.`);
    this.refusal = refusal;
  }
}

/** The value, without which there is no page. */
export const needed = <Value>(result: Result<Value, Refusal>): Value => {
  if (!result.ok) throw new NotShown(result.refusal);
  return result.value;
};

/** An id in the address of a page. One that was never given out has no page. */
export const idIn = <Id extends string>({ c }: Visit, otherwise: RefusalCode, name = 'id'): Id => {
  const id = parseId<Id>(c.req.param(name) ?? '');
  if (!id.ok) throw new NotShown({ code: otherwise });
  return id.value;
};

/** The first page of a list. */
export const firstPage = async <Entry>(pages: AsyncIterable<readonly Entry[]>): Promise<readonly Entry[]> => {
  for await (const page of pages) return page;
  return [];
};
