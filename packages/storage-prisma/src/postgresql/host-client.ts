import { Client, type ClientConfig } from 'pg';
import { concernsConnection, driverCode } from './errors.ts';
import { targetOf } from './host-urls.ts';

/** Time limits in milliseconds, after which a call fails, and how many connections a process may have. */
export const BOUNDS = {
  /** A whole call, including its waiting: it throws `Unavailable` then. */
  call: 5000,
  /** Until there is a connection to a host: a new one, or one that is returned to the pool. */
  connecting: 2000,
  statement: 4000,
  /** For a lock that another transaction holds. */
  lock: 3000,
  /** How long a process may leave a transaction open without a statement, while others wait for its locks. */
  idleInTransaction: 5000,
  /** Until a table that is to be rewritten is free of the transactions of others. */
  clearing: 30_000,
  /** Connections for reading and for writing, in two pools: 18 in all. */
  readers: 8,
  writers: 10,
};

export type Bounds = Readonly<typeof BOUNDS>;

type Target = ReturnType<typeof targetOf>;
type Host = Target['hosts'][number];

/** One of several hosts cannot be used; another may be. */
class HostFailed extends Error {}

/** The server's process, unless a pooler stands in between. The driver's types leave it out. */
const pidOf = (client: object): number => ('processID' in client && Number(client.processID)) || 0;

/** The hosts of a URL: first the one that the last client reached, then the one that failed longest ago (P-32). */
export const createHosts = (url: string, bounds: Bounds) => {
  const { hosts, session } = targetOf(url);
  let order = hosts;
  /** By host, since when its connections are not trusted. */
  const lost = new Map<Host, number>();
  const made = new WeakMap<Client, { readonly host: Host; readonly at: number }>();
  const waiting = new Set<Client>();

  const suspect = (host: Host): void => {
    lost.set(host, performance.now());
    order = [...order.filter((other) => other !== host), host];
  };
  const isTrusted = (client: Client): boolean => {
    const { host, at = 0 } = made.get(client) ?? {};
    return host === undefined || at > (lost.get(host) ?? 0);
  };
  const connected = (client: Client, host: Host, working: readonly number[]): void => {
    made.set(client, { host, at: performance.now() });
    order = [host, ...order.filter((other) => other !== host)];
    // Nobody answers any more on connections to a host that another has replaced, or was lost since they were made, unless it still
    // works on the COMMIT: then they also count there.
    for (const other of waiting) {
      const isHere = made.get(other)?.host === host;
      if (!isHere || (!isTrusted(other) && !working.includes(pidOf(other)))) other.connection.stream.destroy();
    }
  };
  const failed = (host: Host, error: unknown): unknown => {
    if (hosts.length === 1 || !(error instanceof Error) || !concernsConnection(error)) return error;
    suspect(host);
    return new HostFailed(`${host.name}: ${driverCode(error) || error.message}`);
  };

  const known = { session, next: () => order[0] as Host, waiting: () => [...waiting].map(pidOf), connected, failed };
  return {
    Client: clientClass(known, bounds),
    /** Tries as many hosts as there are, until one can be used. */
    inTurn: <C extends Client>(connect: () => Promise<C>): Promise<C> => inTurn(hosts.length, connect),
    /** A connection was lost, or nobody answered on it: the older ones to its host may be as useless. */
    distrust: (client: Client): void => {
      const host = made.get(client)?.host;
      if (host) suspect(host);
    },
    isTrusted,
    /** Resolves when the server has answered or closed the connection, or new connections show that it is gone. */
    settled: async (client: Client, answer: Promise<unknown>): Promise<void> => {
      waiting.add(client);
      await answer.catch(() => undefined);
      waiting.delete(client);
    },
    /** Waits for nothing any more. */
    close: (): void => {
      for (const client of waiting) client.connection.stream.destroy();
    },
  };
};

export type Hosts = ReturnType<typeof createHosts>;

const inTurn = async <T>(most: number, connect: () => Promise<T>, reasons: readonly string[] = []): Promise<T> => {
  if (reasons.length === most) throw new Error(reasons.join(', '));
  try {
    return await connect();
  } catch (error) {
    // A pool that ends the attempt has an error of its own.
    const causes = error instanceof Error ? [error, error.cause] : [];
    const failure = causes.find((each) => each instanceof HostFailed);
    if (!failure) throw error;
    return inTurn(most, connect, [...reasons, failure.message]);
  }
};

/** A connection outside of the pools. */
export const connectTo = ({ Client, inTurn }: Hosts) => inTurn(() => new Client().connect());

type Known = Pick<Target, 'session'> & {
  readonly next: () => Host;
  /** The processes of the server that wait with a COMMIT. */
  readonly waiting: () => readonly number[];
  /** `working`: those of them that the host has, and that have not answered yet. */
  readonly connected: (client: Client, host: Host, working: readonly number[]) => void;
  /** Returns what is to be thrown. */
  readonly failed: (host: Host, error: unknown) => unknown;
};

const clientClass = ({ session, ...known }: Known, bounds: Bounds): (new (config?: ClientConfig) => Client) => {
  // These override the settings of the role: the server, too, ends what takes too long.
  const settings = Object.entries({
    statement_timeout: bounds.statement,
    lock_timeout: bounds.lock,
    idle_in_transaction_session_timeout: bounds.idleInTransaction,
    search_path: 'public',
    default_transaction_isolation: 'read committed',
    // How moments and texts are written in what is read and sent.
    datestyle: 'ISO',
    standard_conforming_strings: 'on',
    // The plan for a table that was empty when it was analyzed would read all of it, however it grows.
    enable_seqscan: 'off',
    // Where there is no index, such a plan counts as so dear that it would be compiled.
    jit: 'off',
  }).map(([name, value]) => `set_config('${name}', '${value}', false)`);
  // PgBouncer refuses settings at the start of a session, so a statement sets them.
  const begin = `SELECT ${settings}, ${session.condition} AS fits,
    ARRAY(SELECT pid FROM pg_stat_activity WHERE pid = ANY($1::int[]) AND state = 'active') AS working`;
  const own = {
    fallback_application_name: 'health-case-service',
    connectionTimeoutMillis: bounds.connecting,
    query_timeout: bounds.statement + 500,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
  };

  return class extends Client {
    readonly #host: Host;

    constructor(given?: ClientConfig) {
      const host = known.next();
      super({ ...given, ...own, connectionString: host.url });
      this.#host = host;
      // An error event without a listener would end the process, and between two users a pool's connection has no other.
      this.on('error', () => undefined);
    }

    // A pool gives a callback.
    override connect(callback?: (error: never, client: never) => void): Promise<this> {
      const connected = this.#connect();
      const settle = (error?: unknown) => callback?.(error as never, this as never);
      connected.then(() => settle(), settle);
      return connected;
    }

    async #connect(): Promise<this> {
      try {
        await super.connect();
        const { rows } = await this.query<{ fits: boolean; working: number[] }>(begin, [known.waiting()]);
        if (!rows[0]?.fits) throw new Error(session.otherwise);
        known.connected(this, this.#host, rows[0].working);
        return this;
      } catch (error) {
        this.connection.stream.destroy();
        throw known.failed(this.#host, error);
      }
    }
  };
};
