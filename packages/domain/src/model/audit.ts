import { ok, type Parsed, problem, type RefusalCode } from '../result.ts';
import type { AccountId, AuditRecordId, ChildId, Instant } from './values.ts';

/** Who did what on what, when, in which request, and with which outcome. Holds identifiers only, no other data and no secret. */
export type AuditRecord = {
  readonly id: AuditRecordId;
  readonly at: Instant;
  readonly requestId: string;
  /** Unknown where nobody has logged in and no account has the e-mail address. */
  readonly by: AccountId | undefined;
  /** In the words of the use case's declaration. */
  readonly action: string;
  /** The identifier of the account, child, case or task that the action is about, or the name of the backup. */
  readonly on: string | undefined;
  readonly outcome: 'OK' | RefusalCode;
  /** The child that the action is about, if it is about one. After the child is erased its records are found by this. */
  readonly child: ChildId | undefined;
};

/** A record with its place in the trail. Places count from 1 without a gap. */
export type AuditEntry = AuditRecord & { readonly place: number };

/** Selects the records that meet all conditions. */
export type AuditQuery = {
  readonly by?: AccountId | undefined;
  /** Records that name the child. Older records name no child; of these, those on the child, its cases and their parts are selected, too. */
  readonly child?: ChildId | undefined;
  readonly from?: Instant | undefined;
  /** Exclusive. */
  readonly until?: Instant | undefined;
};

/** A keyed hash of a text: equal for equal texts in one context, and impossible to compute without the key. */
export type Fingerprint = (text: string, context: string) => string;

type Link = { readonly place: number; readonly seal: string };
/** The seal covers the record and the seal before it, so altering, removing, adding or moving a record breaks the chain. */
export type SealedEntry = AuditEntry & Link;
/** A record that is committed and has no place yet. The seal covers the record alone. */
export type PendingRecord = AuditRecord & { readonly seal: string };
/** The place and seal of the last record, sealed again. An empty trail has an end, too. */
export type SealedEnd = Link & { readonly endSeal: string };
/** The end of the trail at one time, to be stored elsewhere. `mac` proves that the store made it. */
export type Checkpoint = Link & { readonly mac: string };

export type AuditVerdict =
  | { readonly sound: true; readonly records: number }
  /** The first place at which a record is altered, missing, added or out of order. */
  | { readonly sound: false; readonly place: number; readonly problem: string }
  /** This store did not make the checkpoint, so nothing was verified. */
  | { readonly sound: undefined };

const BEGINNING: Link = { place: 0, seal: '' };
const PAGE = 1000;

const textOf = (
  place: number | 'pending',
  { id, at, requestId, by, action, on, outcome, child }: AuditRecord,
): string => {
  const facts = [String(place), id, at, requestId, by ?? null, action, on ?? null, outcome];
  // Older records have no child, and were sealed without one.
  return JSON.stringify(child === undefined ? facts : [...facts, child]);
};

const sealOf = (fingerprint: Fingerprint, previous: string, entry: AuditEntry): string =>
  fingerprint(textOf(entry.place, entry), `AuditRecord:${previous}`);

/** The seal of a record before it has a place. */
export const sealPending = (fingerprint: Fingerprint, record: AuditRecord): PendingRecord => ({
  ...record,
  seal: fingerprint(textOf('pending', record), 'AuditPending'),
});

/** The seal of a record that somebody has altered. No record has this one, so verification names it. */
const BROKEN = 'broken';

const sealLink = (fingerprint: Fingerprint, { place, seal }: Link, context: 'AuditEnd' | 'AuditCheckpoint'): string =>
  fingerprint(`${place}:${seal}`, context);

const isSealed = (fingerprint: Fingerprint, end: SealedEnd | undefined): end is SealedEnd =>
  end !== undefined && end.endSeal === sealLink(fingerprint, end, 'AuditEnd');

/** The end of a trail without records. */
export const sealedBeginning = (fingerprint: Fingerprint): SealedEnd => ({
  ...BEGINNING,
  endSeal: sealLink(fingerprint, BEGINNING, 'AuditEnd'),
});

