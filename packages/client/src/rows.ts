/**
 * When a call is made again without being asked for (`send.ts`):
 * - `read` changes nothing, and `list` is a read whose entries can also be asked for a page at a time;
 * - `keyed` creates something, once for each Idempotency-Key;
 * - `once` is everything else, and what is only worth something if it is answered at once.
 */
export type Kind = 'read' | 'list' | 'keyed' | 'once';

/** A method of a client: method and path as they stand in the API document, and its kind. */
export type Row<Endpoint extends string = string, Of extends Kind = Kind> = {
  readonly endpoint: Endpoint;
  readonly kind: Of;
};

const row =
  <const Of extends Kind>(kind: Of) =>
  <const Endpoint extends string>(endpoint: Endpoint): Row<Endpoint, Of> => ({ endpoint, kind });

export const read = row('read');
const list = row('list');
export const keyed = row('keyed');
export const once = row('once');

/** What the API document says of an operation, as the generated files have it. */
export type Operation = {
  readonly endpoint: string;
  readonly input: object;
  readonly answer: unknown;
  readonly refusal: string;
};

/** A row for each operation, with its own endpoint, and of no kind that it cannot be. */
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

export type TakesKey<Of extends Operation> = 'IDEMPOTENCY_KEY_REUSED' extends Of['refusal'] ? true : false;

/** An entry can only be asked for after another one whose id is known. */
export type IsPaged<Of extends Operation> = Of['answer'] extends readonly { readonly id: string }[] ? true : false;

/** What both variants have in the same words. */
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
