import type { AuditVerdict, Checkpoint, VerifyOptions } from '../model/audit.ts';
import type { Ports } from '../ports/ports.ts';
import { ok, type Result } from '../result.ts';

/** For the operator: whether the whole audit trail is what was written and extends a checkpoint, and where it first is not. */
export const verifyAudit =
  ({ storage }: Ports) =>
  async (verification?: VerifyOptions): Promise<Result<AuditVerdict, never>> =>
    ok(await storage.read.audit.verify(verification));

/** For the operator: where the audit trail ends, for a witness elsewhere; nothing if its end is not what was written. */
export const takeCheckpoint =
  ({ storage }: Ports) =>
  async (): Promise<Result<Checkpoint | undefined, never>> =>
    ok(await storage.read.audit.checkpoint());
