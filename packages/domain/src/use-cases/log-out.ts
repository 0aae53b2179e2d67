import type { SessionDigest } from '../model/account.ts';
import type { Ports } from '../ports/ports.ts';
import { ok, type Result } from '../result.ts';

type Input = { readonly session: SessionDigest };

export const logOut =
  ({ storage }: Ports) =>
  ({ session }: Input): Promise<Result<undefined, never>> =>
    storage.write(async ({ sessions }) => {
      await sessions.end(session);
      return ok(undefined);
    });
