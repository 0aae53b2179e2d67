import { type CallName, ID, normalEmail } from './calls.ts';
import { fitting, found, people } from './names.ts';
import type { Certification, Child, Rule, Scene, Task, World } from './world.ts';
import {
  accountAt,
  childrenOf,
  find,
  INSTANT,
  isParent,
  replace,
  trimmed,
  withCorrection,
  withLetter,
} from './world.ts';

/** A day after which every birth date lies in the future. */
const FAR_AHEAD = '2998-12-31';
const MOST_PARENTS = 6;

const comparable = (number: string): string => number.replace(/[ ./-]/g, '').toLowerCase();

const withChild = (world: World, child: Child, facts: Partial<Child>): World => ({
  ...world,
  children: replace(world.children, child, facts),
});

/** The world in which certificates of the child are revoked, and how many they are. */
const withdrawn = (
  world: World,
  { id }: Child,
  names: (disclosed: string, certified: Certification['certified']) => boolean,
) => {
  let count = 0;
  const revoked = (certification: Certification): Certification => {
    const documents = certification.documents?.map((one) => {
      if (one.revoked || !names(one.disclosed, certification.certified)) return one;
      count += 1;
      return { ...one, revoked: true };
    });
    return documents ? { ...certification, documents } : certification;
  };
  const ofTask = (task: Task): Task => ({ ...task, certifications: task.certifications.map(revoked) });
  const cases = world.cases.map((one) => (one.child === id ? { ...one, tasks: one.tasks.map(ofTask) } : one));
  return { world: { ...world, cases }, count };
};

/** How certificates that disclose so much name the child. */
const namedAs = ({ firstName, lastName }: Child, disclosed: string): string =>
  JSON.stringify([firstName, lastName].map((name) => (disclosed === 'name' ? name : [...name][0])));

/** D-30: the fields in which the child is called otherwise. */
const differing = (child: Child, now: Child): readonly string[] =>
  (['firstName', 'lastName', 'birthDate', 'number'] as const)
    .filter((name) => (child[name] ?? null) !== (now[name] ?? null))
    .map((name) => (name === 'number' ? 'socSecNum' : name));

/** D-33: the world in which one child has become another. What the other does not know, it takes from the one. */
const mergedWorld = (before: World, gone: Child, kept: Child, by: string): World => {
  const { birthDate, number, socSecNum } = gone;
  const parents = [...kept.parents, ...gone.parents.filter((one) => !kept.parents.includes(one))];
  const filled = {
    parents,
    birthDate: kept.birthDate ?? birthDate,
    ...(kept.number === undefined && { number, socSecNum }),
  };
  const merged = { ...kept, ...filled };
  const told = [gone, kept].reduce(
    (told, child) => withCorrection(told, by, differing(child, merged), (one) => one.child === child.id),
    before,
  );
  const { world } = withdrawn(told, gone, () => true);
  return {
    ...withChild(world, kept, filled),
    children: replace(world.children, kept, filled).filter(({ id }) => id !== gone.id),
    cases: world.cases.map((one) => (one.child === gone.id ? { ...one, child: kept.id } : one)),
    letters: world.letters.map((one) => (one.child === gone.id ? { ...one, live: false } : one)),
    merged: { ...world.merged, [gone.id]: kept.id },
  };
};

