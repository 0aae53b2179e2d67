/** How long things may take, in milliseconds, before a call is given up, and how many connections a process may have. */
export type Bounds = {
  /** A whole call, whatever it waits for: it throws `Unavailable` then. */
  readonly call: number;
  /** Until there is a connection: a new one, or one that others have done with. */
  readonly connecting: number;
  readonly statement: number;
  /** For a lock that another transaction holds. */
  readonly lock: number;
  /** For which a process may leave a transaction open without a word, while all others wait for it. */
  readonly idleInTransaction: number;
  /** Connections for reading; one more is for writing. */
  readonly readers: number;
};

export const BOUNDS: Bounds = {
  call: 5000,
  connecting: 2000,
  statement: 4000,
  lock: 5000,
  idleInTransaction: 5000,
  readers: 8,
};
