import { refuse, Unavailable } from '@health-case/domain/errors';
import { answeredAgainSince } from '@health-case/domain/model/idempotency';
import type { Reads, Storage, Stores } from '@health-case/domain/ports/storage';
import { ok } from '@health-case/domain/result';
import { createMemoryStorage } from '@health-case/domain/testing/memory';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import * as pools from './storage/pools.ts';

const { ACCOUNT, CASE, CHILD, DIGEST, EMAIL, EVENT, KEY, MOMENTS, TASK, TEXTS } = pools;
const [DOC_A, , AST_A, , PAR_A, PAR_B] = ACCOUNT;
const [NOW] = MOMENTS;

/** A method of a store by its name, with a pool for each argument. */
type Method = readonly [name: string, ...pools: (readonly unknown[])[]];
type PortCall = { readonly name: string; readonly args: readonly unknown[] };

const PAGES = [undefined, ...[CHILD, CASE, EVENT].map(([first]) => first), DOC_A].flatMap((after) => [
  { after, size: 2 },
  { after, size: 1000 },
]);
// biome-ignore format: a table is read by its rows
const READS: readonly Method[] = [
  ['accounts.find', ACCOUNT], ['accounts.credentialsOf', ACCOUNT], ['accounts.credentialsByEmail', EMAIL], ['accounts.any'],
  ['accounts.doctors', PAGES], ['assistants.assists', ACCOUNT, [DOC_A]], ['assistants.ofDoctor', ACCOUNT, PAGES],
  ['cases.find', CASE], ['cases.ofDoctor', [DOC_A], PAGES], ['cases.ofAssistant', [AST_A], PAGES], ['cases.ofParent', [PAR_A], PAGES],
  ['cases.ofChild', CHILD, PAGES], ['certifications.newestOf', TASK], ['certifications.ofCase', CASE, PAGES],
  ['children.parentOf', CHILD], ['children.record', CHILD], ['children.ofParent', [PAR_A], PAGES], ['children.ofDoctor', [DOC_A], PAGES],
  ['children.ofDoctorAndParent', [DOC_A], [PAR_A, PAR_B], PAGES], ['children.isOfDoctor', CHILD, [DOC_A]],
  ['history.ofCase', CASE, PAGES], ['invitations.find', DIGEST], ['invitations.issuedFrom', MOMENTS, [1, 1000]],
  ['retries.find', KEY.flatMap((key) => ['a', 'A'].map((request) => ({ key, request }))), MOMENTS], ['sessions.find', DIGEST],
  ['tasks.find', TASK], ['tasks.ofCase', CASE, PAGES], ['tasks.lastClosedOf', CASE], ['tasks.anyOpenIn', CASE], ['throttles.find', KEY],
];
const FILTERS = [{}, { by: DOC_A }, { child: CHILD[1] }, { from: MOMENTS[1] }, { until: MOMENTS[1] }];
/** A unit of work does not read the trail: a store may write the records of a commit at its end. */
const READS_OF_TRAIL: readonly Method[] = [
  ['audit.records', FILTERS, [0, 1].map((after) => ({ after, size: after === 0 ? 1000 : 2 }))],
  ['audit.verify'],
];
// biome-ignore format: a table is read by its rows
const WRITES: readonly Method[] = [
  ['accounts.insert', pools.accounts], ['accounts.setPassword', ACCOUNT, TEXTS], ['accounts.setDisabled', ACCOUNT, [undefined, ...MOMENTS]],
  ['assistants.link', ACCOUNT.slice(0, 2), ACCOUNT.slice(2, 4)], ['assistants.unlink', ACCOUNT.slice(0, 2), ACCOUNT.slice(2, 4)],
  ['children.insert', pools.children], ['children.erase', CHILD], ['children.reencrypt', PAGES], ['dataKeys.rotate'],
  ['cases.insert', pools.cases], ['cases.save', pools.cases.flatMap((one) => [one, { ...one, status: 'finished', finishedAt: NOW }])],
  ['tasks.insert', pools.tasks], ['tasks.save', pools.closedTasks], ['tasks.save', pools.closedTasks],
  // Often, since a task has a second certification only after the first was decided against.
  ...Array<Method>(6).fill(['certifications.insertOnce', pools.certifications]),
  ...Array<Method>(6).fill(['certifications.save', ['rejected', 'rejected', 'issued', 'revoked'].flatMap((status) => pools.certifications.map(pools.decided(status)))]),
  ['history.append', pools.events], ['sessions.insert', pools.sessions], ['sessions.touch', DIGEST, MOMENTS], ['sessions.end', DIGEST],
  ['sessions.endOthers', ACCOUNT, DIGEST], ['sessions.endAll', [...ACCOUNT, 'everybody']], ['sessions.sweep', MOMENTS, [1000]],
  ['invitations.insert', pools.invitations.filter(({ usedBy }) => usedBy === undefined)], ['invitations.save', pools.invitations], ['throttles.save', KEY, pools.attempts], ['throttles.remove', KEY],
  ['throttles.sweep', MOMENTS, [1000]], ['retries.save', pools.outcomes], ['retries.sweep', MOMENTS, [1000]],
];

