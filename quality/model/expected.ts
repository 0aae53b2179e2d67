import { ACCOUNT_RULES } from './account-rules.ts';
import type { Call, CallName } from './calls.ts';
import { CALLS, hasInvalidField, ID, isMissing, LOGIN_ID, normalEmail, requestOf, wireOf } from './calls.ts';
import { CASE_RULES } from './case-rules.ts';
import { CHILD_RULES, invitationKeys } from './child-rules.ts';
import { answerAgain, keptOf } from './idempotency.ts';
import { PEOPLE_RULES } from './people-rules.ts';
import type { Account, Case, Given, Rule, Scene, World } from './world.ts';
import { accountAt, find, isParent, keepsIssued, takesPart, withAccount, worksFor } from './world.ts';

const RULES: Readonly<Record<CallName, Rule>> = {
  ...ACCOUNT_RULES,
  ...PEOPLE_RULES,
  ...CHILD_RULES,
  ...CASE_RULES,
};

/** What a call must be answered. `next` makes the world after it, from the content of the reply. */
export type Expected = {
  readonly refused?: string | undefined;
  readonly content?: unknown;
  /** The action of the record in the audit trail, if the call leaves one. */
  readonly record?: string | undefined;
  readonly next: (given: unknown) => World;
};

/** What the service must answer to a call, and the world after it. */
export const expectedOf = (before: World, call: Call): Expected => {
  const refused = refusalOfRequest(before, call);
  const me = callerOf(before, call);
  const throttled = refused === undefined && me && isThrottled(before, call, me) ? 'THROTTLED' : undefined;
  if (refused ?? throttled) return { refused: refused ?? throttled, next: () => before };
  return admitted(before, call, me);
};

const admitted = (world: World, call: Call, me: Account | undefined): Expected => {
  const unchanged = () => world;
  const scope = scopeOf(call, me);
  const known = world.keyed[scope];
  if (known && known.request !== requestOf(call)) return { refused: 'IDEMPOTENCY_KEY_REUSED', next: unchanged };
  if (known) {
    const again = answerAgain({ world, call, me, sceneOf }, known.content);
    return typeof again === 'string' ? { refused: again, next: unchanged } : { ...again, next: unchanged };
  }
  const scene = sceneOf(world, call, me);
  const outcome = typeof scene === 'string' ? scene : RULES[call.name](scene);
  const { record } = CALLS[call.name];
  if (typeof outcome === 'string')
    return { refused: outcome, record, next: () => afterRefusal(world, call, outcome, me) };
  const { content, parts = [], next = unchanged } = outcome;
  const added = parts.length > 0 ? `${record}: ${parts.join(', ')}` : record;
  return { content, record: added, next: (given) => keep(next((given ?? {}) as Given), call, scope, given) };
};

const callerOf = ({ accounts }: World, { session, bearer }: Call): Account | undefined => {
  const token = session ?? bearer;
  return accounts.find(({ sessions }) => token !== undefined && sessions.includes(token));
};

/** Where the outcome of a call with a key is kept; the empty text if it is not. */
const scopeOf = ({ name, args, key }: Call, me: Account | undefined): string =>
  key !== undefined && CALLS[name].keyed ? `${me?.id ?? normalEmail(String(args['email']))}/${key}` : '';

const keep = (world: World, call: Call, scope: string, given: unknown): World => {
  if (scope === '') return world;
  const kept = { request: requestOf(call), content: keptOf(world, call, given) };
  return { ...world, keyed: { ...world.keyed, [scope]: kept } };
};

const NOT_FOUND = {
  anyone: '',
  nothing: '',
  doctor: 'DOCTOR_NOT_FOUND',
  child: 'CHILD_NOT_FOUND',
  case: 'CASE_NOT_FOUND',
  task: 'TASK_NOT_FOUND',
  'case or task': 'CASE_NOT_FOUND',
} as const;

/** What stands in a path, and how another text is refused there. */
const SEGMENTS: readonly (readonly [name: string, pattern: RegExp, refused?: string])[] = [
  ['id', ID],
  ['ChildID', ID, 'CHILD_NOT_FOUND'],
  ['ParID', ID, 'PARENT_NOT_FOUND'],
  ['LoginID', LOGIN_ID, 'LOGIN_NOT_FOUND'],
  ['AstID', ID, 'ASSISTANT_NOT_FOUND'],
];

/** P-01: from the outside in. */
const refusalOfRequest = (world: World, call: Call): string | undefined => {
  const { about } = CALLS[call.name];
  const wire = wireOf(call);
  if (!wire) return 'PATH_NOT_FOUND';
  if (call.method !== undefined && call.method !== 'QUERY') return 'METHOD_NOT_ALLOWED';
  if (call.raw !== undefined) return 'MALFORMED_JSON';
  const session = about === 'anyone' ? undefined : refusalOfSession(world, call);
  if (session !== undefined) return session;
  const [, path = ''] = wire;
  const wrong = SEGMENTS.find(
    ([name, pattern]) => path.includes(`/:${name}`) && !pattern.test(String(call.args[name])),
  );
  if (wrong) return wrong[2] ?? NOT_FOUND[about];
  return hasInvalidField(call) ? 'FIELDS_INVALID' : undefined;
};