/** What one can tell of the audit trail from outside: each entry is of somebody whom the world knows. */
const entriesOf =
  ({ accounts }: World, { limit = '9999999' }: Scene['args']) =>
  (given: unknown): unknown => {
    const isKnown = (by: unknown) =>
      by === null ||
      accounts.some(
        ({ firstName, lastName, role }) => JSON.stringify({ firstName, lastName, role }) === JSON.stringify(by),
      );
    const isEntry = (entry: unknown): boolean => {
      const { id, at, action, by, ...more } = Object(entry);
      const isWritten = ID.test(id) && INSTANT.test(at) && /^[a-z' ]+(: .+)?$/.test(action);
      return isWritten && isKnown(by) && Object.keys(more).length === 0;
    };
    const isRight = Array.isArray(given) && given.length <= Number(limit) && given.every(isEntry);
    return isRight ? given : 'entries of the audit trail';
  };

/** What invitations are counted by. */
export const invitationKeys = ({ id }: { readonly id: string }, email: string) => [id, normalEmail(email)];

/** What the calls about children and their parents answer and change, once the caller may make them. */
export const CHILD_RULES = {
  addChild: ({ world, me, call, args }) => {
    const { birthDate, socSecNum = '' } = call.variant === 'A' ? args : {};
    if (birthDate !== undefined && birthDate > FAR_AHEAD) return 'BIRTH_DATE_IN_FUTURE';
    const number = call.variant === 'A' ? comparable(socSecNum) : undefined;
    const isKnown = world.children.some((child) => isParent(child, me) && child.socSecNum === number);
    if (number !== undefined && isKnown) return 'CHILD_KNOWN';
    const names = { firstName: trimmed(args['firstName']), lastName: trimmed(args['lastName']) };
    const told = { birthDate: birthDate?.trim() ?? null, ...(number !== undefined && { number: trimmed(socSecNum) }) };
    const facts = { ...names, ...told, socSecNum: number, parents: [me.id], addedBy: me.id };
    return {
      content: { ChildID: ID },
      next: ({ ChildID: id = '' }) => ({ ...world, children: [...world.children, { ...facts, id }] }),
    };
  },
  listOwnChildren: ({ world, me, args }) => {
    const own = world.children.filter((child) => isParent(child, me));
    return people(own, args);
  },
  listDoctorsChildren: ({ world, doctor, me, args }) => {
    const seen = childrenOf(world, doctor.id);
    if (me.role !== 'Par') return found(seen, args);
    const own = seen.filter((child) => isParent(child, me));
    return people(fitting(own, args), args);
  },
  showChild: ({ child: { id, firstName, lastName, birthDate, number } }) => {
    const socSecNum = number === undefined ? null : '*'.repeat([...number].length - 2) + [...number].slice(-2).join('');
    return { content: { id, firstName, lastName, birthDate, socSecNum } };
  },
  correctChild: ({ world, me, child, args }) => {
    const { birthDate, socSecNum } = args;
    if (birthDate !== undefined && birthDate > FAR_AHEAD) return 'BIRTH_DATE_IN_FUTURE';
    const given = {
      firstName: args['firstName'],
      lastName: args['lastName'],
      birthDate: args['birthDate'],
      number: socSecNum,
    };
    const cleared = (args['clear'] ?? '').trim().split(/\s+/);
    const changed = Object.entries(given).filter(
      ([name, value]) => value !== undefined && trimmed(value) !== child[name as keyof typeof given],
    );
    const facts: Partial<Child> = {
      ...Object.fromEntries(changed.map(([name, value]) => [name, trimmed(value)])),
      ...(cleared.includes('birthDate') && { birthDate: null }),
      ...(cleared.includes('socSecNum') && { number: undefined }),
    };
    const compared = 'number' in facts ? { socSecNum: facts.number && comparable(facts.number) } : {};
    const isKnown = (other: Child) =>
      other.id !== child.id && other.socSecNum === compared.socSecNum && isParent(other, me);
    const isRenumbered = compared.socSecNum !== undefined && compared.socSecNum !== child.socSecNum;
    if (isRenumbered && world.children.some(isKnown)) return 'CHILD_KNOWN';
    const corrected = { ...child, ...facts, ...compared };
    const isYearOtherwise = child.birthDate?.slice(0, 4) !== corrected.birthDate?.slice(0, 4);
    // Without a year of birth a certificate said nothing of it that was wrong.
    const wasOtherwise = (disclosed: string, certified: Certification['certified']) =>
      namedAs(child, disclosed) !== namedAs(corrected, disclosed) ||
      (child.birthDate !== null && isYearOtherwise && Boolean(certified?.birthDate));
    const after = withdrawn(world, child, wasOtherwise);
    const parts = differing(child, corrected);
    const told = withCorrection(after.world, me.id, parts, (one) => one.child === child.id);
    return {
      content: { withdrawn: after.count },
      parts,
      next: () => withChild(told, child, { ...facts, ...compared }),
    };
  },
  listAccess: ({ world, args }) => ({ content: entriesOf(world, args) }),
  listParents: ({ world, child }) => ({
    content: child.parents.map((id) => {
      const { firstName, lastName } = find(world.accounts, id) ?? {};
      return { firstName, lastName, id };
    }),
  }),
  inviteParent: ({ world, me, child, args: { email = '' } }) => {
    if (normalEmail(email) === me.email) return 'EMAIL_OWN';
    if (child.parents.length >= MOST_PARENTS) return 'TOO_MANY_PARENTS';
    const account = accountAt(world, email);
    const counted = invitationKeys(me, email).map((key) => [key, (world.invitations[key] ?? 0) + 1]);
    const after = { ...world, invitations: { ...world.invitations, ...Object.fromEntries(counted) } };
    // They get no code, and nobody else is told why.
    if (account && (account.role !== 'Par' || isParent(child, account))) return { content: null, next: () => after };
    const letter = { account: account?.id ?? '', purpose: 'invitation', to: normalEmail(email) } as const;
    return { content: null, next: () => withLetter(after, { ...letter, child: child.id, by: me.id }) };
  },
  joinChild: ({ world, me, args: { code = '' } }) => {
    const letter = world.letters.find(
      (one) => one.live && one.purpose === 'invitation' && one.code === code.trim().toLowerCase(),
    );
    const child = find(world.children, letter?.child);
    if (!letter || !child || letter.to !== me.email || !child.parents.includes(letter.by ?? '')) return 'CODE_INVALID';
    const used = { ...world, letters: replace(world.letters, letter, { live: false }) };
    const content = { ChildID: child.id };
    const isSame = (one: Child) =>
      one.id !== child.id && one.socSecNum !== undefined && one.socSecNum === child.socSecNum && isParent(one, me);
    const same = world.children.find(isSame);
    // What somebody else has added is left to them.
    if (same?.addedBy === me.id) {
      const merged = mergedWorld(used, same, child, me.id);
      if ((find(merged.children, child.id)?.parents.length ?? 0) > MOST_PARENTS) return 'TOO_MANY_PARENTS';
      return { content, parts: [`with ${same.id}`], next: () => merged };
    }
    if (isParent(child, me)) return { content, next: () => used };
    if (child.parents.length >= MOST_PARENTS) return 'TOO_MANY_PARENTS';
    return { content, next: () => withChild(used, child, { parents: [...child.parents, me.id] }) };
  },
  removeParent: ({ world, me, child, args: { ParID = '' } }) => {
    if (!child.parents.includes(ParID)) return 'PARENT_NOT_FOUND';
    if (ParID !== me.id && child.addedBy !== me.id) return 'ROLE_NOT_ALLOWED';
    if (child.parents.length === 1) return 'LAST_PARENT';
    const parents = child.parents.filter((one) => one !== ParID);
    const to = find(world.accounts, ParID)?.email;
    const letters = world.letters.map((one) =>
      one.child === child.id && (one.to === to || one.by === ParID) ? { ...one, live: false } : one,
    );
    // Who joins again has not added the child.
    const addedBy = child.addedBy === ParID ? '' : child.addedBy;
    return { content: null, next: () => ({ ...withChild(world, child, { parents, addedBy }), letters }) };
  },
} as const satisfies Partial<Record<CallName, Rule>>;
