import type { ChildId } from '../model/values.ts';
import type { Ports } from '../ports/ports.ts';
import { ok } from '../result.ts';

/** Each is one unit of work, for which all other writes wait. */
const CHILDREN_PER_UNIT = 100;

/**
 * For the operator: seals under the data key in use whatever another one sealed, while others read and write. Hands out
 * how many were sealed anew, a unit of work at a time; whoever stops taking them can begin again later.
 */
export const reencrypt = ({ storage }: Ports) =>
  async function* (): AsyncGenerator<number, void> {
    let after: ChildId | undefined;
    do {
      const done = await storage.write(async ({ children }) =>
        ok(await children.reencrypt({ after, size: CHILDREN_PER_UNIT })),
      );
      if (!done.ok) return;
      yield done.value.sealed;
      after = done.value.last;
    } while (after !== undefined);
  };