/**
 * Seals records behind the last one, and returns the new end. If the stored end does not match the last record, or a pending
 * record is not what was written, somebody has changed the trail: recording continues, but the trail stays unsound from
 * there on.
 */
export const extendTrail = (
  fingerprint: Fingerprint,
  { end, last }: { readonly end: SealedEnd | undefined; readonly last: number },
  records: readonly (AuditRecord | PendingRecord)[],
): { readonly entries: readonly SealedEntry[]; readonly end: SealedEnd } => {
  let { place, seal } = isSealed(fingerprint, end) && end.place === last ? end : { place: last, seal: BROKEN };
  const entries: SealedEntry[] = [];
  for (const record of records) {
    place += 1;
    const isAltered = 'seal' in record && record.seal !== sealPending(fingerprint, record).seal;
    seal = isAltered ? BROKEN : sealOf(fingerprint, seal, { ...record, place });
    entries.push({ ...record, place, seal });
  }
  return { entries, end: { place, seal, endSeal: sealLink(fingerprint, { place, seal }, 'AuditEnd') } };
};

/** Returns nothing if the end was changed. */
export const checkpointAt = (fingerprint: Fingerprint, end: SealedEnd | undefined): Checkpoint | undefined => {
  if (!isSealed(fingerprint, end)) return undefined;
  return { place: end.place, seal: end.seal, mac: sealLink(fingerprint, end, 'AuditCheckpoint') };
};

export const checkpointText = ({ place, seal, mac }: Checkpoint): string => `${place}.${seal}.${mac}`;

export const parseCheckpoint = (text: string): Parsed<Checkpoint> => {
  const [, place, seal = '', mac = ''] = /^(0|[1-9]\d{0,14})\.([\w-]*)\.([\w-]+)$/.exec(text.trim()) ?? [];
  return place === undefined
    ? problem('is no checkpoint, as the command audit checkpoint prints one')
    : ok({ place: Number(place), seal, mac });
};

/** How verification reads a stored trail. */
export type StoredTrail = {
  readonly fingerprint: Fingerprint;
  /** At most `size` records behind the place `after`, in the order of their places. */
  readonly page: (after: number, size: number) => Promise<readonly SealedEntry[]>;
  readonly end: () => Promise<SealedEnd | undefined>;
};

/** Reads the whole trail, which must still contain the checkpoint. Other processes may append records meanwhile. */
export const verifyTrail = async (trail: StoredTrail, since?: Checkpoint): Promise<AuditVerdict> => {
  const { fingerprint } = trail;
  if (since && since.mac !== sealLink(fingerprint, since, 'AuditCheckpoint')) return { sound: undefined };
  let last = BEGINNING;
  const unsound = (problem: string): AuditVerdict => ({ sound: false, place: last.place + 1, problem });
  const first = (await trail.end())?.place ?? 0;
  let page: readonly SealedEntry[];
  do {
    page = await trail.page(last.place, PAGE);
    for (const entry of page) {
      const problem = problemOf(entry, sealOf(fingerprint, last.seal, entry), last.place + 1, since);
      if (problem) return unsound(problem);
      last = entry;
    }
  } while (page.length === PAGE);
  if (last.place < first || !isEndAtOrAfter(fingerprint, last, await trail.end())) return unsound('the end is missing');
  if (since && since.place > last.place) return unsound('the trail ends before the checkpoint');
  return { sound: true, records: last.place };
};

const problemOf = ({ id, place, seal }: SealedEntry, expected: string, next: number, since?: Checkpoint) => {
  if (place !== next) return 'a record is missing here';
  if (seal !== expected) return `the record ${id} is not what was written`;
  const isOther = place === since?.place && seal !== since.seal;
  return isOther ? `the record ${id} is not the one of the checkpoint` : undefined;
};

/** Whether the store sealed the end, and the end is at the last record read, or later if records were appended meanwhile. */
const isEndAtOrAfter = (fingerprint: Fingerprint, last: Link, end: SealedEnd | undefined): boolean =>
  isSealed(fingerprint, end) && (end.place > last.place || (end.place === last.place && end.seal === last.seal));
