import { refuse } from '../errors.ts';
import type { AuditEntry, AuditQuery, VerifyOptions } from '../model/audit.ts';
import type { EmailAddress } from '../model/email.ts';
import type { Pages } from '../model/request-options.ts';
import type { ChildId } from '../model/values.ts';
import type { Ports } from '../ports/ports.ts';
import type { Reads } from '../ports/storage.ts';
import { ok } from '../result.ts';
import { command } from './runner.ts';

/** `email`: whose actions are wanted. */
type ReadAudit = Omit<AuditQuery, 'by'> & {
  readonly email?: EmailAddress | undefined;
  readonly limit?: number | undefined;
};

/** The records that meet all conditions, oldest first, at most `limit` of them. */
const readAudit =
  ({ storage: { read } }: Ports) =>
  async ({ email, limit, ...wanted }: ReadAudit) => {
    if (email === undefined) return ok(recordsOf(read, wanted, limit));
    const known = await read.accounts.credentialsByEmail(email);
    return known ? ok(recordsOf(read, { ...wanted, by: known.account.id }, limit)) : refuse('ACCOUNT_NOT_FOUND');
  };

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
const verifyAudit = (ports: Ports) => async (options?: VerifyOptions) =>
  ok(await ports.storage.read.audit.verify(options));

/** Where the audit trail ends, for a witness elsewhere. `undefined` if its end is not what was written. */
const takeCheckpoint = (ports: Ports) => async () => ok(await ports.storage.read.audit.checkpoint());

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
      const request = { after, size: CHILDREN_PER_UNIT };
      const done = await storage.write(async ({ children }) => ok(await children.reencrypt(request)));
      if (!done.ok) return;
      yield done.value.sealed;
      after = done.value.last;
    } while (after !== undefined);
  };

/**
 * In a store that was just restored from the named file: ends all sessions, as some may have ended since the backup.
 * `auditPlace` is that of the last record in the backup, if the end of its trail is what was written.
 */
const takeUpRestored = command({
  prepare: async (_: { readonly backup: string }, { audit }) => ok(await audit.checkpoint()),
  run: async (_: { readonly backup: string }, { sessions }, { prepared: end }) =>
    ok({ auditPlace: end?.place, sessionsEnded: await sessions.endAll('everybody') }),
  audit: { action: 'store restored', on: ({ backup }) => backup },
});

export const upkeepUseCases = { readAudit, reencrypt, rotateDataKey, takeCheckpoint, takeUpRestored, verifyAudit };
