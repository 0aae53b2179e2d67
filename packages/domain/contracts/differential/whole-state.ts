import type { Account, InvitationDigest, SessionDigest } from '@health-case/domain/model/account';
import type { PageRequest } from '@health-case/domain/model/request-options';
import type {
  AccountId,
  CaseEventId,
  CaseId,
  CertificationId,
  ChildId,
  Instant,
  TaskId,
} from '@health-case/domain/model/values';
import type { Reads } from '@health-case/domain/ports/storage';
import { expect } from 'vitest';
import { pagesOf, type Scene } from './command.ts';
import type { Known } from './known.ts';
import { walk } from './reads.ts';
import type { Side } from './sides.ts';
import { DIGESTS, RETRY_KEYS, THROTTLE_KEYS } from './values.ts';

const LONG_AGO = 0 as Instant;

type Looks = readonly Promise<unknown>[];
type View = { readonly known: Known; readonly now: Instant; readonly size: number };
type List<Id extends string> = (request: PageRequest<Id>) => Promise<readonly { readonly id: Id }[]>;

/** Lists are walked in pages of the size, as what is wrong at the edge of a page is wrong nowhere else. */
const walked =
  ({ size }: View) =>
  <Id extends string>(list: List<Id>) =>
    pagesOf(walk(list, size));

const personIn = ({ accounts, assistants, cases, children }: Reads, view: View, { id, role }: Account): Looks => {
  const all = walked(view);
  const credentials = accounts.credentialsOf(id);
  if (role === 'Ast') return [credentials, all<CaseId>((request) => cases.ofAssistant(id, request))];
  return role === 'Par'
    ? [
        credentials,
        all<CaseId>((request) => cases.ofParent(id, request)),
        all<ChildId>((request) => children.ofParent(id, request)),
      ]
    : [
        credentials,
        all<CaseId>((request) => cases.ofDoctor(id, request)),
        all<ChildId>((request) => children.ofDoctor(id, request)),
        all<AccountId>((request) => assistants.ofDoctor(id, request)),
      ];
};

const peopleIn = (reads: Reads, view: View): Looks => [
  reads.accounts.any(),
  walked(view)<AccountId>((request) => reads.accounts.doctors(request)),
  ...view.known.accounts.flatMap((account) => personIn(reads, view, account)),
];

const caseIn = ({ certifications, history, tasks }: Reads, view: View, id: CaseId): Looks => [
  walked(view)<TaskId>((request) => tasks.ofCase(id, request)),
  walked(view)<CertificationId>((request) => certifications.ofCase(id, request)),
  walked(view)<CaseEventId>((request) => history.ofCase(id, request)),
  tasks.lastClosedOf(id),
  tasks.anyOpenIn(id),
];

const workIn = (reads: Reads, view: View): Looks => [
  ...view.known.children.map((id) => reads.children.record(id)),
  ...view.known.cases.flatMap((id) => caseIn(reads, view, id)),
  ...view.known.tasks.map((id) => reads.certifications.newestOf(id)),
];

/** Also under keys that are nearly those of what is kept. */
const keptIn = ({ invitations, retries, sessions, throttles }: Reads, { known, now }: View): Looks => [
  invitations.issuedFrom(LONG_AGO, 1000),
  invitations.issuedFrom(now, 1000),
  ...[...new Set([...DIGESTS, ...known.invitations])].map((digest) => invitations.find(digest as InvitationDigest)),
  ...[...new Set([...DIGESTS, ...known.sessions])].map((digest) => sessions.find(digest as SessionDigest)),
  ...[...new Set([...THROTTLE_KEYS, ...known.throttles])].map((key) => throttles.find(key)),
  ...RETRY_KEYS.map((key) => retries.find({ key, request: 'none of those' }, LONG_AGO)),
  ...[...known.retries].flatMap(([key, requests]) =>
    ['none of those', ...requests].map((request) => retries.find({ key, request }, now)),
  ),
];

const auditIn = ({ audit }: Reads, { known, now }: View): Looks => {
  const [by, child, whole] = [known.accounts[0]?.id, known.children[0], { after: 0, size: 10_000 }];
  const queries = [{}, { from: now }, { until: now }, { child }, { by, child }];
  return [audit.verify(), ...queries.map((query) => audit.records(query, whole))];
};

/** Everything that can be observed of all that came up, one part at a time so that the report of a difference is short. */
export const expectSameState = async ({ known, reference }: Scene, side: Side, size: number): Promise<void> => {
  const view = { known, now: reference.clock.now(), size };
  for (const observe of [peopleIn, workIn, keptIn, auditIn]) {
    const actual = await Promise.all(observe(side.storage.read, view));
    const expected = await Promise.all(observe(reference.storage.read, view));
    expect(actual, `afterwards: ${observe.name}`).toEqual(expected);
  }
};
