import { type Refusal, refuse } from '../errors.ts';
import type { ChildId } from '../model/values.ts';
import type { Ports } from '../ports/ports.ts';
import { ok, type Result } from '../result.ts';

type Input = { readonly childId: ChildId };
type Outcome = Result<undefined, Refusal<'CHILD_NOT_FOUND'>>;

/**
 * For the operator, on a person's request (GDPR, article 17): removes the child, its cases, and all that belongs to
 * these. The audit trail stays, as it holds identifiers alone. Called again, also for a child that is gone, it does what
 * an outage kept the store from clearing.
 */
export const eraseChild =
  ({ storage }: Ports) =>
  async ({ childId }: Input): Promise<Outcome> => {
    const outcome = await storage.write(async ({ children }) =>
      (await children.erase(childId)) ? ok(undefined) : refuse('CHILD_NOT_FOUND'),
    );
    await storage.scrub();
    return outcome;
  };
