import {
  type Client,
  type Connection,
  type CustomTypesConfig,
  Query,
  type QueryArrayConfig,
  type QueryResult,
} from 'pg';
import { asPrismaError } from './errors.ts';

/** A statement with a name, which PostgreSQL plans once. `columns`: by which rows are read, as they were described last. */
export type Prepared = { readonly name: string; columns?: Columns };

/** What the driver makes of each description. */
type Columns = Readonly<Record<'fields' | '_parsers' | '_prebuiltEmptyResultObject', unknown>>;

export type Request = {
  readonly text: string;
  readonly prepared?: Prepared;
  readonly values?: unknown[];
  /** The rows as arrays, of values that these parse; otherwise as objects. */
  readonly rows?: CustomTypesConfig;
  /** Milliseconds until the driver gives up the connection, if not as many as usual. */
  readonly timeout?: number;
  readonly sent?: (() => void) | undefined;
  /** Given what becomes of it, once it is sent. */
  readonly asked?: ((answer: Promise<QueryResult>) => void) | undefined;
};

export type Send = (request: Request) => Promise<QueryResult>;

/** What the types of the driver leave out. */
type Inside = Query & {
  readonly _result: Columns;
  _accumulateRows: boolean;
  hasBeenParsed(connection: Connection): boolean;
  prepare(connection: Connection): void;
  handleRowDescription(message: unknown): void;
};
const InsideQuery = Query as unknown as new (...given: ConstructorParameters<typeof Query>) => Inside;

/** The driver copies a statement that is an object property by property, which takes longer than all the rest. */
class NamedQuery extends InsideQuery {
  readonly name: string | undefined;
  readonly query_timeout: number | undefined;
  readonly #prepared: Prepared | undefined;

  constructor({ text, prepared, values, rows, timeout }: Request, settle: ConstructorParameters<typeof Query>[2]) {
    super(rows ? arraysOf(text, rows) : text, values, settle);
    this.name = prepared?.name;
    this.query_timeout = timeout;
    this.#prepared = prepared;
  }

  /** The server is asked for a description only where the statement is new to the connection. */
  override prepare(connection: Connection): void {
    const { columns } = this.#prepared ?? {};
    if (columns && this.hasBeenParsed(connection)) {
      Object.assign(this._result, columns);
      this._accumulateRows = true;
      super.prepare(Object.create(connection, UNDESCRIBED));
    } else super.prepare(connection);
  }

  override handleRowDescription(message: unknown): void {
    super.handleRowDescription(message);
    const { fields, _parsers, _prebuiltEmptyResultObject } = this._result;
    if (this.#prepared) this.#prepared.columns = { fields, _parsers, _prebuiltEmptyResultObject };
  }
}

const UNDESCRIBED = { describe: { value: () => undefined } };

const arraysOf = (text: string, types: CustomTypesConfig): QueryArrayConfig => ({ text, types, rowMode: 'array' });

/** Sends a statement at once. What is sent before anything else happens, for example a change and COMMIT, is one packet. */
export const sendOn = (client: Client): Send => {
  const { stream } = client.connection;
  return (request) => {
    const { promise, resolve, reject } = Promise.withResolvers<QueryResult>();
    const settle = (error: Error | undefined, result: QueryResult) =>
      error ? reject(asPrismaError(error)) : resolve(result);
    stream.cork();
    process.nextTick(() => stream.uncork());
    client.query(new NamedQuery(request, settle));
    request.sent?.();
    request.asked?.(promise);
    return promise;
  };
};
