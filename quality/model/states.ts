import { CALLS, type CallName } from './calls.ts';
import { arrive, type Cast, callBy, handOver, logIn, recoveryCodeOf, type Stage, share } from './cast.ts';
import { oneTimePassword } from './one-time-password.ts';
import {
  type Account,
  type Case,
  type Certification,
  type Child,
  find,
  type Identity,
  isParent,
  isSameChild,
  type Letter,
  loginIdOf,
  newest,
  type World,
} from './world.ts';

export type Args = Readonly<Record<string, unknown>>;

const ISSUED = ['addTask', 'closeTask', 'requestCertification', 'issueCertification'] as const;

/**
 * The calls that lead a case of the participants to a state, one after another. The last open task is closed. The first
 * is a state in which a certification can be requested, so that a call can be answered again.
 */
export const STATES: Readonly<Record<string, readonly CallName[]>> = {
  'with closed task': ['addTask', 'closeTask'],
  'without task': [],
  'with open task': ['addTask'],
  'with two tasks, the first closed last': ['addTask', 'addTask', 'closeTask', 'closeTask'],
  finished: ['finishCase'],
  requested: ['addTask', 'closeTask', 'requestCertification'],
  issued: ISSUED,
  rejected: ['addTask', 'closeTask', 'requestCertification', 'rejectCertification'],
  revoked: [...ISSUED, 'revokeCertification'],
  'handed over': [],
  'to confirm': ISSUED,
  // By the former doctor.
  'issued elsewhere': ISSUED,
  'to confirm elsewhere': ISSUED,
};

export const HANDED_OVER = 'handed over';

/** Of the newest certification, by whom it was issued and whether its child is called otherwise by now (D-30). */
const issuedState = ({ children }: World, { child, doctor }: Case, { issuedBy, certified }: Certification): string => {
  const isSame = certified !== undefined && isSameChild(find(children, child) as Child, certified);
  return `${isSame ? 'issued' : 'to confirm'}${issuedBy === doctor ? '' : ' elsewhere'}`;
};

const stateOf = (world: World, one: Case): string => {
  const { finished, tasks, lastClosed, events } = one;
  const task = tasks.at(-1);
  const last = task && newest(task);
  if (last?.status === 'issued' && !finished) return issuedState(world, one, last);
  if (events.some(({ action }) => action === 'case handed over')) {
    return last?.status === 'requested' ? HANDED_OVER : 'later';
  }
  if (tasks.length === 2 && lastClosed === tasks[0]?.id) return 'with two tasks, the first closed last';
  if (finished) return 'finished';
  if (!task) return 'without task';
  return task.closed ? (last?.status ?? 'with closed task') : 'with open task';
};

const childOf = ({ player, cast }: Stage, who: keyof Cast): string | undefined =>
  player.world().children.find((child) => isParent(child, { id: cast[who] }))?.id;

/** The participants' case in the state: one that is there, or a new one. */
const caseIn = async (stage: Stage, state: string): Promise<Case> => {
  const { player, cast } = stage;
  const { 'Doc participant': doctor, 'Par participant': parent } = cast;
  const child = childOf(stage, 'Par participant');
  const play = (by: string, name: CallName, args: Args) =>
    player.play(callBy(player, by, { name, variant: 'A', args }));
  const fits = (one: Case) => one.child === child && one.doctor === doctor && stateOf(player.world(), one) === state;
  const found = player.world().cases.findLast(fits);
  if (found) return found;
  const former = cast['Doc former'];
  const first = state === HANDED_OVER || state.endsWith('elsewhere') ? former : doctor;
  await play(parent, 'openCase', { ChildID: child, DocID: first, title: 'Asthma' });
  if (state === HANDED_OVER) await handOver(player, former, doctor);
  const { id: caseId = '' } = player.world().cases.at(-1) ?? {};
  for (const name of STATES[state] ?? []) {
    const task = find(player.world().cases, caseId)?.tasks.findLast(({ closed }) => !closed)?.id;
    await play(first, name, { id: name === 'closeTask' ? task : caseId, title: 'Measure', reason: 'Seen again' });
  }
  if (state.endsWith('elsewhere')) await play(parent, 'handOverCase', { id: caseId, DocID: doctor });
  if (state.startsWith('to confirm'))
    await play(parent, 'correctChild', { ChildID: child, lastName: `Jansen ${caseId}` });
  return find(player.world().cases, caseId) as Case;
};

