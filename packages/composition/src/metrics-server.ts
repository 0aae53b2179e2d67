import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Observe } from '@health-case/http/observation';
import { inUrl } from './in-url.ts';
import type { Loads } from './loads.ts';
import { createMetrics, type Metrics } from './metrics.ts';
import { type Settings, UnusableSetting } from './settings.ts';
import { whyNotListening } from './why-not-listening.ts';

export type MetricsServer = {
  readonly url: string;
  /** To be told of each request that is over. */
  readonly observe: Observe;
  readonly stop: () => Promise<void>;
};

const LIMITS = { headersTimeout: 5_000, requestTimeout: 5_000, keepAliveTimeout: 5_000, maxHeaderSize: 8 * 1024 };

/** Serves `GET /metrics` and nothing else, at an address of its own, which clients need not be able to reach. */
export const startMetricsServer = async (
  { host, port }: NonNullable<Settings['metrics']>,
  loads: Loads,
): Promise<MetricsServer> => {
  const metrics = createMetrics(loads);
  const server = createServer(LIMITS, answering(metrics));
  await listening(server, host, port);
  return {
    url: `http://${inUrl(host)}:${(server.address() as AddressInfo).port}/metrics`,
    observe: metrics.observe,
    stop: async () => {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
};

const answering =
  ({ contentType, text }: Metrics): RequestListener =>
  async ({ method, url = '' }, reply) => {
    const isAsked = (method === 'GET' || method === 'HEAD') && url.split('?')[0] === '/metrics';
    if (!isAsked) {
      reply.writeHead(404).end();
      return;
    }
    reply.writeHead(200, { 'Content-Type': contentType, 'Cache-Control': 'no-store' }).end(await text());
  };

const listening = async (server: Server, host: string, port: number): Promise<void> => {
  try {
    server.listen(port, host);
    await once(server, 'listening');
  } catch (error) {
    const why = whyNotListening(error, { host, port });
    throw new UnusableSetting(`The metrics cannot be served: ${why}; set METRICS_PORT or METRICS_HOST to another.`);
  }
};
