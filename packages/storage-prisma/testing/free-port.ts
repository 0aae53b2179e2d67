import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * Below the ephemeral ports, which connections use: one of those could be in use before the program listens on it. Each
 * process searches a hundred ports of its own.
 */
let last = 10_000 + (process.pid % 200) * 100;

/** A port of this machine on which nobody listens, and which is given out once. */
export const freePort = async (): Promise<number> => {
  for (;;) {
    last += 1;
    const port = last;
    const server = createServer();
    const listens = once(server.listen(port, '127.0.0.1'), 'listening');
    const isFree = await listens.then(
      () => true,
      () => false,
    );
    if (!isFree) continue;
    server.close();
    await once(server, 'close');
    return port;
  }
};