const accountOf = ({ player, cast }: Stage, who: keyof Cast): Account =>
  find(player.world().accounts, cast[who]) as Account;

/** A call by the account, which logs in first if it has no session and needs one. */
const playBy = async (stage: Stage, who: keyof Cast, name: CallName, args: Args): Promise<void> => {
  const { player, cast, variant } = stage;
  if (CALLS[name].about === 'anyone') return void (await player.play({ name, variant, args }));
  if (accountOf(stage, who).sessions.length === 0) await logIn(player, accountOf(stage, who), variant);
  await player.play(callBy(player, cast[who], { name, variant, args }));
};

/** With fewer recovery codes an account gets new ones, so that there are some left whenever it logs in. */
const ENOUGH_CODES = 8;

/** A recovery code of the account, which has a second factor then. */
export const recoveryCode = async (stage: Stage, who: keyof Cast): Promise<string> => {
  const factor = () => accountOf(stage, who).factor;
  const { password } = accountOf(stage, who);
  if (!factor()?.isOn || (factor()?.recoveryCodes.length ?? 0) < ENOUGH_CODES) {
    if (factor()?.isOn) await playBy(stage, who, 'removeFactor', { password, otp: recoveryCodeOf(factor()) });
    await playBy(stage, who, 'offerFactor', { password });
    await playBy(stage, who, 'confirmFactor', { otp: oneTimePassword(factor()?.secret ?? '') });
  }
  return recoveryCodeOf(factor()) ?? 'none';
};

/** The code in the newest mail to the account for a purpose. Resets are throttled, so one that was asked for will do. */
const mailedCode = async (stage: Stage, who: keyof Cast, purpose: Letter['purpose'], to?: string) => {
  const { player, cast } = stage;
  const newest = () => player.world().letters.findLast((one) => one.account === cast[who] && one.purpose === purpose);
  // Mails that are on their way at once may come in any order, and the last replaces the codes of the others.
  await player.readMails(cast[who]);
  const known = newest();
  if (purpose === 'reset' && known?.live) return known.code;
  const { email, password } = accountOf(stage, who);
  const fresh = `moved.${player.world().letters.length}.${email.replace(/^moved\.\d+\./, '')}`;
  if (purpose === 'reset') await playBy(stage, who, 'requestReset', { email });
  else await playBy(stage, who, 'changeEmail', { email: to ?? fresh, password });
  await player.readMails(cast[who]);
  return newest()?.code;
};

type Parent = Extract<keyof Cast, `Par ${string}`>;
const PARENTS: readonly Parent[] = ['Par participant', 'Par neighbour', 'Par stranger', 'Par second', 'Par former'];

export const newChild = async (stage: Stage, who: Parent, more: Args = {}): Promise<string> => {
  const { player } = stage;
  const { length } = player.world().children;
  const facts = {
    firstName: 'Mia',
    lastName: 'Jansen',
    birthDate: '2019-02-28',
    socSecNum: `757.${length}.9`,
    ...more,
  };
  await playBy(stage, who, 'addChild', facts);
  return player.world().children.at(-1)?.id ?? '';
};

/** Who has sent the fewest invitations. */
const whoInvites = ({ player, cast }: Stage, ...but: readonly (keyof Cast | undefined)[]): Parent => {
  const sent = (parent: Parent) => player.world().invitations[cast[parent]] ?? 0;
  const [inviting = 'Par former'] = PARENTS.filter((one) => !but.includes(one)).toSorted(
    (one, other) => sent(one) - sent(other),
  );
  return inviting;
};

