import { type Client, type ClientOptions, createClient } from './create-client.ts';
import type { Operations } from './generated/variant-b.ts';
import { keyed, once, type Rows, sharedRows } from './operations.ts';

export type { ClientOptions } from './create-client.ts';
export type * from './generated/variant-b.ts';
export type { CallOptions, KeyedCallOptions } from './operations.ts';
export { CallFailed, type Refusal, Refused, type Result, unwrap } from './result.ts';
export type { Fetch } from './send.ts';

const rows = {
  ...sharedRows,
  registerAccount: keyed('POST /api/Auth'),
  logIn: once('GET /api/Auth'),
  addChild: keyed('POST /api/Parent/child'),
} satisfies Rows<Operations>;

/** The use cases of variant B, a method each, and the session in which they are called. */
export interface ClientB extends Client<Operations> {}

/** A client of the variant B that is served at `url`, for one account at a time. */
export const createClientB = (url: string | URL, options: ClientOptions = {}): ClientB =>
  createClient<Operations>({ name: 'B', contentField: 'response', rows }, url, options);
