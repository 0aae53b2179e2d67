import type { Ports } from '../ports/ports.ts';
import { ok, type Result } from '../result.ts';

/** For the operator: a new key seals from now on. What was sealed before stays readable, and is sealed anew by `reencrypt`. */
export const rotateDataKey =
  ({ storage }: Ports) =>
  (): Promise<Result<undefined, never>> =>
    storage.write(async ({ dataKeys }) => {
      await dataKeys.rotate();
      return ok(undefined);
    });
