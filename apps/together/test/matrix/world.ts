import type { Account, Role } from '@health-case/domain/model/account';
import {
  type AccountId,
  type CaseId,
  type ChildId,
  parseReason,
  parseTitle,
  type TaskId,
} from '@health-case/domain/model/values';
import type { Ports } from '@health-case/domain/ports/ports';
import { createSetup, type Setup } from '@health-case/domain/testing/setup';
import { must, NAME, type People } from './people.ts';
import type { Standing } from './words.ts';

const title = must(parseTitle('Asthma'));
const reason = must(parseReason('Seen again, and found otherwise'));

/** What someone may rightly name: a doctor they work for or go to, a child and a case there. */
export type Own = { readonly doctorId: AccountId; readonly childId: ChildId; readonly caseId: CaseId };

export type World = Own & {
  readonly app: Setup;
  readonly people: People;
  /** An id that was given out before the world was made, so that what came before is no part of it. */
  readonly since: string;
  /** Closed, in the case, unless a subject begins otherwise. */
  readonly taskId: TaskId;
  /** The same for everyone else, by role and standing. */
  readonly own: (role: Role, standing: Standing) => Own;
  /** A closed task in the case of the neighbouring parent's child. */
  readonly otherTaskId: TaskId;
};

/** A closed task in a case. */
const closedTask = async (app: Setup, actor: Account, caseId: CaseId): Promise<TaskId> => {
  const taskId = must(await app.addTask({ actor, caseId, title }));
  must(await app.closeTask({ actor, taskId }));
  return taskId;
};

/** Of each child a case, one of them a case in each of two practices, and closed tasks in those of the doctor. */
export const makeWorld = async (ports: Ports, people: People): Promise<World> => {
  const app = createSetup(ports);
  const { Doc, Par } = people;
  const since = ports.ids.case();
  const childOf = async (actor: Account) => must(await app.addChild({ actor, firstName: NAME, lastName: NAME }));
  const openCase = async (actor: Account, childId: ChildId, { id: doctorId }: Account) =>
    must(await app.openCase({ actor, childId, doctorId, title }));

  const [child, otherChild, distantChild] = await Promise.all([
    childOf(Par.participant),
    childOf(Par.neighbour),
    childOf(Par.stranger),
  ]);
  const [mine, other, neighbouring, distant] = await Promise.all([
    openCase(Par.participant, child, Doc.participant),
    openCase(Par.neighbour, otherChild, Doc.participant),
    openCase(Par.stranger, distantChild, Doc.neighbour),
    openCase(Par.stranger, distantChild, Doc.stranger),
  ]);
  const [taskId, otherTaskId] = await Promise.all([
    closedTask(app, Doc.participant, mine),
    closedTask(app, Doc.participant, other),
  ]);
  const atDoctor: Own = { doctorId: Doc.participant.id, childId: child, caseId: mine };
  const own = (role: Role, standing: Standing): Own => {
    if (standing === 'participant') return atDoctor;
    if (standing === 'stranger') return { doctorId: Doc.stranger.id, childId: distantChild, caseId: distant };
    if (role === 'Par') return { doctorId: Doc.participant.id, childId: otherChild, caseId: other };
    return { doctorId: Doc.neighbour.id, childId: distantChild, caseId: neighbouring };
  };
  return { ...atDoctor, app, people, since, taskId, own, otherTaskId };
};

/** Brings the case of a world into the state that a subject begins with. */
export type Beginning = (world: World) => Promise<World>;
const byDoctor = ({ people, taskId }: World) => ({ actor: people.Doc.participant, id: taskId });

export const withOpenTask: Beginning = async (world) => {
  const { app, caseId, people } = world;
  return { ...world, taskId: must(await app.addTask({ actor: people.Doc.participant, caseId, title })) };
};
export const finished: Beginning = async (world) => {
  must(await world.app.finishCase({ actor: world.people.Doc.participant, caseId: world.caseId }));
  return world;
};
export const requested: Beginning = async (world) => {
  must(await world.app.requestCertification(byDoctor(world)));
  return world;
};
export const issued: Beginning = async (world) => {
  await requested(world);
  must(await world.app.issueCertification(byDoctor(world)));
  return world;
};
export const rejected: Beginning = async (world) => {
  await requested(world);
  must(await world.app.rejectCertification({ ...byDoctor(world), reason }));
  return world;
};
export const revoked: Beginning = async (world) => {
  await issued(world);
  must(await world.app.revokeCertification({ ...byDoctor(world), reason }));
  return world;
};
