import { refuse } from '../errors.ts';
import type { AuditEntry, AuditQuery, VerifyOptions } from '../model/audit.ts';
import type { EmailAddress } from '../model/email.ts';
import type { Pages } from '../model/request-options.ts';
import type { ChildId } from '../model/values.ts';
import type { Ports } from '../ports/ports.ts';
import type { Reads } from '../ports/storage.ts';
import { ok } from '../result.ts';
import { command, query } from './runner.ts';

type ReadAudit = Omit<AuditQuery, 'by'> & {
  /** Whose actions are wanted. */
  readonly email?: EmailAddress | undefined;
  readonly limit?: number | undefined;
};

/** The records that meet all conditions, oldest first, at most `limit` of them. */
const readAudit = query({
  run: async ({ email, limit, ...wanted }: ReadAudit, reads) => {
    if (email === undefined) return ok(recordsOf(reads, wanted, limit));
    const known = await reads.accounts.credentialsByEmail(email);
    if (!known) return refuse('ACCOUNT_NOT_FOUND');
    return ok(recordsOf(reads, { ...wanted, by: known.account.id }, limit));
  },
});

const PAGE_SIZE = 500;

async function* recordsOf({ audit }: Reads, wanted: AuditQuery, limit = Number.POSITIVE_INFINITY): Pages<AuditEntry> {
  let [after, left] = [0, limit];
  while (left > 0) {
    const size = Math.min(PAGE_SIZE, left);
    const page = await audit.records(wanted, { after, size });
    if (page.length > 0) yield page;
    if (page.length < size) return;
    after = page.at(-1)?.place ?? after;
    left -= page.length;
  }
}

/** Whether the whole audit trail is what was written and extends a checkpoint, and where it first is not. */
const verifyAudit =
  ({ storage }: Ports) =>
  async (options?: VerifyOptions) =>
    ok(await storage.read.audit.verify(options));

/** Where the audit trail ends, for a witness elsewhere. `undefined` if its end is not what was written. */
const takeCheckpoint =
  ({ storage }: Ports) =>
  async () =>
    ok(await storage.read.audit.checkpoint());

/** A new key encrypts from now on. What another key encrypted stays readable until `reencrypt` replaces it. */
const rotateDataKey = command({
  run: async (_: unknown, { dataKeys }) => ok(await dataKeys.rotate()),
  audit: { action: 'data key rotated' },
});

/** While a unit of work runs, other writes wait. */
const CHILDREN_PER_UNIT = 100;

/**
 * Encrypts under the data key in use what another key encrypted, while others read and write. Yields the number of
 * re-encrypted children after each unit of work. It may be stopped at any time and begun again later.
 */
const reencrypt = ({ storage }: Ports) =>
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

type TakeUpRestored = {
  /** The name of the backup's file. */
  readonly backup: string;
};

/**
 * In a store that was just restored: ends all sessions, as some may have ended since the backup. `auditPlace` is that of the
 * last record in the backup, if the end of its trail is what was written.
 */
const takeUpRestored = command({
  prepare: async (_: TakeUpRestored, { audit }) => ok(await audit.checkpoint()),
  run: async (_: TakeUpRestored, { sessions }, __, { prepared: end }) =>
    ok({ auditPlace: end?.place, sessionsEnded: await sessions.endAll('everybody') }),
  audit: { action: 'store restored', on: ({ backup }) => backup },
});

export const upkeepUseCases = { readAudit, reencrypt, rotateDataKey, takeCheckpoint, takeUpRestored, verifyAudit };