/** The code of an invitation that the account got, and did not use: to a child whose number is the one given, if any. */
const joinCode = async (stage: Stage, who: keyof Cast, more: Args = {}, but?: Parent): Promise<string | undefined> => {
  const { player, cast } = stage;
  // No other account is sent one.
  if (!who.startsWith('Par')) return wrongCode(stage);
  const { email } = accountOf(stage, who);
  const isOpen = ({ purpose, to, live, code, child }: Letter) =>
    purpose === 'invitation' && to === email && live && code !== undefined && find(player.world().children, child);
  const known = more['socSecNum'] === undefined && player.world().letters.find(isOpen);
  if (known) return known.code;
  const inviting = whoInvites(stage, who, but);
  const ChildID = await newChild(stage, inviting, more);
  await playBy(stage, inviting, 'inviteParent', { ChildID, email });
  await player.readMails(cast[who]);
  return player.world().letters.findLast(isOpen)?.code;
};

/** Of a child of which the caller is a parent already, by another entry with a case, which the caller has added, or another. */
const joinCodeOfSame = async (stage: Stage, who: keyof Cast, isOwn: boolean): Promise<string | undefined> => {
  const { player, cast, variant } = stage;
  if (!who.startsWith('Par')) return wrongCode(stage);
  const added = isOwn ? (who as Parent) : whoInvites(stage, who);
  const socSecNum = `758.${player.world().children.length}`;
  const ChildID = await newChild({ ...stage, variant: 'A' }, added, { socSecNum });
  await playBy(stage, added, 'openCase', { ChildID, DocID: cast['Doc stranger'], title: 'Asthma' });
  if (!isOwn) await share(player, variant, ChildID, cast[added], cast[who]);
  const spelled = socSecNum.replace('.', '-');
  return joinCode({ ...stage, variant: 'A' }, who, { socSecNum: spelled, birthDate: '2019-03-01' }, added);
};

const childWith = ({ player, cast }: Stage, added: Parent, fits: (child: Child) => boolean): Child | undefined =>
  player.world().children.findLast((child) => child.addedBy === cast[added] && fits(child));

/** A child that the second parent has added, with the participant as second. */
export const sharedChild = async (stage: Stage): Promise<string> => {
  const { player, cast, variant } = stage;
  const parent = cast['Par participant'];
  const found = childWith(stage, 'Par second', ({ parents }) => parents.length === 2 && parents.includes(parent));
  if (found) return found.id;
  const id = await newChild(stage, 'Par second');
  await share(player, variant, id, cast['Par second'], parent);
  return id;
};

/** A child with six parents. */
const fullChild = async (stage: Stage): Promise<string> => {
  const { player, cast, variant } = stage;
  const found = childWith(stage, 'Par former', ({ parents }) => parents.length === 6);
  if (found) return found.id;
  const id = await newChild(stage, 'Par former');
  const [, host] = accountOf(stage, 'Par former').email.split('@');
  const crowd: string[] = [];
  while (crowd.length < 3) {
    crowd.push(await arrive(player, variant, 'Par', `crowd.${player.world().accounts.length}@${host}`));
  }
  for (const joining of [cast['Par participant'], cast['Par second'], ...crowd]) {
    await share(player, variant, id, cast['Par former'], joining);
  }
  return id;
};

/** Each another, as the tries with one code are counted. */
const wrongCode = ({ nth, variant }: Stage): string | undefined =>
  `${variant}${String(nth).padStart(31, '0')}`.toLowerCase().match(/.{4}/g)?.join('-');

