import type { Result } from './result.ts';

/** What the API document says of an operation, as in the generated files. */
export type Operation = {
  readonly endpoint: string;
  readonly input: object;
  readonly answer: unknown;
  readonly refusal: string;
};

/**
 * Whether a call is sent again (`send.ts`):
 * - `read` changes nothing; `list` is a read whose entries can also be asked for a page at a time;
 * - `keyed` creates something, once for each Idempotency-Key;
 * - `once` is everything else, and calls whose reply is useless if it is late.
 */
export type Kind = 'read' | 'list' | 'keyed' | 'once';

/** A method of a client: the endpoint as in the API document, and its kind. */
export type Row<Endpoint extends string = string, Of extends Kind = Kind> = {
  readonly endpoint: Endpoint;
  readonly kind: Of;
};

/** A row for each operation, with its own endpoint. The compiler refuses a kind that the operation cannot have. */
export type Rows<Operations extends Record<keyof Operations, Operation>> = {
  readonly [Name in keyof Operations]: Row<Operations[Name]['endpoint'], KindOf<Operations[Name]>>;
};

type KindOf<Of extends Operation> =
  TakesKey<Of> extends true
    ? 'keyed'
    : Of['endpoint'] extends `GET ${string}`
      ? IsPaged<Of> extends true
        ? 'list'
        : 'read' | 'once'
      : 'once';

type TakesKey<Of extends Operation> = 'IDEMPOTENCY_KEY_REUSED' extends Of['refusal'] ? true : false;

/** A page begins after an entry, so entries need an id. */
type IsPaged<Of extends Operation> = Of['answer'] extends readonly { readonly id: string }[] ? true : false;

const row =
  <const Of extends Kind>(kind: Of) =>
  <const Endpoint extends string>(endpoint: Endpoint): Row<Endpoint, Of> => ({ endpoint, kind });

export const read = row('read');
const list = row('list');
export const keyed = row('keyed');
export const once = row('once');

/** The rows that are the same in both variants. */
export const sharedRows = {
  describeAccount: read('GET /api/Auth/me'),
  logOut: once('POST /api/Auth/logout'),
  changePassword: once('POST /api/Auth/password'),
  listDoctors: list('GET /api/Doc'),
  listAssistants: list('GET /api/Doc/{id}/assistants'),
  listDoctorsChildren: list('GET /api/Doc/{id}/children'),
  linkAssistant: keyed('POST /api/Doc/{id}/assistants'),
  unlinkAssistant: once('DELETE /api/Doc/{id}/assistants/{AstID}'),
  listOwnChildren: list('GET /api/Parent/children'),
  openCase: keyed('POST /api/Case'),
  listCases: list('GET /api/Case'),
  showCase: read('GET /api/Case/{id}'),
  showHistory: list('GET /api/Case/{id}/history'),
  addTask: keyed('POST /api/Case/{id}/tasks'),
  closeTask: once('POST /api/Task/{id}/close'),
  finishCase: once('POST /api/Case/{id}/finish'),
  reopenCase: once('POST /api/Case/{id}/reopen'),
  alive: once('GET /healthz'),
  checkReadiness: once('GET /readyz'),
};

/** The options of any call. */
export type CallOptions = {
  /** Ends the call and rejects it with the reason of the signal. The service may have carried it out all the same. */
  readonly signal?: AbortSignal;
  /** Milliseconds for one try, its reply included. */
  readonly timeout?: number;
  /** How many further tries may follow the first, where retrying is safe; 0 for none. */
  readonly retries?: number;
};

/** The options of a call that creates something. */
export type KeyedCallOptions = CallOptions & {
  /**
   * Two calls with the same key and input within 24 hours are one: the service answers the second as the first. 1 to 255
   * visible ASCII characters. The default is a new key for each call, which all its tries share.
   */
  readonly idempotencyKey?: string;
};

/** A method for each operation of a variant, of the same name. */
export type Methods<Operations extends Record<keyof Operations, Operation>> = {
  readonly [Name in keyof Operations]: IsPaged<Operations[Name]> extends true
    ? List<Operations[Name]>
    : Call<Operations[Name]>;
};

type Call<Of extends Operation> = (...args: Arguments<Of>) => Promise<Result<Of['answer'], Of['refusal']>>;

/** Answers the list as an array: all of it, or one page if there is a `limit`. */
interface List<Of extends Operation> extends Call<Of> {
  /** The entries one by one. It asks for a page of `limit` entries at a time and holds one page. A refusal is the last entry. */
  readonly each: (...args: Arguments<Of>) => AsyncGenerator<Result<EntryOf<Of['answer']>, Of['refusal']>, void>;
}

type EntryOf<Answer> = Answer extends readonly (infer Entry)[] ? Entry : never;

type Arguments<Of extends Operation> =
  Record<never, never> extends Of['input']
    ? [input?: InputOf<Of['input']>, options?: OptionsOf<Of>]
    : [input: InputOf<Of['input']>, options?: OptionsOf<Of>];

type OptionsOf<Of extends Operation> = TakesKey<Of> extends true ? KeyedCallOptions : CallOptions;

/** `limit` is a number here, and digits in the request object. */
type InputOf<Fields> = { readonly [Name in keyof Fields]: Name extends 'limit' ? number : Fields[Name] };
