import { ok, type Parser, parser, problem, type RefusalCode } from '../result.ts';
import type { AccountId, AuditRecordId, ChildId, ChildListId, Instant } from './values.ts';

/** Who did what on what, when, in which request, and with which outcome. Its only data are identifiers. */
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
  /** The child that the action is about, if any, or a list of several. It finds the records after a child is erased. */
  readonly child: ChildId | ChildListId | undefined;
};

/** A record that has no place yet. One about several children has them instead of their list, one space between two. */
export type NotedRecord = AuditRecord & { readonly children?: string };

/** Children that one record is about. The id is a keyed hash of the others. */
export type ChildList = {
  readonly id: ChildListId;
  readonly epoch: number;
  readonly children: readonly ChildId[];
};

/** A record with its place in the trail. Places count from 1 without a gap. */
export type AuditEntry = NotedRecord & { readonly place: number };
/** A record as those see it who may not know of other children. */
export type AuditLook = Omit<AuditEntry, 'child' | 'children'>;

/** Places of an epoch. A list is stored once in each, so a child is looked for in the lists of one at a time. */
const EPOCH = 65_536;
const epochOf = (place: number): number => Math.floor(place / EPOCH);

/** No id of a child begins so. */
const LIST = 'list:';
const isList = (child: AuditRecord['child']): child is ChildListId => child?.startsWith(LIST) ?? false;

/** What a record says of the children that it is about. */
export const about = (children: ReadonlySet<ChildId>): Pick<NotedRecord, 'child' | 'children'> => {
  const [child] = children;
  return children.size > 1 ? { child: undefined, children: [...children].join(' ') } : { child };
};

/** Selects the records that meet all conditions. */
export type AuditQuery = {
  readonly by?: AccountId | undefined;
  /** Records that name the child. */
  readonly child?: ChildId | undefined;
  readonly from?: Instant | undefined;
  /** Exclusive. */
  readonly until?: Instant | undefined;
};

/** A keyed hash of a text: equal for equal texts in one context, and impossible to compute without the key. */
export type Fingerprint = (text: string, context: string) => string;

type Link = { readonly place: number; readonly seal: string };
/** The seal covers the record and the seal before it, so altering, removing, adding or moving one breaks the chain. */
export type SealedEntry = AuditRecord & Link;
/** The number of a record in its source, which is one connection: from 1 without a gap, in the order of commits. */
type Numbered = { readonly source: string; readonly number: number };
/** A committed record without a place. The seal covers record and number. */
export type PendingRecord = AuditRecord & { readonly numbered: Numbered; readonly seal: string };
/** How many records of a source have got a place, and when the last of them was made. */
export type SealedSource = {
  readonly id: string;
  readonly records: number;
  readonly at: Instant;
  readonly seal: string;
};
/** By source, the last record that is known to be committed. */
type Committed = ReadonlyMap<string, { readonly number: number; readonly at: Instant }>;
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

const textOf = (place: number | 'pending', { id, at, requestId, by, action, on, outcome, child }: AuditRecord) => {
  const facts = [String(place), id, at, requestId, by ?? null, action, on ?? null, outcome];
  return JSON.stringify(child === undefined ? facts : [...facts, child]);
};

const sealOf = (fingerprint: Fingerprint, previous: string, entry: AuditRecord & Pick<Link, 'place'>): string =>
  fingerprint(textOf(entry.place, entry), `AuditRecord:${previous}`);

/** The seal of a record before it has a place. */
export const sealPending = (fingerprint: Fingerprint, record: AuditRecord, numbered: Numbered): PendingRecord => {
  const context = `AuditPending:${numbered.source}:${numbered.number}`;
  return { ...record, numbered, seal: fingerprint(textOf('pending', record), context) };
};

const sealSource = (fingerprint: Fingerprint, source: Omit<SealedSource, 'seal'>): SealedSource => ({
  ...source,
  seal: fingerprint(`${source.id}:${source.records}`, 'AuditSource'),
});

/** In place of the seal of a record that somebody has altered. It fits no record, so verification names this one. */
const BROKEN = 'broken';
/** Replaces the previous seal where committed records were lost before they got a place. */
const MISSING = 'missing';
type Doubt = typeof BROKEN | typeof MISSING | undefined;

