import type { Call, CallName, Variant } from './calls.ts';
import type { Player } from './player.ts';
import { type Account, find, type Role } from './world.ts';

export const PASSWORD = 'vT9#mossy-lantern';
export const UNKNOWN_ID = '01939f00-0000-7000-8000-000000000000';

type WhoLogsIn = Pick<Account, 'email' | 'password' | 'factor'>;
export const logIn = (player: Player, { email, password, factor }: WhoLogsIn, variant: Variant) =>
  player.play({ name: 'logIn', variant, args: { email, password, otp: recoveryCodeOf(factor) } });

/** A recovery code that was not used yet, where the account has a second factor. */
export const recoveryCodeOf = (factor: Account['factor']): string | undefined =>
  factor?.isOn ? factor.recoveryCodes[0] : undefined;

export type Standing = 'participant' | 'neighbour' | 'stranger';
export const ROLES: readonly Role[] = ['Doc', 'Ast', 'Par'];
export const STANDINGS: readonly Standing[] = ['participant', 'neighbour', 'stranger'];
/** D-41: who stands in for the participants' doctor: now, on coming days, and on days that are over. */
const DEPUTIES = { 'Doc deputy': 'now', 'Doc coming': 'coming', 'Doc returned': 'over' } as const;
export const isOfCover = (who: string): boolean => who in DEPUTIES;
/** Besides: the second parent of the participants' child, those who had a part in it, and in a case, formerly, and deputies. */
export const OTHERS = [
  ...(['Par second', 'Par former', 'Doc former', 'Ast former'] as const),
  ...(Object.keys(DEPUTIES) as (keyof typeof DEPUTIES)[]),
] as const;
/** Who cannot log in any more: a doctor with a case of the participants' child, and an assistant of two doctors. */
export const LEAVERS = ['Doc left', 'Ast left'] as const;
/** The ids of the accounts, by role and standing. */
export type Cast = Readonly<
  Record<`${Role} ${Standing}` | 'Ast shared' | (typeof OTHERS)[number] | (typeof LEAVERS)[number], string>
>;
/** A world with a cast, in which calls are played one after another. `nth` makes what is new differ from the rest. */
export type Stage = { readonly player: Player; readonly cast: Cast; readonly variant: Variant; nth: number };

/** The account's call, with its latest session. */
export const callBy = (player: Player, id: string, call: Omit<Call, 'session'>): Call => ({
  ...call,
  session: find(player.world().accounts, id)?.sessions.at(-1),
});

export const arrive = async (player: Player, variant: Variant, role: Role, email: string): Promise<string> => {
  const names = { firstName: `${role} ${player.world().accounts.length}`, lastName: 'Jansen' };
  await player.play({ name: 'registerAccount', variant, args: { ...names, email, role, password: PASSWORD } });
  await logIn(player, { email, password: PASSWORD }, variant);
  // In variant B, only this tells the id.
  const session = player.world().accounts.at(-1)?.sessions.at(-1);
  await player.play({ name: 'describeAccount', variant, session, args: {} });
  return player.world().accounts.at(-1)?.id ?? '';
};

/** A parent of the child invites another, who joins. */
export const share = async (player: Player, variant: Variant, ChildID: string, parent: string, joining: string) => {
  const { email } = find(player.world().accounts, joining) ?? {};
  await player.play(callBy(player, parent, { name: 'inviteParent', variant, args: { ChildID, email } }));
  await player.readMails(joining);
  const { code } =
    player.world().letters.findLast(({ account, child }) => account === joining && child === ChildID) ?? {};
  await player.play(callBy(player, joining, { name: 'joinChild', variant, args: { code } }));
};

/**
 * Three practices, the first two of which share an assistant; an assistant who left the first for the second; three
 * families, the second also in the first practice, and the third in the other two. The participants' child has a second
 * parent, and had a third, who left; one of its cases was handed over by a fourth practice, and one is with a doctor who
 * cannot log in any more.
 */
