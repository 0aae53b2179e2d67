import { join } from 'node:path';
import { createClient, member } from '../ground/client.ts';
import type { Ground } from '../ground/ground.ts';
import { type Environment, type Instance, scratchFolder, startApp } from '../ground/processes.ts';
import { arrive, type Call, callsOf, child, endpoint, numberAt, person } from '../ground/words.ts';
import { recordingInto, tracerFor } from './strace.ts';
import { type Deed, readTrace } from './trace.ts';

export const FILE = 'data/health-case.db';

/** The folder that all is in, and what was done in it. */
export type Recorded = { readonly root: string; readonly deeds: readonly Deed[] };

const WRITERS = 8;

/** A new store in a folder of its own, from its first start to a `kill -9`: all that was done to it and said of it. */
export const record = async (
  ground: Ground,
  acknowledgements: number,
  environment: Environment = {},
): Promise<Recorded> => {
  const root = scratchFolder(ground);
  const trace = join(scratchFolder(ground), 'trace');
  const settings = { DATABASE_URL: `file:${join(root, FILE)}`, ...environment };
  const [instance] = await startApp(ground, 'together', settings, recordingInto(trace));
  if (!instance) throw new Error('Nothing serves.');
  const tracer = tracerFor(instance.child.pid ?? 0);
  const call = callsOf(createClient(ground));
  const id = await arrive(call, instance, person('mia@example.org'));
  await Promise.all(
    Array.from({ length: WRITERS }, (_, nth) =>
      addChildren(call, instance, { id, writer: nth, count: Math.ceil(acknowledgements / WRITERS) }),
    ),
  );
  await instance.kill();
  await tracer.ended();
  return { root, deeds: readTrace(trace, root) };
};

const addChildren = async (
  call: Call,
  to: Instance,
  { id, writer, count }: { readonly id: string; readonly writer: number; readonly count: number },
): Promise<void> => {
  for (let nth = 0; nth < count; nth += 1) {
    const body = { id, ...child('Ada'), socSecNum: numberAt(writer, nth) };
    member(await call(to, endpoint('A', 'addChild'), body), 'ChildID');
  }
};
