import type { InvitationDigest, SessionDigest } from '@health-case/domain/model/account';
import type { PageRequest } from '@health-case/domain/model/request-options';
import { later } from '@health-case/domain/model/values';
import type { Reads } from '@health-case/domain/ports/storage';
import fc from 'fast-check';
import { unknownId } from '../../test/support/values.ts';
import { pagesOf, type Scene } from './command.ts';
import { accountIds, type Known, pick, pickId } from './known.ts';
import { email, invitationDigest, nth, offset, retryKey, retryRequest, sessionDigest, throttleKey } from './values.ts';

/** A part of a unit of work, or something to read by itself: settled before either side gets to do it. */
export type Part<On> = { readonly settle: (scene: Scene) => (stores: On) => Promise<unknown> };

export const part = <Data, On>(
  name: string,
  data: fc.Arbitrary<Data>,
  settle: (data: Data, scene: Scene) => (stores: On) => Promise<unknown>,
): fc.Arbitrary<Part<On>> =>
  data.map((given) => ({
    settle: (scene) => settle(given, scene),
    [fc.toStringMethod]: () => `${name} ${fc.stringify(given)}`,
  }));

const picks = fc.record({ one: nth, two: nth });

/** What a read is about: picked from what is known, or unknown. */
const subjectsOf = (known: Known, { one, two }: { readonly one: number; readonly two: number }) => ({
  account: pickId(accountIds(known), one),
  other: pickId(accountIds(known), two),
  child: pickId(known.children, one),
  case: pickId(known.cases, one),
  task: pickId(known.tasks, one),
});

type Subjects = ReturnType<typeof subjectsOf>;
type List = (
  reads: Reads,
  subjects: Subjects,
  request: PageRequest<never>,
) => Promise<readonly { readonly id: string }[]>;

/** Every list that is handed out by the page, in the order of ids. */
const LISTS: Readonly<Record<string, List>> = {
  doctors: ({ accounts }, _, request) => accounts.doctors(request),
  'assistants of a doctor': ({ assistants }, { account }, request) => assistants.ofDoctor(account, request),
  'cases of a doctor': ({ cases }, { account }, request) => cases.ofDoctor(account, request),
  'cases of an assistant': ({ cases }, { account }, request) => cases.ofAssistant(account, request),
  'cases of a parent': ({ cases }, { account }, request) => cases.ofParent(account, request),
  'cases of a child': ({ cases }, { child }, request) => cases.ofChild(child, request),
  'certifications of a case': ({ certifications }, { case: id }, request) => certifications.ofCase(id, request),
  'children of a parent': ({ children }, { account }, request) => children.ofParent(account, request),
  'children of a doctor': ({ children }, { account }, request) => children.ofDoctor(account, request),
  'children of a doctor and a parent': ({ children }, { account, other }, request) =>
    children.ofDoctorAndParent(account, other, request),
  'history of a case': ({ history }, { case: id }, request) => history.ofCase(id, request),
  'tasks of a case': ({ tasks }, { case: id }, request) => tasks.ofCase(id, request),
};

/** The pages of a whole list, and one more that must be empty if the last was full. */
export async function* walk<Id extends string, Entry extends { readonly id: Id }>(
  list: (request: PageRequest<Id>) => Promise<readonly Entry[]>,
  size: number,
): AsyncGenerator<readonly Entry[], void> {
  let page: readonly Entry[] = [];
  do {
    page = await list({ after: page.at(-1)?.id, size });
    yield page;
  } while (page.length === size);
}

const listed = fc.record({ list: fc.constantFrom(...Object.keys(LISTS)), picks });

const lists = [
  part('all pages of', fc.record({ listed, size: fc.integer({ min: 1, max: 6 }) }), ({ listed, size }, { known }) => {
    const subjects = subjectsOf(known, listed.picks);
    return (reads: Reads) =>
      pagesOf(walk(async (request) => (await LISTS[listed.list]?.(reads, subjects, request as never)) ?? [], size));
  }),
  part(
    'a page of',
    fc.record({ listed, after: nth, size: fc.nat({ max: 9 }) }),
    ({ listed, after, size }, { known }) => {
      const subjects = subjectsOf(known, listed.picks);
      const ids = [...accountIds(known), ...known.children, ...known.cases, ...known.tasks];
      const request = { after: (pick(ids, after) ?? unknownId()) as never, size };
      return async (reads: Reads) => LISTS[listed.list]?.(reads, subjects, request);
    },
  ),
];

