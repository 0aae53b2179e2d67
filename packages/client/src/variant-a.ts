import { type Client, type ClientOptions, createClient } from './create-client.ts';
import type { Operations } from './generated/variant-a.ts';
import { keyed, once, type Rows, read, sharedRows } from './operations.ts';

export type { ClientOptions } from './create-client.ts';
export type * from './generated/variant-a.ts';
export type { CallOptions, KeyedCallOptions } from './operations.ts';
export { CallFailed, type Refusal, Refused, type Result, unwrap } from './result.ts';
export type { Fetch } from './send.ts';

const rows = {
  ...sharedRows,
  registerAccount: keyed('POST /api/Auth/register'),
  logIn: once('POST /api/Auth/login'),
  addChild: keyed('POST /api/Auth/child'),
  requestCertification: keyed('POST /api/Case/{id}/certreq'),
  checkCertification: read('GET /api/Case/{id}/certreq'),
  issueCertification: once('POST /api/Case/{id}/certreq/issue'),
  rejectCertification: once('POST /api/Case/{id}/certreq/reject'),
  revokeCertification: once('POST /api/Case/{id}/certreq/revoke'),
} satisfies Rows<Operations>;

/** The use cases of variant A, a method each, and the session in which they are called. */
export interface ClientA extends Client<Operations> {}

/** A client of the variant A that is served at `url`, for one account at a time. */
export const createClientA = (url: string | URL, options: ClientOptions = {}): ClientA =>
  createClient<Operations>({ name: 'A', contentField: 'body', rows }, url, options);
