import type {
  Account,
  InvitationCode,
  InvitationDigest,
  Role,
  SessionDigest,
  SessionToken,
} from '@health-case/domain/model/account';
import type { AccountId, CaseId, ChildId, TaskId } from '@health-case/domain/model/values';
import { unknownId } from '../../test/support/values.ts';

/** What came up in a sequence so far, whether or not it is still there: what further commands are about. */
export const nothingKnown = () => ({
  accounts: [] as Account[],
  children: [] as ChildId[],
  cases: [] as CaseId[],
  tasks: [] as TaskId[],
  tokens: [] as SessionToken[],
  codes: [] as InvitationCode[],
  invitations: new Set<InvitationDigest>(),
  sessions: new Set<SessionDigest>(),
  throttles: new Set<string>(),
  /** By key, with every request that was kept under it. */
  retries: new Map<string, Set<string>>(),
  given: 0,
});

export type Known = ReturnType<typeof nothingKnown>;

/** One of ten picks is of something that is not there. */
export const pick = <Entry>(entries: readonly Entry[], nth: number): Entry | undefined =>
  nth >= 90 ? undefined : entries[nth % entries.length];

export const pickId = <Id extends string>(ids: readonly Id[], nth: number): Id => pick(ids, nth) ?? unknownId<Id>();

/** Somebody who has an account, if anybody has. */
export const somebody = ({ accounts }: Known, nth: number, ...roles: readonly Role[]): Account | undefined => {
  const candidates = roles.length === 0 ? accounts : accounts.filter(({ role }) => roles.includes(role));
  return candidates[nth % candidates.length];
};

export const accountIds = ({ accounts }: Known): readonly AccountId[] => accounts.map(({ id }) => id);

/** Never given out before, nor by the ports, and in no order at all: some sort before all that the ports give out, some after. */
export const scatteredId = <Id extends string>(known: Known): Id => {
  known.given += 1;
  const mixed = Math.imul(known.given, 0x9e3779b1) >>> 0;
  const start = mixed % 2 === 0 ? '01970000' : '01990000';
  return `${start}-0000-7000-8000-${mixed.toString(16).padStart(12, '0')}` as Id;
};

/**
 * Use cases sweep ten entries at a time, and which ones is the store's to choose. So no more than ten of a kind come up
 * in a sequence: then all that is old is swept, and the sides cannot drift apart without being wrong.
 */
const MOST_OF_A_KIND = 10;

export const hasRoomFor = (entries: { has(key: string): boolean; readonly size: number }, ...keys: readonly string[]) =>
  entries.size + keys.filter((key) => !entries.has(key)).length <= MOST_OF_A_KIND;
