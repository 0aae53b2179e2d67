import type { Person } from '@health-case/harness/client';

/** What the service must know by now of one world: written by the calls that were answered OK, read by what is expected. */
export type Member = Person & {
  readonly id: string;
  session: string;
  /** Ended sessions, which must stay dead. */
  readonly ended: string[];
  password: string;
  failures: number;
};

export type Child = {
  readonly id: string;
  readonly parent: Member;
  readonly firstName: string;
  readonly lastName: string;
  readonly number?: string | undefined;
};
export type Certification = { readonly id: string; status: string; reason?: string | undefined };
export type Task = { readonly id: string; readonly title: string; closed: boolean; certifications: Certification[] };
type Event = { readonly by: string; readonly action: string; readonly reason: string | null };
export type Case = {
  readonly id: string;
  readonly title: string;
  readonly child: Child;
  readonly doctor: Member;
  finished: boolean;
  readonly tasks: Task[];
  lastClosed: Task | undefined;
  readonly events: Event[];
};

export type World = {
  readonly name: string;
  readonly people: Member[];
  readonly children: Child[];
  readonly cases: Case[];
  /** Who assists whom: `doctor/assistant`. */
  readonly links: Set<string>;
  /** How often somebody was to be linked who is no assistant. */
  misses: number;
};

export const emptyWorld = (name: string): World => ({
  name,
  people: [],
  children: [],
  cases: [],
  links: new Set(),
  misses: 0,
});

export const ofRole = ({ people }: World, role: Person['role']): readonly Member[] =>
  people.filter((member) => member.role === role);

export const assists = ({ links }: World, assistant: Member, doctor: Member): boolean =>
  links.has(`${doctor.id}/${assistant.id}`);

/** The doctor, or one who assists the doctor (D-23). */
export const worksFor = (world: World, member: Member, doctor: Member): boolean =>
  member === doctor || (member.role === 'Ast' && assists(world, member, doctor));

export const takesPart = (world: World, member: Member, { doctor, child }: Case): boolean =>
  member === child.parent || worksFor(world, member, doctor);

export const byId = <T extends { readonly id: string }>(things: Iterable<T>): readonly T[] =>
  [...things].sort((one, other) => (one.id < other.id ? -1 : 1));

/** Each child with a case of the doctor, once (D-20). */
export const childrenOf = ({ cases }: World, doctor: Member): readonly Child[] =>
  byId(new Set(cases.filter((one) => one.doctor === doctor).map(({ child }) => child)));

/** What the newest certification of a task is, if there is one. */
export const newest = ({ certifications }: Task): Certification | undefined => certifications.at(-1);

export const isLive = (certification: Certification | undefined): boolean =>
  certification?.status === 'requested' || certification?.status === 'issued';
