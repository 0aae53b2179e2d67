import type { Ports } from '../ports/ports.ts';
import { ok, type Result } from '../result.ts';

/** Throws `Unavailable` while the store cannot be used. */
export const checkReadiness =
  ({ storage }: Ports) =>
  async (): Promise<Result<undefined, never>> => {
    await storage.ready();
    return ok(undefined);
  };
