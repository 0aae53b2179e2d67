import type { Ports } from '../ports/ports.ts';
import { ok, type Result } from '../result.ts';

type Input = {
  /** The name of the backup's file. */
  readonly backup: string;
};
/** The place is that of the last record in the backup, if the end of its trail is what was written. */
type Output = { readonly auditPlace: number | undefined; readonly sessionsEnded: number };

/** For the operator, in a store that was just restored: ends all sessions, as some may have ended since the backup. */
export const takeUpRestored =
  ({ storage }: Ports) =>
  async (_: Input): Promise<Result<Output, never>> => {
    const end = await storage.read.audit.checkpoint();
    return storage.write(async ({ sessions }) =>
      ok({ auditPlace: end?.place, sessionsEnded: await sessions.endAll('everybody') }),
    );
  };