const listOf = (fingerprint: Fingerprint, epoch: number, unsorted: readonly string[]): ChildList => {
  const children = unsorted.toSorted() as ChildId[];
  const id = (LIST + fingerprint(`${epoch} ${children.join(' ')}`, 'ChildList')) as ChildListId;
  return { id, epoch, children };
};

/** A list that is to be stored. `text`: its children as a record has them. */
export type NewList = ChildList & { readonly text: string };
/** The ids of lists that are stored, by their texts. */
export type KnownLists = (epoch: number, text: string) => ChildListId | undefined;

/** The lists of the records of one unit of work or batch, as far as they are not known. */
const listsIn = (fingerprint: Fingerprint, known: KnownLists) => {
  const all: NewList[] = [];
  /** Of the last epoch, by text. */
  const made = new Map<string, ChildListId>();
  const make = (epoch: number, text: string): ChildListId => {
    if (all.at(-1)?.epoch !== epoch) made.clear();
    const list = { ...listOf(fingerprint, epoch, text.split(' ')), text };
    made.set(text, list.id);
    all.push(list);
    return list.id;
  };
  const find = (epoch: number, text: string) => (all.at(-1)?.epoch === epoch ? made.get(text) : undefined);
  return {
    all,
    idOf: (text: string, place: number): ChildListId => {
      const epoch = epochOf(place);
      return known(epoch, text) ?? find(epoch, text) ?? make(epoch, text);
    },
  };
};

const isPending = (record: NotedRecord | PendingRecord): record is PendingRecord => 'seal' in record;
const recordOf = ({ numbered: _, seal: __, ...record }: PendingRecord): AuditRecord => record;

const sealLink = (fingerprint: Fingerprint, { place, seal }: Link, context: 'AuditEnd' | 'AuditCheckpoint'): string =>
  fingerprint(`${place}:${seal}`, context);

const isSealed = (fingerprint: Fingerprint, end: SealedEnd | undefined): end is SealedEnd =>
  end !== undefined && end.endSeal === sealLink(fingerprint, end, 'AuditEnd');

/** The end of a trail without records. */
export const sealedBeginning = (fingerprint: Fingerprint): SealedEnd => ({
  ...BEGINNING,
  endSeal: sealLink(fingerprint, BEGINNING, 'AuditEnd'),
});

type Stored = {
  readonly end: SealedEnd | undefined;
  readonly last: number;
  /** The sources of the pending records, and of the committed ones. */
  readonly sources?: readonly SealedSource[];
  readonly lists?: KnownLists;
};
type Extended = {
  readonly entries: readonly SealedEntry[];
  readonly lists: readonly NewList[];
  readonly end: SealedEnd;
  /** The sources that have changed. */
  readonly sources: readonly SealedSource[];
};

/**
 * Seals records behind the last one. Somebody has changed the trail, or records were lost, if the stored end does not
 * match the last record, a pending record is not what was written, or one of `committed` is missing. Recording then
 * continues, but the trail stays unsound from there on.
 */
export const extendTrail = (
  fingerprint: Fingerprint,
  { end, last, sources = [], lists: known = () => undefined }: Stored,
  records: readonly (NotedRecord | PendingRecord)[],
  committed: Committed = new Map(),
): Extended => {
  let { place, seal } = isSealed(fingerprint, end) && end.place === last ? end : { place: last, seal: BROKEN };
  const entries: SealedEntry[] = [];
  const lists = listsIn(fingerprint, known);
  const count = countSources(fingerprint, sources);
  const doubts = count.doubtsOf(records.filter(isPending));
  for (const given of records) {
    place += 1;
    const doubt = isPending(given) ? doubts.get(given) : undefined;
    const record = isPending(given) ? recordOf(given) : listed(given, place, lists);
    if (doubt === MISSING) seal = MISSING;
    seal = doubt === BROKEN ? BROKEN : sealOf(fingerprint, seal, { ...record, place });
    entries.push({ ...record, place, seal });
  }
  if (count.missesAny(committed)) seal = MISSING;
  const endSeal = sealLink(fingerprint, { place, seal }, 'AuditEnd');
  return { entries, lists: lists.all, end: { place, seal, endSeal }, sources: count.changed() };
};

const listed = ({ children, ...record }: NotedRecord, place: number, lists: ReturnType<typeof listsIn>): AuditRecord =>
  children === undefined ? record : { ...record, child: lists.idOf(children, place) };