type Field = 'id' | 'digest' | `${'child' | 'case' | 'task'}Id`;
type Given = Readonly<Record<Field | 'key' | 'request' | 'at', never>> & {
  readonly status: string;
  readonly account: Pick<Given, 'id'>;
};
const NEXT: Readonly<Record<string, string>> = { issued: 'requested', rejected: 'requested', revoked: 'issued' };
const isThere = async (found: Promise<unknown>) => (await found) !== undefined;
const isIn = async (list: Promise<readonly { readonly id: string }[]>, id: string) =>
  (await list).some((one) => one.id === id);
const ALL = { after: undefined, size: 1000 } as const;

/** What callers of the port look up before they write: a store may rely on not being told of what is not there. */
const MAY: Readonly<Record<string, (stores: Stores, given: Given) => Promise<boolean>>> = {
  'accounts.insert': async (s, { account }) => !(await isThere(s.accounts.find(account.id))),
  'children.insert': async (s, { id }) => !(await isThere(s.children.parentOf(id))),
  'cases.insert': async (s, { id, childId }) =>
    !(await isThere(s.cases.find(id))) && isThere(s.children.parentOf(childId)),
  'cases.save': (s, { id }) => isThere(s.cases.find(id)),
  'tasks.insert': async (s, { id, caseId }) => !(await isThere(s.tasks.find(id))) && isThere(s.cases.find(caseId)),
  'tasks.save': async (s, { id }) => (await s.tasks.find(id))?.status === 'open',
  'certifications.insertOnce': async (s, { id, taskId, caseId }) =>
    (await s.tasks.find(taskId))?.status === 'closed' && !(await isIn(s.certifications.ofCase(caseId, ALL), id)),
  'certifications.save': async (s, { id, taskId, status }) => {
    const newest = await s.certifications.newestOf(taskId);
    return newest?.id === id && newest.status === NEXT[status];
  },
  'history.append': async (s, { id, caseId }) =>
    !(await isIn(s.history.ofCase(caseId, ALL), id)) && isThere(s.cases.find(caseId)),
  'retries.save': async (s, given) => !(await isThere(s.retries.find(given, answeredAgainSince(given.at)))),
  'sessions.insert': async (s, { digest }) => !(await isThere(s.sessions.find(digest))),
  'invitations.insert': async (s, { digest }) => !(await isThere(s.invitations.find(digest))),
  'invitations.save': (s, { digest }) => isThere(s.invitations.find(digest)),
};

const perform = async (stores: Reads | Stores, { name, args }: PortCall): Promise<unknown> => {
  const [store = '', method = ''] = name.split('.');
  if (MAY[name] && !(await MAY[name](stores as Stores, args[0] as Given))) return 'not to be called';
  return Reflect.get(stores, store)[method](...args);
};

const aCall = (methods: readonly Method[]): fc.Arbitrary<PortCall> =>
  fc.oneof(
    ...methods.map(([name, ...pools]) =>
      fc.tuple(...pools.map((pool) => fc.constantFrom(...pool))).map((args) => ({ name, args })),
    ),
  );
const aUnit = fc.record({
  calls: fc.array(fc.oneof({ weight: 4, arbitrary: aCall(WRITES) }, { weight: 1, arbitrary: aCall(READS) }), {
    minLength: 1,
    maxLength: 8,
  }),
  ending: fc.constantFrom('keep', 'keep', 'keep', 'refuse', 'throw', 'fail'),
});
type Unit = typeof aUnit extends fc.Arbitrary<infer Drawn> ? Drawn : never;

/** Each unit leaves a record of its own, which tells in which order two at once were kept. */
const run = async (storage: Storage, { calls, ending }: Unit, id: string): Promise<unknown> => {
  const work = async (stores: Stores) => {
    const came: unknown[] = [];
    for (const call of calls) came.push(await perform(stores, call));
    if (ending === 'throw') throw new RangeError('a fault in the unit');
    if (ending === 'fail') throw new Unavailable('overloaded', 'busy elsewhere', { retryAfterSeconds: 1 });
    if (ending === 'refuse') return refuse('CASE_NOT_FOUND');
    await stores.audit.append({ ...pools.nth(pools.records, calls.length), id } as never);
    return ok(came);
  };
  return storage.write<unknown, unknown>(work).catch((error: Error) => `${error.name}: ${error.message}`);
};

