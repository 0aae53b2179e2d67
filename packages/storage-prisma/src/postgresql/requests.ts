import { type Client, type CustomTypesConfig, Query, type QueryArrayConfig, type QueryResult } from 'pg';
import { asPrismaError } from './errors.ts';

export type Request = {
  readonly text: string;
  /** PostgreSQL plans a statement with a name once. */
  readonly name?: string;
  readonly values?: unknown[];
  /** The rows as arrays, of values that these parse; otherwise as objects. */
  readonly rows?: CustomTypesConfig;
  /** Milliseconds until the driver gives up the connection, if not as many as usual. */
  readonly timeout?: number;
  /** Called when it is sent. */
  readonly sent?: (() => void) | undefined;
  /** Given what becomes of it, once it is sent. */
  readonly asked?: ((answer: Promise<QueryResult>) => void) | undefined;
};

export type Send = (request: Request) => Promise<QueryResult>;

/** The driver copies a statement that is an object property by property, which takes longer than all the rest. */
class NamedQuery extends Query {
  readonly name: string | undefined;
  readonly query_timeout: number | undefined;

  constructor({ text, name, values, rows, timeout }: Request, settle: ConstructorParameters<typeof Query>[2]) {
    super(rows ? arraysOf(text, rows) : text, values, settle);
    this.name = name;
    this.query_timeout = timeout;
  }
}

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
