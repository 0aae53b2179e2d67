import { Socket } from 'node:net';

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
  /** Connections for reading and for writing, in two pools: 18 in all. */
  readers: 8,
  writers: 10,
};

export type Bounds = Readonly<typeof BOUNDS>;

/** A socket that sends as one packet what is written to it before anything else happens, for example a change and COMMIT. */
export const joiningSocket = (): Socket => {
  const socket = new Socket();
  const { write } = socket;
  const writeLater = (...given: Parameters<Socket['write']>) => {
    socket.cork();
    process.nextTick(() => socket.uncork());
    return write.apply(socket, given);
  };
  // Connecting replaces the method.
  return socket.once('connect', () => Object.assign(socket, { write: writeLater }));
};