const markOf = (step: number, index: number): string =>
  `0197a000-0000-7000-8000-${String(step * 10 + index).padStart(12, '0')}`;

type Stage = { readonly storage: Storage; readonly reference: Storage; readonly parallel: boolean };

/**
 * Of two units at once, the reference follows the order in which the store kept them. Where units run at once, these would rest on
 * more than what a unit may rest on, so they run one after another.
 */
const runBoth = async (
  { storage, reference, parallel }: Stage,
  units: readonly Unit[],
  step: number,
): Promise<void> => {
  for (const store of [storage, reference]) await store.sequence([]);
  const marked = units.map((unit, index) => ({ unit, id: markOf(step, index) }));
  const actual: (readonly unknown[])[] = [];
  const runs = marked.map(
    ({ unit, id }) =>
      async () =>
        void actual.push([id, await run(storage, unit, id)]),
  );
  if (parallel) for (const each of runs) await each();
  else await Promise.all(runs.map((each) => each()));
  const kept = (await storage.read.audit.records({}, { after: 0, size: 10_000 })).map(({ id }) => String(id));
  const expected: (readonly unknown[])[] = [];
  for (const { unit, id } of marked.toSorted((one, other) => kept.indexOf(one.id) - kept.indexOf(other.id))) {
    expected.push([id, await run(reference, unit, id)]);
  }
  expect(new Map(actual as [])).toEqual(new Map(expected as []));
};

const combinations = (of: readonly (readonly unknown[])[]): readonly (readonly unknown[])[] =>
  of.reduce<readonly unknown[][]>((made, pool) => made.flatMap((args) => pool.map((arg) => [...args, arg])), [[]]);

const stateOf = async ({ read }: Storage): Promise<Readonly<Record<string, unknown>>> => {
  const state: Record<string, unknown> = {};
  for (const [name, ...pools] of [...READS, ...READS_OF_TRAIL])
    for (const args of combinations(pools))
      state[`${name} ${JSON.stringify(args)}`] = await perform(read, { name, args });
  return state;
};

/** The accounts that others refer to, children, cases and closed tasks, in an order that is not that of the ids. */
const furnish = async (storage: Storage): Promise<void> => {
  const inserts = [
    ['accounts.insert', pools.accounts.slice(0, 6)],
    ['children.insert', pools.children.filter((_, index) => index !== 1)],
    ['cases.insert', pools.cases],
    ['tasks.insert', pools.tasks],
    ['tasks.save', pools.closedTasks.slice(0, 1)],
  ] as const;
  for (const [step, [name, things]] of inserts.entries()) {
    const calls = things.toReversed().map((thing) => ({ name, args: [thing] }));
    await run(storage, { calls, ending: 'keep' }, markOf(100, step));
  }
};

/**
 * Random units of work, of calls of the port with arguments from small pools, come to the same on the memory store and on
 * the one that `open` gives: the same values in the same order, the same refusals and failures, and the same state at the
 * end. `open` gives an empty store, which is closed after its sequence; `parallel`: its units of work run at once. The environment may ask for other sequences with
 * `DIFFERENTIAL_RUNS` and `DIFFERENTIAL_SEED`.
 */
export const storageDifferential = (
  name: string,
  open: () => Promise<Storage>,
  parallel = false,
  { DIFFERENTIAL_RUNS: runs = '25', DIFFERENTIAL_SEED: seed = '7' }: Readonly<Record<string, string | undefined>> = {},
): void => {
  const isAlike = async (sequence: readonly (readonly Unit[])[]): Promise<void> => {
    const [storage, reference] = [await open(), createMemoryStorage(undefined, { parallel })];
    try {
      for (const store of [storage, reference]) await furnish(store);
      for (const [step, units] of sequence.entries()) await runBoth({ storage, reference, parallel }, units, step);
      expect(await stateOf(storage)).toEqual(await stateOf(reference));
    } finally {
      await Promise.all([storage.close(), reference.close()]);
    }
  };
  const sequences = fc.array(fc.array(aUnit, { minLength: 1, maxLength: 2 }), { maxLength: 20, size: 'max' });
  const property = fc.asyncProperty(sequences, isAlike);
  it(
    `${name} comes to the same as the memory store, whatever is done to both`,
    { timeout: 120_000 + Number(runs) * 1000 },
    () => fc.assert(property, { numRuns: Number(runs), seed: Number(seed) }),
  );
};
