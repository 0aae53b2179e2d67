import { setTimeout as sleep } from 'node:timers/promises';
import { tokenOf } from '../data/sizes.ts';
import { readFor, readOnce, type Transfer } from '../measure/readers.ts';
import { median, p99 } from '../measure/sample.ts';
import { exactCpuSeconds, mostRssMegabytes } from '../measure/usage.ts';
import { inTurn, type Operation, type Point } from './curve.ts';
import { type Serving, serveAll } from './serve.ts';

const PATH = '/api/Doc';
const PATIENCE_SECONDS = 60;
/** Names, an id, and what stands around them. */
const LEAST_BYTES_PER_DOCTOR = 70;
const PAUSE = 100;
const WARM_UP_SECONDS = 3;
/** It takes long, and says the same each time. */
const SHARE_OF_ROUNDS = 0.4;

type Entrant = Serving & { readonly transfers: Transfer[]; cpuSeconds: number };

const readAll = async (entrant: Entrant): Promise<void> => {
  const { pid, port } = entrant.server;
  const before = exactCpuSeconds(pid);
  const transfer = await readOnce(port, PATH, tokenOf(0), PATIENCE_SECONDS);
  if (transfer.bytes < entrant.size.doctors * LEAST_BYTES_PER_DOCTOR) {
    throw new Error(`The list of ${entrant.size.doctors} doctors ended after ${transfer.bytes} bytes.`);
  }
  entrant.transfers.push(transfer);
  entrant.cpuSeconds += exactCpuSeconds(pid) - before;
};

const pointOf = ({ size, server, transfers, cpuSeconds }: Entrant): Point => {
  const times = transfers.map(({ seconds }) => seconds * 1000);
  return {
    rows: size.rows,
    times: {
      median: median(times),
      p99: p99(times),
      firstByte: median(transfers.map(({ firstByte }) => firstByte)),
      cpu: (cpuSeconds * 1000) / times.length,
    },
    memory: mostRssMegabytes(server.pid),
    done: times.length,
  };
};

export const wholeList: Operation = {
  id: 'all-doctors',
  title: 'All doctors',
  memoryAt: 'at its highest',
  measure: async (context) => {
    const serving = await serveAll(() => [0], context);
    try {
      const entrants: Entrant[] = serving.map((one) => ({ ...one, transfers: [], cpuSeconds: 0 }));
      const pause = () => sleep(PAUSE);
      for (const { server } of entrants) {
        await readFor(server.port, PATH, tokenOf(0), WARM_UP_SECONDS * context.warmUpShare);
      }
      await inTurn(entrants, Math.ceil(context.rounds * SHARE_OF_ROUNDS), readAll, pause);
      return entrants.map(pointOf);
    } finally {
      await Promise.all(serving.map(({ server }) => server.stop()));
    }
  },
};
