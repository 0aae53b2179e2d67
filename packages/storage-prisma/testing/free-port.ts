import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * Below the ephemeral ports, which connections use: one of those could be in use before the program listens on it. Each
 * process searches a hundred ports of its own.
 */
let last = 10_000 + (process.pid % 200) * 100;

/** A port of this machine on which nobody listens, and which is given out once. */
export const freePort = async (): Promise<number> => {
  last += 1;
  const port = last;
  await using server = createServer().listen(port, '127.0.0.1');
  const isFree = await once(server, 'listening').then(
    () => true,
    () => false,
  );
  return isFree ? port : freePort();
};
