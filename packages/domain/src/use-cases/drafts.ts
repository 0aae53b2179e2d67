import type { Draft } from '../model/draft.ts';
import { DAY, type Instant, later } from '../model/values.ts';
import type { Ports } from '../ports/ports.ts';
import { ok, type Refusal } from '../result.ts';
import { createCallLimit } from './sessions.ts';

/** A draft is kept for a day longer than the longest session, from when it was saved last. */
export const draftsKeptSince = ({ clock, rules }: Pick<Ports, 'clock' | 'rules'>): Instant =>
  later(clock.now(), -(rules.sessionLifetimes.most + DAY));

/** In characters, encrypted: what may be sent fits. */
const LONGEST_DRAFT = 128 * 1024;

/**
 * Whether it was kept: not if it is too long, or one of too many, which are counted here, too, as what an account has typed is
 * kept also once its session has ended.
 */
const keepDraft = (ports: Ports) => {
  const countCall = createCallLimit(ports);
  return async (draft: Omit<Draft, 'at'>) => {
    if (draft.encrypted.length > LONGEST_DRAFT || countCall(draft.accountId)) return ok(false);
    return ports.storage.write<boolean, Refusal>(async ({ accounts, drafts }) => {
      // It was closed meanwhile, as by the form itself.
      if (!(await accounts.find(draft.accountId))) return ok(false);
      await drafts.save({ ...draft, at: ports.clock.now() });
      return ok(true);
    });
  };
};

const findDraft =
  (ports: Ports) =>
  async ({ accountId, id }: Pick<Draft, 'accountId' | 'id'>) =>
    ok(await ports.storage.read.drafts.find(accountId, id, draftsKeptSince(ports)));

/** All of an account, as when it signs out. */
const dropDrafts =
  (ports: Ports) =>
  ({ accountId }: Pick<Draft, 'accountId'>) =>
    ports.storage.write(async ({ drafts }) => ok(await drafts.removeAll(accountId)));

export const draftUseCases = { dropDrafts, findDraft, keepDraft };
