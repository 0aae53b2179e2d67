import { type Client, type ClientOptions, createClient } from './create-client.ts';
import { type Operations, rows } from './generated/variant-b.ts';

// What calls take and answer has names, too.
export type { CallOptions, ClientOptions, Fetch, KeyedCallOptions } from './create-client.ts';
export type * from './generated/variant-b.ts';
export { CallFailed, type Refusal, Refused, type Result, unwrap } from './result.ts';

/** The use cases of variant B, a method each, and the session in which they are called. */
export interface ClientB extends Client<Operations> {}

/** A client of the variant B that is served at `url`, for one account at a time. */
export const createClientB = (url: string | URL, options: ClientOptions = {}): ClientB =>
  createClient<Operations>('B', rows, url, options);