/** D-05, D-09: whatever is wrong with a session, it is the same refusal. */
const refusalOfSession = (world: World, call: Call): string | undefined => {
  const { session, bearer } = call;
  if (session !== undefined && bearer !== undefined && session !== bearer) return 'SESSION_AMBIGUOUS';
  if (session === undefined && bearer === undefined) return 'SESSION_MISSING';
  return callerOf(world, call) ? undefined : 'SESSION_INVALID';
};

/** What the call is about, if the caller may know of it and may make the call (D-23). */
const sceneOf = (world: World, call: Call, me: Account | undefined): Scene | string => {
  const { about, may } = CALLS[call.name];
  const args = Object.fromEntries(Object.entries(call.args).filter(([, value]) => !isMissing(value))) as Scene['args'];
  const scene = { world, call, args, me } as Scene;
  if (!me) return scene;
  const found =
    about === 'nothing'
      ? {}
      : about === 'doctor'
        ? ofDoctor(scene)
        : about === 'child'
          ? ofChild(scene)
          : ofCase(scene);
  if (typeof found === 'string') return found;
  return may[me.role] === 'no' ? 'ROLE_NOT_ALLOWED' : { ...scene, ...found };
};

type Found = Partial<Scene> | string;

const ALONE: readonly CallName[] = ['linkAssistant', 'unlinkAssistant'];

const ofDoctor = ({ world, call, me, args: { DocID, id } }: Scene): Found => {
  const doctor = find(world.accounts, DocID ?? id);
  // Whoever is chosen must be able to log in.
  if (doctor?.role !== 'Doc' || (DocID !== undefined && doctor.hasLeft)) return 'DOCTOR_NOT_FOUND';
  const isOwn = CALLS[call.name].may[me.role] === 'own';
  // D-41: a deputy names no assistants.
  const works = ALONE.includes(call.name) ? me.id === doctor.id : worksFor(world, me, doctor.id);
  return isOwn && !works ? 'ROLE_NOT_ALLOWED' : { doctor };
};

/** Whoever is no parent is told so first. */
const ofChild = ({ world, me, args: { ChildID } }: Scene): Found => {
  const child = find(world.children, ChildID);
  if (me.role !== 'Par') return 'ROLE_NOT_ALLOWED';
  return child && isParent(child, me) ? { child } : 'CHILD_NOT_FOUND';
};

/** D-32: what a doctor may do with a certification of a task in a case that is another doctor's by now. */
const OF_ISSUER: readonly CallName[] = ['checkCertification', 'revokeCertification', 'confirmCertification'];

const ofCase = ({ world, call, me, args: { id, TaskID } }: Scene): Found => {
  const { about } = CALLS[call.name];
  const isMeant = (one: Case) =>
    (about !== 'task' && one.id === id) || (about !== 'case' && one.tasks.some((task) => task.id === id));
  const found = world.cases.find(isMeant);
  if (!found) return NOT_FOUND[about];
  const task = find(found.tasks, id);
  const isKept = OF_ISSUER.includes(call.name) && keepsIssued(me, task ?? find(found.tasks, TaskID));
  if (!isKept && !takesPart(world, me, found)) return NOT_FOUND[about];
  return { case: found, ...(task && { task }) };
};

/** P-07: how many addresses without an assistant a doctor may name. No world is played for as long. */
const MISSES_PER_HOUR = 10;
/** D-33: invitations of an account, or to an address, and wrong codes of an account. */
const INVITATIONS_PER_HOUR = 20;
const GUESSES_PER_DAY = 20;

const isThrottled = ({ invitations }: World, call: Call, me: Account): boolean => {
  if (call.name === 'linkAssistant') return me.misses >= MISSES_PER_HOUR;
  if (call.name === 'joinChild') return me.guesses >= GUESSES_PER_DAY;
  const isFull = (key: string) => (invitations[key] ?? 0) >= INVITATIONS_PER_HOUR;
  return call.name === 'inviteParent' && invitationKeys(me, String(call.args['email'])).some(isFull);
};

/** P-07 counts these, and wrong passwords and second factors. */
const afterRefusal = (world: World, { name, args }: Call, refused: string, me: Account | undefined): World => {
  if (name === 'linkAssistant' && me && refused === 'ASSISTANT_NOT_FOUND')
    return withAccount(world, me, { misses: me.misses + 1 });
  if (name === 'joinChild' && me && refused === 'CODE_INVALID')
    return withAccount(world, me, { guesses: me.guesses + 1 });
  const account = refused === 'CREDENTIALS_WRONG' ? accountAt(world, String(args['email'])) : me;
  const counted = ['CREDENTIALS_WRONG', 'PASSWORD_WRONG', ...(name === 'removeFactor' ? ['CODE_INVALID'] : [])];
  if (!account || !counted.includes(refused)) return world;
  return withAccount(world, account, { failures: account.failures + 1 });
};