/** Everything that is read one at a time. */
const SINGLES: Readonly<Record<string, (reads: Reads, subjects: Subjects) => Promise<unknown>>> = {
  account: ({ accounts }, { account }) => accounts.find(account),
  credentials: ({ accounts }, { account }) => accounts.credentialsOf(account),
  'any account': ({ accounts }) => accounts.any(),
  assists: ({ assistants }, { account, other }) => assistants.assists(account, other),
  case: ({ cases }, { case: id }) => cases.find(id),
  'parent of a child': ({ children }, { child }) => children.parentOf(child),
  'record of a child': ({ children }, { child }) => children.record(child),
  'child of a doctor': ({ children }, { child, other }) => children.isOfDoctor(child, other),
  task: ({ tasks }, { task }) => tasks.find(task),
  'task closed last': ({ tasks }, { case: id }) => tasks.lastClosedOf(id),
  'any task open': ({ tasks }, { case: id }) => tasks.anyOpenIn(id),
  'newest certification': ({ certifications }, { task }) => certifications.newestOf(task),
};

const single = part(
  'the',
  fc.record({ name: fc.constantFrom(...Object.keys(SINGLES)), picks }),
  ({ name, picks }, { known }) => {
    const subjects = subjectsOf(known, picks);
    return async (reads: Reads) => SINGLES[name]?.(reads, subjects);
  },
);

const byKey = fc.record({ email, nth, session: sessionDigest, invitation: invitationDigest, throttle: throttleKey });

const keyed = part('what is kept under', byKey, (data, { known }) => {
  const session = pick([...known.sessions], data.nth) ?? data.session;
  const invitation = pick([...known.invitations], data.nth) ?? data.invitation;
  const throttle = pick([...known.throttles], data.nth) ?? data.throttle;
  return async (reads: Reads) => [
    await reads.accounts.credentialsByEmail(data.email),
    await reads.sessions.find(session as SessionDigest),
    await reads.invitations.find(invitation as InvitationDigest),
    await reads.throttles.find(throttle),
  ];
});

const kept = fc.record({ key: retryKey, request: retryRequest, offset });

const retry = part('the outcome of', kept, ({ key, request, offset }, { reference }) => {
  const since = later(reference.clock.now(), offset);
  return (reads: Reads) => reads.retries.find({ key, request }, since);
});

const issued = part('invitations from', fc.record({ offset, size: fc.nat({ max: 9 }) }), (data, { reference }) => {
  const from = later(reference.clock.now(), data.offset);
  return (reads: Reads) => reads.invitations.issuedFrom(from, data.size);
});

const query = fc.record({
  by: fc.option(nth, { nil: undefined }),
  child: fc.option(nth, { nil: undefined }),
  from: fc.option(offset, { nil: undefined }),
  until: fc.option(offset, { nil: undefined }),
});

const audited = part(
  'the audit records',
  fc.record({ query, after: fc.nat({ max: 9 }), size: fc.nat({ max: 9 }) }),
  ({ query: { by, child, from, until }, after, size }, { known, reference }) => {
    const moment = (offset: number | undefined) =>
      offset === undefined ? undefined : later(reference.clock.now(), offset);
    const wanted = {
      by: by === undefined ? undefined : pickId(accountIds(known), by),
      child: child === undefined ? undefined : pickId(known.children, child),
      from: moment(from),
      until: moment(until),
    };
    return (reads: Reads) => reads.audit.records(wanted, { after, size });
  },
);

const aReadOfData = fc.oneof(...lists, ...lists, single, single, keyed, retry, issued);

export const aRead: fc.Arbitrary<Part<Reads>> = fc.oneof(
  { weight: 8, arbitrary: aReadOfData },
  { weight: 1, arbitrary: audited },
);

/**
 * What a unit of work reads. The trail is not among it: a store may write the records of a commit at its end, where the
 * units that share it do not see them yet, and no use case reads the trail within a unit.
 */
export const aReadInUnit: fc.Arbitrary<Part<Reads>> = aReadOfData;
