import type { AuditRecord } from '../model/audit.ts';
import { type Audience, aboutAction } from '../model/case-action.ts';
import { type Counted, monthOf } from '../model/figures.ts';
import type { NoticeKind } from '../model/notice.ts';
import { EVERYTHING } from '../model/pages.ts';
import type { AccountId, CaseEventId, Day, Instant } from '../model/values.ts';
import type { Reads, Stores } from '../ports/storage.ts';
import type { Fact, Platform } from './declaration.ts';
import { putMail } from './mails.ts';

/** Missing: the operator, and no child. */
type Done = Pick<AuditRecord, 'requestId' | 'action' | 'on'> & Partial<Pick<AuditRecord, 'by' | 'child'>>;

/** Records what is done beside a call, or besides what the call itself records. */
export const appendRecord = ({ audit }: Stores, { ids, clock }: Platform, done: Done): Promise<void> =>
  audit.append({ by: undefined, child: undefined, outcome: 'OK', ...done, id: ids.next(), at: clock.now() });

/** The doctor whose case it is from then on. */
const doctorOf = ({ case: { doctorId }, to = doctorId }: Fact): AccountId => to;

const AUDIENCES = {
  // D-41: and whoever is the doctor's deputy.
  doctor: async (fact: Fact, { covers }: Reads, today: Day) => {
    const id = doctorOf(fact);
    return [id, ...(await covers.deputiesOf(id, today))];
  },
  formerDoctor: async ({ case: { doctorId } }: Fact) => [doctorId],
  assistants: async (fact: Fact, { assistants }: Reads) =>
    (await assistants.ofDoctor(doctorOf(fact), EVERYTHING)).map(({ id }) => id),
  parents: ({ case: { childId } }: Fact, { children }: Reads) => children.parentIds(childId),
} satisfies Readonly<Record<Audience, unknown>>;

/** It takes a round trip, which a call may make together with its others. */
export const audiencesOf = async (
  fact: Fact,
  reads: Reads,
  { calendar, clock }: Platform,
): Promise<NonNullable<Fact['audiences']>> => {
  const today = calendar.dayOf(clock.now());
  const told = Object.entries(aboutAction(fact.action).tells ?? {}) as [Audience, NoticeKind][];
  return Promise.all(
    told.map(async ([audience, kind]) => [kind, await AUDIENCES[audience](fact, reads, today)] as const),
  );
};

const countedAs = ({ action, case: { doctorId }, minutes }: Fact, at: Instant, { calendar }: Platform) =>
  aboutAction(action).counts
    ? ({ month: monthOf(calendar.dayOf(at)), doctorId, minutes } satisfies Counted)
    : undefined;

const isNewTo = (kind: NoticeKind): boolean => kind === 'case received' || kind === 'new case';

type Audiences = NonNullable<Fact['audiences']>;

/** Those who are told of one of these kinds. */
const readersIn = (audiences: Audiences, kinds = (_: NoticeKind) => true): readonly AccountId[] =>
  audiences.flatMap(([kind, accounts]) => (kinds(kind) ? accounts : []));

/**
 * What was written is unread by all others, and by whoever will stand in for the doctor (D-41), who may not see it before.
 * After a handover so is what was written before, by whoever works on the case from now on, but in a finished case nothing
 * waits.
 */
const keepNotes = async (fact: Fact, audiences: Audiences, by: AccountId, { covers, notes }: Stores, today: Day) => {
  const { case: of, note, to } = fact;
  if (!note && !to) return;
  const deputies = await covers.deputiesFrom(doctorOf(fact), today);
  const readers = new Set([...readersIn(audiences, note ? undefined : isNewTo), ...deputies]);
  readers.delete(by);
  if (note) await notes.insert(note, [...readers]);
  else if (of.status === 'ongoing') await notes.giveUnread(of.id, [...readers]);
};

/** Keeps what a call did in a case, in the call's unit of work: in its history, and for those who are told. */
export const keepFacts = async (
  facts: readonly Fact[],
  by: AccountId,
  stores: Stores,
  ports: Platform,
): Promise<void> => {
  const done = new Set([by]);
  for (const fact of facts) {
    const { case: of, action, at = ports.clock.now(), reason, to, oldTitle, newTitle } = fact;
    const event = { id: ports.ids.next<CaseEventId>(), caseId: of.id, at, by, action, reason, to, oldTitle, newTitle };
    await stores.history.append(event, countedAs(fact, at, ports));
    if (aboutAction(action).opens && of.newSince !== undefined) await stores.cases.open(of);
    const audiences = fact.audiences ?? (await audiencesOf(fact, stores, ports));
    await keepNotes(fact, audiences, by, stores, ports.calendar.dayOf(ports.clock.now()));
    for (const [kind, accounts] of audiences) {
      for (const accountId of accounts) {
        if (!done.has(accountId)) await putMail(kind, { accountId, caseId: of.id }, stores, ports);
        done.add(accountId);
      }
    }
  }
};
