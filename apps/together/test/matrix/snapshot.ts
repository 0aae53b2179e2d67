import type { Ports } from '@health-case/domain/ports/ports';
import { callersAmong } from './people.ts';
import type { Tokens } from './sessions.ts';
import type { World } from './world.ts';

const ALL = { after: undefined, size: 1000 };

/** What the store holds of the accounts, of who assists whom, and of the sessions. */
const peopleIn = async ({ storage, sessionTokens }: Ports, { people }: World, tokens: Tokens) => {
  const { accounts, assistants, sessions } = storage.read;
  const digests = [...tokens.values()].map((token) => sessionTokens.digestOf(token ?? ''));
  return Promise.all([
    ...Object.values(people.Doc).map(({ id }) => assistants.ofDoctor(id, ALL)),
    ...callersAmong(people).map(({ id }) => accounts.credentialsOf(id)),
    ...digests.map((digest) => digest && sessions.find(digest)),
  ]);
};

/** What the store holds of the children, what has come to be since the world was made included. */
const childrenIn = async ({ storage }: Ports, { people, since, taskId, otherTaskId }: World) => {
  const { cases, certifications, children, history, tasks } = storage.read;
  const younger = <Id extends string>() => ({ after: since as Id, size: ALL.size });
  const ofDoctors = Object.values(people.Doc).map(({ id }) => cases.ofDoctor(id, younger()));
  const found = (await Promise.all(ofDoctors)).flat();
  return Promise.all([
    found,
    ...callersAmong(people).map(({ id }) => children.ofParent(id, younger())),
    ...found.flatMap(({ id }) => [tasks.ofCase(id, ALL), history.ofCase(id, ALL)]),
    ...[taskId, otherTaskId].map((id) => certifications.newestOf(id)),
  ]);
};

export type Part = 'people' | 'children';
export type Snapshot = Readonly<Partial<Record<Part, unknown>>>;

export const snapshotOf = async (
  ports: Ports,
  { world, tokens }: { readonly world: World; readonly tokens: Tokens },
  parts: readonly Part[],
): Promise<Snapshot> => ({
  ...(parts.includes('people') && { people: await peopleIn(ports, world, tokens) }),
  ...(parts.includes('children') && { children: await childrenIn(ports, world) }),
});
