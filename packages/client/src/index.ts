// The whole package. The module of a variant also has the names of what its calls take and answer.
export * from './certificate.ts';
export type { CallOptions, ClientOptions, Fetch, KeyedCallOptions } from './create-client.ts';
export { CallFailed, type Refusal, Refused, type Result, unwrap } from './result.ts';
export { type ClientA, createClientA } from './variant-a.ts';
export { type ClientB, createClientB } from './variant-b.ts';
