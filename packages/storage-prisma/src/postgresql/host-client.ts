import { Socket } from 'node:net';
import { Client, type ClientConfig } from 'pg';
import { targetOf } from './host-urls.ts';

/** Time limits in milliseconds, after which a call fails, and how many connections a process may have. */
export const BOUNDS = {
  /** A whole call, including its waiting: it throws `Unavailable` then. */
  call: 5000,
  /** Until there is a connection: a new one, or one that is returned to the pool. */
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

/** The server's process, unless a pooler stands in between. The driver's types leave it out. */
const pidOf = (client: object): number => ('processID' in client && Number(client.processID)) || 0;

/** A socket that sends as one packet what is written to it before anything else happens, for example a change and COMMIT. */
const joiningSocket = (): Socket => {
  const socket = new Socket();
  const { write } = socket;
  let isJoining = false;
  const writeLater = (...given: Parameters<Socket['write']>) => {
    if (!isJoining) {
      isJoining = true;
      socket.cork();
      process.nextTick(() => {
        isJoining = false;
        socket.uncork();
      });
    }
    return write.apply(socket, given);
  };
  // Connecting replaces the method.
  return socket.once('connect', () => Object.assign(socket, { write: writeLater }));
};

export const codeOf = (error: unknown): string | undefined => (error as { readonly code?: string }).code;

/**
 * An error of the driver without a code is always about the connection. The codes are connection exceptions, a server that
 * stops or starts, a transaction that was idle for too long, and those of the system, such as ECONNREFUSED.
 */
export const isLost = (error: unknown): boolean => /^(08...|57P0[1-5]|25P03|E[A-Z_]+|)$/.test(codeOf(error) ?? '');

/**
 * The hosts of a URL, for all connections of a process. A client tries the host to which the last client connected, then the
 * others, and takes the first that fits (P-32).
 */
export const createHosts = (url: string, bounds: Bounds) => {
  const { hosts, session } = targetOf(url);
  type Host = (typeof hosts)[number];
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
  const connected = (client: Client, host: Host, working: ReadonlySet<number>): void => {
    made.set(client, { host, at: performance.now() });
    order = [host, ...order.filter((other) => other !== host)];
    // Nobody answers any more on connections to a host that another has replaced, or was lost since they were made, unless it still
    // works on the COMMIT: then they also count there.
    for (const other of waiting) {
      const isHere = made.get(other)?.host === host;
      if (!isHere || (!isTrusted(other) && !working.has(pidOf(other)))) other.connection.stream.destroy();
    }
  };

  return {
    Client: clientClass(
      {
        hosts,
        session,
        order: () => order,
        waiting: () => [...waiting].map(pidOf),
        connected,
        suspect,
      },
      bounds,
    ),
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

type Target = ReturnType<typeof targetOf>;
type Known = Pick<Target, 'hosts' | 'session'> & {
  readonly order: () => Target['hosts'];
  /** The processes of the server that wait with a COMMIT. */
  readonly waiting: () => readonly number[];
  /** `working`: those of them that the host has, and that have not answered yet. */
  readonly connected: (client: Client, host: Target['hosts'][number], working: ReadonlySet<number>) => void;
  readonly suspect: (host: Target['hosts'][number]) => void;
};

const clientClass = (known: Known, bounds: Bounds): (new (config?: ClientConfig) => Client) => {
  const { hosts, session } = known;
  // These override the settings of the role: the server, too, ends what takes too long.
  const settings = Object.entries({
    statement_timeout: bounds.statement,
    lock_timeout: bounds.lock,
    idle_in_transaction_session_timeout: bounds.idleInTransaction,
    search_path: 'public',
    default_transaction_isolation: 'read committed',
  }).map(([name, value]) => `set_config('${name}', '${value}', false)`);
  // PgBouncer refuses settings at the start of a session, so a statement sets them.
  const begin = `SELECT ${settings}, ${session.condition} AS fits,
    ARRAY(SELECT pid FROM pg_stat_activity WHERE pid = ANY($1::int[]) AND state = 'active') AS working`;

  return class extends Client {
    readonly #config: ClientConfig;

    constructor(given?: ClientConfig) {
      const config = {
        ...given,
        fallback_application_name: 'health-case-service',
        connectionTimeoutMillis: bounds.connecting,
        query_timeout: bounds.statement + 500,
        keepAlive: true,
        keepAliveInitialDelayMillis: 10_000,
        stream: joiningSocket,
      };
      super({ ...config, connectionString: hosts[0]?.url });
      this.#config = config;
    }

    // A pool gives a callback.
    override connect(callback?: (error: never, client: never) => void): Promise<this> {
      const connected = this.#connect();
      const settle = (error?: unknown) => callback?.(error as never, this as never);
      connected.then(() => settle(), settle);
      return connected;
    }

    async #connect(): Promise<this> {
      const reasons: string[] = [];
      for (const host of known.order()) {
        this.#renew(host.url);
        try {
          await super.connect();
          const { rows } = await this.query<{ fits: boolean; working: number[] }>(begin, [known.waiting()]);
          if (!rows[0]?.fits) throw new Error(session.otherwise);
          known.connected(this, host, new Set(rows[0].working));
          return this;
        } catch (error) {
          this.connection.stream.destroy();
          if (hosts.length === 1 || !isLost(error)) throw error;
          known.suspect(host);
          reasons.push(`${host.name}: ${codeOf(error) ?? (error as Error).message}`);
        }
      }
      throw new Error(reasons.join(', '));
    }

    /** A client of the driver connects once. So it gets the state of a new one for each host, and ignores the former connection. */
    #renew(connectionString: string): void {
      this.connection.removeAllListeners().on('error', () => undefined);
      const fresh = new Client({ ...this.#config, connectionString });
      // The password is no member that is copied, and each host may have its own in the file of passwords.
      Object.assign(this, fresh, { password: fresh.password });
      // An error event without a listener would end the process, and between two users a pool's connection has no other.
      this.on('error', () => undefined);
    }
  };
};
