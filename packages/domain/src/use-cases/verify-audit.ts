import type { AuditVerdict } from '../ports/audit-store.ts';
import type { Ports } from '../ports/ports.ts';
import { ok, type Result } from '../result.ts';

type Input = {
  /** Hears how many records have been checked, of how many. */
  readonly report?: (checked: number, all: number) => void;
};

/** For the operator: whether the whole audit trail is what was written, and where it first is not. */
export const verifyAudit =
  ({ storage }: Ports) =>
  async ({ report }: Input = {}): Promise<Result<AuditVerdict, never>> =>
    ok(await storage.read.audit.verify(report));
