import { type Client, type ClientOptions, createClient } from './create-client.ts';
import { type Operations, rows } from './generated/variant-a.ts';

// What calls take and answer has names, too.
export type { CallOptions, ClientOptions, Fetch, KeyedCallOptions } from './create-client.ts';
export type * from './generated/variant-a.ts';
export { CallFailed, type Refusal, Refused, type Result, unwrap } from './result.ts';

/** The use cases of variant A, a method each, and the session in which they are called. */
export interface ClientA extends Client<Operations> {}

/** A client of the variant A that is served at `url`, for one account at a time. */
export const createClientA = (url: string | URL, options: ClientOptions = {}): ClientA =>
  createClient<Operations>('A', rows, url, options);