/** Counts the records of each source, and doubts those that were altered, are there again, or follow a missing one. */
const countSources = (fingerprint: Fingerprint, stored: readonly SealedSource[]) => {
  const before = new Map(stored.map(({ id, records }) => [id, records]));
  const altered = new Set(stored.filter((one) => one.seal !== sealSource(fingerprint, one).seal).map(({ id }) => id));
  const now = new Map<string, { readonly records: number; readonly at: Instant }>();
  const recordsOf = (id: string): number => now.get(id)?.records ?? before.get(id) ?? 0;
  const doubtOfNumber = ({ source, number }: Numbered, at: Instant): Doubt => {
    const next = recordsOf(source) + 1;
    if (altered.has(source) || number < next) return BROKEN;
    now.set(source, { records: number, at });
    return number > next ? MISSING : undefined;
  };
  const doubtOf = (record: PendingRecord): Doubt => {
    const { numbered, seal, at } = record;
    if (seal !== sealPending(fingerprint, recordOf(record), numbered).seal) return BROKEN;
    return doubtOfNumber(numbered, at);
  };
  return {
    doubtsOf: (pending: readonly PendingRecord[]): ReadonlyMap<PendingRecord, Doubt> => {
      const inOrder = pending.toSorted((one, other) => one.numbered.number - other.numbered.number);
      return new Map(inOrder.map((record) => [record, doubtOf(record)]));
    },
    missesAny: (committed: Committed): boolean => {
      const missing = [...committed].filter(([id, { number }]) => recordsOf(id) < number);
      for (const [id, { number, at }] of missing) now.set(id, { records: number, at });
      return missing.length > 0;
    },
    changed: () => [...now].map(([id, counted]) => sealSource(fingerprint, { id, ...counted })),
  };
};

/** Returns nothing if the end was changed. */
export const checkpointAt = (fingerprint: Fingerprint, end: SealedEnd | undefined): Checkpoint | undefined => {
  if (!isSealed(fingerprint, end)) return undefined;
  return { place: end.place, seal: end.seal, mac: sealLink(fingerprint, end, 'AuditCheckpoint') };
};

export const checkpointText = ({ place, seal, mac }: Checkpoint): string => `${place}.${seal}.${mac}`;

const NO_CHECKPOINT = problem('is no checkpoint, as the command audit checkpoint prints one');
export const parseCheckpoint: Parser<Checkpoint> = parser(1000, NO_CHECKPOINT, (text) => {
  const [, place, seal = '', mac = ''] = /^(0|[1-9]\d{0,14})\.([\w-]*)\.([\w-]+)$/.exec(text.trim()) ?? [];
  return place === undefined ? NO_CHECKPOINT : ok({ place: Number(place), seal, mac });
});

/** How verification reads a stored trail. */
type StoredTrail = {
  readonly fingerprint: Fingerprint;
  /** At most `size` records behind the place `after`, in the order of their places. */
  readonly page: (after: number, size: number) => Promise<readonly SealedEntry[]>;
  /** As they are stored, whatever their ids say. */
  readonly lists: (ids: readonly ChildListId[]) => Promise<readonly ChildList[]>;
};

/** The records behind the place `after`. */
type TrailRange = { readonly after: number; readonly until: number; readonly since: Checkpoint | undefined };
/** The last record that is what was written, and what is wrong with the next one, if there is one. */
export type TrailStop = { readonly last: Link; readonly problem?: string | undefined };
/** As `verifyRange` for each range, in their order. */
export type VerifyRanges = (ranges: readonly TrailRange[]) => Promise<readonly (TrailStop | undefined)[]>;

/** Where the trail stops, if not behind `until`. It relies on the record at `after`, with which the range before ends. */
export const verifyRange = async (trail: StoredTrail, range: TrailRange): Promise<TrailStop | undefined> => {
  const { after, until, since } = range;
  let [last]: readonly Link[] = after > 0 ? await trail.page(after - 1, 1) : [BEGINNING];
  if (!last) return { last: BEGINNING };
  let page: readonly SealedEntry[];
  do {
    // No record has a place before the first.
    page = await trail.page(last === BEGINNING ? Number.NEGATIVE_INFINITY : last.place, PAGE);
    const expected = { since, lists: await soundLists(trail, page) };
    for (const entry of page) {
      const problem = problemOf(trail.fingerprint, entry, last, expected);
      if (problem) return { last: linkOf(last), problem };
      last = entry;
    }
    if (last.place >= until) return undefined;
  } while (page.length === PAGE);
  return { last: linkOf(last) };
};
const linkOf = ({ place, seal }: Link): Link => ({ place, seal });