/** What a field can name, by the first word of a choice. Other texts stand for themselves. `who`: the caller. */
const NAMED: Readonly<Record<string, (stage: Stage, what: string, who: keyof Cast) => unknown>> = {
  login: (stage, who) => loginIdOf(accountOf(stage, who as keyof Cast).sessions.at(-1) ?? ''),
  password: (stage, who) => accountOf(stage, who as keyof Cast).password,
  'recovery-code': (stage, what, who) => recoveryCode(stage, (what || who) as keyof Cast),
  'one-time-password': (stage, _, who) => {
    const { factor } = accountOf(stage, who);
    return factor ? oneTimePassword(factor.secret) : 'none';
  },
  'no-otp': async (stage, what, who) => {
    await recoveryCode(stage, (what || who) as keyof Cast);
    return ' ';
  },
  'wrong-otp': async (stage, what, who) => {
    const whose = (what || who) as keyof Cast;
    await recoveryCode(stage, whose);
    // Before more wrong ones would be throttled.
    if (accountOf(stage, whose).failures > 2) await logIn(stage.player, accountOf(stage, whose), stage.variant);
    return 'wrong';
  },
  'wrong-code': wrongCode,
  'reset-code': async (stage, _, who) => (await mailedCode(stage, who, 'reset')) ?? wrongCode(stage),
  'address-code': async (stage, what, who) =>
    (await mailedCode(stage, (what || who) as keyof Cast, 'address')) ?? wrongCode(stage),
  'taken-address-code': async (stage, taker, who) => {
    const { email } = accountOf(stage, taker as keyof Cast);
    return (await mailedCode(stage, who, 'address', email)) ?? wrongCode(stage);
  },
  'used-code': (stage, _, who) => {
    const isUsed = ({ account, live, code }: Letter) => account === stage.cast[who] && !live && code !== undefined;
    return stage.player.world().letters.findLast(isUsed)?.code ?? wrongCode(stage);
  },
  'join-code': (stage, what, who) => joinCode(stage, (what || who) as keyof Cast),
  'join-code-of-same': (stage, _, who) => joinCodeOfSame(stage, who, true),
  'join-code-of-shared': (stage, _, who) => joinCodeOfSame(stage, who, false),
  'used-join-code': (stage, _, who) => {
    const isUsed = ({ account, purpose, live, code }: Letter) =>
      account === stage.cast[who] && purpose === 'invitation' && !live && code !== undefined;
    return stage.player.world().letters.findLast(isUsed)?.code ?? wrongCode(stage);
  },
  'shared-child': sharedChild,
  'full-child': fullChild,
  // Another child of the parent's, in another spelling.
  'other-number': async (stage, who) => {
    const others = () => {
      const own = stage.player.world().children.filter((child) => isParent(child, { id: stage.cast[who as Parent] }));
      return own.slice(1).flatMap(({ number }) => number ?? []);
    };
    if (others().length === 0) await newChild({ ...stage, variant: 'A' }, who as Parent);
    return others().at(-1)?.replaceAll('.', '-');
  },
  account: ({ cast }, who) => cast[who as keyof Cast],
  email: ({ cast, player }, who) => find(player.world().accounts, cast[who as keyof Cast])?.email,
  child: (stage, who) => childOf(stage, who as keyof Cast),
  seen: (stage, name) => {
    const child = find(stage.player.world().children, childOf(stage, 'Par participant'));
    return child?.[name as keyof Identity] ?? ' ';
  },
  case: async (stage, state) => (await caseIn(stage, state)).id,
  // With a closed task, for which nothing was requested.
  'case-of-leaver': ({ player, cast }) => player.world().cases.find(({ doctor }) => doctor === cast['Doc left'])?.id,
  task: async (stage, state) => (await caseIn(stage, state)).tasks.at(-1)?.id,
  'task-or-case': async (stage, state, who) =>
    (await NAMED['task']?.(stage, state, who)) ?? (await caseIn(stage, state)).id,
  'other-spelling': (stage, who) => ` ${accountOf(stage, who as keyof Cast).email.toUpperCase()}`,
  'new-email': ({ nth, variant }) => `nobody.${nth}.${variant}@example.org`,
  'neighbours-task': async (stage) => {
    const { cast, player } = stage;
    const theirs = () => player.world().cases.find(({ child }) => child === childOf(stage, 'Par neighbour'));
    const args = { id: theirs()?.id, title: 'Measure' };
    const add = callBy(player, cast['Doc participant'], { name: 'addTask', variant: 'A', args });
    if (theirs()?.tasks.length === 0) await player.play(add);
    return theirs()?.tasks[0]?.id;
  },
};

/** Fields by their names. They are resolved as late as possible, since the cells before change the world. */
export type Choice = Readonly<Record<string, string>>;
export const resolve = async (stage: Stage, choice: Choice, who: keyof Cast): Promise<Args> => {
  const args: Record<string, unknown> = {};
  for (const [field, text] of Object.entries(choice)) {
    const [, kind = '', what = ''] = /^(\S+) ?(.*)$/s.exec(text) ?? [];
    args[field] = NAMED[kind] ? await NAMED[kind](stage, what, who) : text;
  }
  return args;
};
