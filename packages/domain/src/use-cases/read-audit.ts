import { type Refusal, refuse } from '../errors.ts';
import type { AuditEntry, AuditQuery } from '../model/audit.ts';
import type { EmailAddress } from '../model/email.ts';
import type { Pages } from '../model/request-options.ts';
import type { Ports } from '../ports/ports.ts';
import type { AuditReads } from '../ports/storage.ts';
import { ok, type Result } from '../result.ts';

type Input = Omit<AuditQuery, 'by'> & {
  /** Whose doings are wanted. */
  readonly email?: EmailAddress | undefined;
  readonly limit?: number | undefined;
};
type Outcome = Result<Pages<AuditEntry>, Refusal<'ACCOUNT_NOT_FOUND'>>;

const PAGE_SIZE = 500;

/** For the operator: the records that meet all conditions, oldest first, at most `limit` of them. */
export const readAudit =
  ({ storage }: Ports) =>
  async ({ email, limit, ...query }: Input): Promise<Outcome> => {
    if (email === undefined) return ok(pagesOf(storage.read.audit, query, limit));
    const known = await storage.read.accounts.credentialsByEmail(email);
    if (!known) return refuse('ACCOUNT_NOT_FOUND');
    return ok(pagesOf(storage.read.audit, { ...query, by: known.account.id }, limit));
  };

async function* pagesOf(audit: AuditReads, query: AuditQuery, limit = Number.POSITIVE_INFINITY): Pages<AuditEntry> {
  let [after, left] = [0, limit];
  while (left > 0) {
    const size = Math.min(PAGE_SIZE, left);
    const page = await audit.records(query, { after, size });
    if (page.length > 0) yield page;
    if (page.length < size) return;
    after = page.at(-1)?.place ?? after;
    left -= page.length;
  }
}