export const createStage = async (player: Player, variant: Variant, host: string): Promise<Stage> => {
  const cast: Record<string, string> = {};
  const standings = ROLES.flatMap((role) => STANDINGS.map((standing) => `${role} ${standing}`));
  for (const who of [...standings, 'Ast shared', ...OTHERS, ...LEAVERS]) {
    const email = `${who.replace(' ', '.')}@${host}`.toLowerCase();
    cast[who] = await arrive(player, variant, who.slice(0, 3) as Role, email);
  }
  const id = (name: string): string => cast[name] ?? '';
  const by = (name: string, call: Omit<Call, 'session' | 'variant'>, through = variant) =>
    player.play(callBy(player, id(name), { ...call, variant: through }));
  for (const [doctor, assistant] of LINKS) {
    const email = find(player.world().accounts, id(assistant))?.email;
    await by(doctor, { name: 'linkAssistant', args: { id: id(doctor), email } });
  }
  for (const [deputy, when] of Object.entries(DEPUTIES)) await player.cover(id('Doc participant'), id(deputy), when);
  const left = { id: id('Doc participant'), AstID: id('Ast neighbour') };
  await by('Doc participant', { name: 'unlinkAssistant', args: left });
  for (const [parent, ...doctors] of FAMILIES) {
    const child = { firstName: 'Ada', lastName: 'Jansen', birthDate: '2019-02-28', socSecNum: '756.1' };
    await by(parent, { name: 'addChild', args: child });
    for (const doctor of doctors) {
      const ChildID = player.world().children.at(-1)?.id;
      await by(parent, { name: 'openCase', args: { ChildID, DocID: id(doctor), title: 'Asthma' } });
    }
  }
  const [{ id: ChildID = '' } = {}] = player.world().children;
  for (const who of ['Par second', 'Par former']) {
    await share(player, variant, ChildID, id('Par participant'), id(who));
  }
  await by('Par former', { name: 'removeParent', args: { ChildID, ParID: id('Par former') } });
  const opened = { ChildID, DocID: id('Doc former'), title: 'Eczema' };
  await by('Par participant', { name: 'openCase', args: opened });
  await handOver(player, id('Doc former'), id('Doc participant'));
  const kept = { ChildID, DocID: id('Doc left'), title: 'Hay fever' };
  await by('Par participant', { name: 'openCase', args: kept });
  await closeTask(player, id('Doc left'));
  for (const who of LEAVERS) await player.leave(id(who));
  return { player, cast: cast as Cast, variant, nth: 0 };
};

/** The doctor of the newest case adds a task to it and closes it. Answers how the doctor makes a call about the case. */
const closeTask = async (player: Player, doctor: string) => {
  const newest = () => player.world().cases.at(-1);
  const { id } = newest() ?? {};
  const by = (name: CallName, args: Call['args']) => player.play(callBy(player, doctor, { name, variant: 'A', args }));
  await by('addTask', { id, title: 'Measure' });
  await by('closeTask', { id: newest()?.tasks.at(-1)?.id });
  return (name: CallName, args: Call['args']) => by(name, { ...args, id });
};

/** The doctor of the newest case hands it over to another, with a certification that is requested. */
export const handOver = async (player: Player, doctor: string, DocID: string): Promise<void> => {
  const by = await closeTask(player, doctor);
  await by('requestCertification', {});
  await by('handOverCase', { DocID });
};

const LINKS = [
  ['Doc participant', 'Ast shared'],
  ['Doc neighbour', 'Ast shared'],
  ['Doc participant', 'Ast participant'],
  ['Doc participant', 'Ast neighbour'],
  ['Doc neighbour', 'Ast neighbour'],
  ['Doc stranger', 'Ast stranger'],
  ['Doc former', 'Ast former'],
  // Who assists a deputy gets no part by it.
  ['Doc deputy', 'Ast stranger'],
  ['Doc left', 'Ast participant'],
  ['Doc participant', 'Ast left'],
  ['Doc left', 'Ast left'],
] as const;
const FAMILIES = [
  ['Par participant', 'Doc participant'],
  ['Par neighbour', 'Doc participant'],
  ['Par stranger', 'Doc neighbour', 'Doc stranger'],
] as const;
