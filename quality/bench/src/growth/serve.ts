import type { Size } from '../data/sizes.ts';
import { refresh } from '../data/stores.ts';
import { type Started, start } from '../processes.ts';
import { copyFor } from '../systems/contender.ts';
import { serviceProgram } from '../systems/service.ts';
import type { GrowthContext } from './curve.ts';

const HOUR = 3_600_000;

/** As if last used in an hour: the write that comes once a minute with a session's use would come to some requests only. */
const lastUsed = (): number => Date.now() + HOUR;

/** Commits, too. */
export const keepAlive = (file: string, sessions: readonly number[]): void => refresh(file, sessions, lastUsed());

/** A copy of the store of this size. It grows by what is written in this run, which is a few hundred rows. */
export const storeFor = (size: Size, context: GrowthContext, sessions: readonly number[] = []): Promise<string> =>
  copyFor(`service-${size.name}`, size, context, [0, ...sessions], lastUsed());

export type Serving = { readonly size: Size; readonly file: string; readonly server: Started };

/** The service over a store of each size, all started at once. Session 0 lives in each of them. */
export const serveAll = async (
  sessions: (size: Size) => readonly number[],
  context: GrowthContext,
): Promise<readonly Serving[]> => {
  const files = [];
  for (const size of context.sizes) files.push({ size, file: await storeFor(size, context, sessions(size)) });
  return Promise.all(
    files.map(async ({ size, file }) => {
      const program = serviceProgram('a', { DATABASE_URL: `file:${file}` }, context.cores.server);
      return { size, file, server: await start(program) };
    }),
  );
};