/** So many that a thread has something to do, and so few that all threads end at about the same time. */
const RANGE = 10 * PAGE;
const rangesOf = (places: number, since: Checkpoint | undefined): readonly TrailRange[] => {
  const count = Math.ceil(places / RANGE) || 1;
  const ends = Array.from({ length: count }, (_, nth) => (nth + 1) * RANGE).with(-1, Number.POSITIVE_INFINITY);
  return ends.map((until, nth) => ({ after: nth * RANGE, until, since }));
};

/** Reads the whole trail, which must still contain the checkpoint. Other processes may append records meanwhile. */
export const verifyTrail = async (
  { fingerprint, readEnd, verify }: Verifying,
  since?: Checkpoint,
): Promise<AuditVerdict> => {
  if (since && since.mac !== sealLink(fingerprint, since, 'AuditCheckpoint')) return { sound: undefined };
  const before = await readEnd();
  const first = before?.place ?? 0;
  // Somebody may have changed the end to any number.
  const stops = await verify(rangesOf(isSealed(fingerprint, before) ? first : 0, since));
  const { last, problem } = stops.find((stop) => stop !== undefined) ?? { last: BEGINNING };
  const unsound = (problem: string): AuditVerdict => ({ sound: false, place: last.place + 1, problem });
  if (problem) return unsound(problem);
  const end = await readEnd();
  if (last.place < first || !isEndAtOrAfter(fingerprint, last, end)) {
    return unsound(end?.seal === MISSING ? RECORDS_MISSING : 'the end is missing');
  }
  if (since && since.place > last.place) return unsound('the trail ends before the checkpoint');
  return { sound: true, records: last.place };
};
type Verifying = {
  readonly fingerprint: Fingerprint;
  readonly readEnd: () => Promise<SealedEnd | undefined>;
  readonly verify: VerifyRanges;
};

/** The lists of a page that are what was written, with their epochs. */
const soundLists = async ({ fingerprint, lists }: StoredTrail, page: readonly SealedEntry[]) => {
  const stored = await lists(listsOf(page));
  const sound = stored.filter(({ id, epoch, children }) => id === listOf(fingerprint, epoch, children).id);
  return new Map(sound.map(({ id, epoch }) => [id, epoch]));
};

/** Entries as they are told, with the children of their lists. */
export const withChildren = (entries: readonly SealedEntry[], lists: readonly ChildList[]): readonly AuditEntry[] => {
  const known = new Map(lists.map(({ id, children }) => [id, children.join(' ')]));
  return entries.map(({ seal: _, child, ...entry }) =>
    isList(child) ? { ...entry, child: undefined, children: known.get(child) ?? '' } : { ...entry, child },
  );
};

export const listsOf = (entries: readonly AuditRecord[]): readonly ChildListId[] => [
  ...new Set(entries.flatMap(({ child }) => (isList(child) ? child : []))),
];

const RECORDS_MISSING = 'records were lost before they got a place here';

type Expected = { readonly since: Checkpoint | undefined; readonly lists: ReadonlyMap<ChildListId, number> };

const problemOf = (fingerprint: Fingerprint, entry: SealedEntry, last: Link, { since, lists }: Expected) => {
  const { id, place, seal, child } = entry;
  if (place !== last.place + 1) return 'a record is missing here';
  if (seal !== sealOf(fingerprint, last.seal, entry)) {
    const isBehindMissing = seal === sealOf(fingerprint, MISSING, entry);
    return isBehindMissing ? RECORDS_MISSING : `the record ${id} is not what was written`;
  }
  if (isList(child) && lists.get(child) !== epochOf(place)) return `the children of the record ${id} are not those`;
  const isOther = place === since?.place && seal !== since.seal;
  return isOther ? `the record ${id} is not the one of the checkpoint` : undefined;
};

/** Whether the store sealed the end, at the last record read or, if records were appended meanwhile, later. */
const isEndAtOrAfter = (fingerprint: Fingerprint, last: Link, end: SealedEnd | undefined): boolean =>
  isSealed(fingerprint, end) && (end.place > last.place || (end.place === last.place && end.seal === last.seal));
