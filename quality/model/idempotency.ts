import { type Call, type CallName, ID } from './calls.ts';
import { certificateAgain } from './case-rules.ts';
import type { Account, Answer, Certification, Given, Scene, World } from './world.ts';
import { accountAt, find, newest } from './world.ts';

/** What the caller may know of, or why not. */
type SceneOf = (world: World, call: Call, me: Account | undefined) => Scene | string;
type Again = {
  readonly world: World;
  readonly call: Call;
  readonly me: Account | undefined;
  readonly sceneOf: SceneOf;
};

/** Whether what a call did stands, or why its caller is not told any more. */
type Stands = (again: Again, made: Certification | undefined) => boolean | string;

const within =
  (stands: (scene: Scene) => boolean): Stands =>
  ({ world, call, me, sceneOf }) => {
    const scene = sceneOf(world, call, me);
    return typeof scene === 'string' ? scene : stands(scene);
  };

const caseOf = ({ cases }: World, made: Certification | undefined) =>
  cases.find(({ tasks }) => tasks.some(({ certifications }) => find(certifications, made?.id)));

/** Of the task it was about it is the newest, and as it was decided. */
const decision: Stands = (again, made) => {
  const found = caseOf(again.world, made);
  const scene = again.sceneOf(again.world, { ...again.call, args: { id: found?.id } }, again.me);
  if (typeof scene === 'string') return scene;
  const last = found?.tasks.map(newest).find((one) => one?.id === made?.id);
  return last !== undefined && last.status === made?.status;
};

/** It stands for good, so whoever has revoked is told so without a part in the case. */
const revocation: Stands = (again, made) => {
  const stands = decision(again, made);
  return typeof stands === 'string' && caseOf(again.world, made) ? true : stands;
};

const DECISIONS: readonly (Stands | undefined)[] = [decision, revocation];

/** D-24: calls that give nothing out are answered again while what they did stands. */
const STANDS: Partial<Record<CallName, Stands>> = {
  closeTask: within(({ task }) => task.closed),
  finishCase: within(({ case: { finished } }) => finished),
  reopenCase: within(({ case: { finished } }) => !finished),
  // Whoever has given a case away is told so without a part in it.
  handOverCase: ({ world, call: { args } }) => find(world.cases, args['id'])?.doctor === args['DocID'],
  correctCertification: decision,
  issueCertification: decision,
  rejectCertification: decision,
  revokeCertification: revocation,
  unlinkAssistant: within(({ world, doctor, args }) => !world.links.includes(`${doctor.id}/${args['AstID']}`)),
  endLogin: () => true,
  removeParent: (again) => {
    const { world, call, me } = again;
    const { ChildID, ParID } = call.args;
    const isGone = !find(world.children, ChildID)?.parents.includes(String(ParID));
    return ParID === me?.id ? isGone : within(() => isGone)(again, undefined);
  },
};

/** What is kept of a call with a key. A decision is known by what it made of the certification. */
export const keptOf = (after: World, call: Call, given: unknown): unknown => {
  if (call.name === 'registerAccount') return undefined;
  if (!DECISIONS.includes(STANDS[call.name])) return given;
  const { id, TaskID } = call.args;
  const found = after.cases.find((one) => one.id === id || one.tasks.some((task) => task.id === id));
  const task = find(found?.tasks ?? [], TaskID ?? (found?.id === id ? found?.lastClosed : id));
  return task && newest(task);
};

/** The child, or the one that it has become, for its parent. */
const childOf = ({ world, me }: Again, { ChildID = '' }: Given): Answer | undefined => {
  const id = world.merged[ChildID] ?? ChildID;
  return find(world.children, id)?.parents.includes(String(me?.id)) ? { content: { ChildID: id } } : undefined;
};

/** Calls that give an id out, and what it is of may be gone. */
const GIVEN: Partial<Record<CallName, (again: Again, kept: Given) => string | Answer>> = {
  addChild: (again, kept) => childOf(again, kept) ?? 'CHILD_NOT_FOUND',
  joinChild: (again, kept) => childOf(again, kept) ?? 'CODE_INVALID',
  createCertificate: ({ world }, kept) => certificateAgain(world, kept),
  linkAssistant: ({ world, me }, kept) =>
    world.links.includes(`${me?.id}/${kept['AstID']}`) ? { content: kept } : 'IDEMPOTENCY_KEY_REUSED',
};

/** What a call with a known key is answered. It may have been answered null, so that null is an outcome as any other. */
export const answerAgain = (again: Again, kept: unknown): string | Answer => {
  const { world, call } = again;
  const stands = STANDS[call.name]?.(again, kept as Certification | undefined);
  const made = call.name === 'correctCertification' ? { certID: (kept as Certification | undefined)?.id } : null;
  if (stands !== undefined) return stands === true ? { content: made } : stands || 'IDEMPOTENCY_KEY_REUSED';
  const given = GIVEN[call.name]?.(again, (kept ?? {}) as Given);
  return given ?? { content: kept === undefined ? registered(world, call) : kept };
};

/** A answers the id of an account that was registered through B, too. */
const registered = (world: World, { variant, args }: Call): unknown =>
  variant === 'B' ? null : { role: args['role'], ID: accountAt(world, String(args['email']))?.id || ID };
