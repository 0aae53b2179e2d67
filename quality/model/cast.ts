import type { Call, Variant } from './calls.ts';
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
/** The ids of the accounts, by role and standing. */
export type Cast = Readonly<Record<`${Role} ${Standing}` | 'Ast shared', string>>;
/** A world with a cast, in which calls are played one after another. `nth` makes what is new differ from the rest. */
export type Stage = { readonly player: Player; readonly cast: Cast; readonly variant: Variant; nth: number };

/** The account's call, with its latest session. */
export const callBy = (player: Player, id: string, call: Omit<Call, 'session'>): Call => ({
  ...call,
  session: find(player.world().accounts, id)?.sessions.at(-1),
});

/**
 * Three practices, the first two of which share an assistant; an assistant who left the first for the second; three
 * families, the second also in the first practice, and the third in the other two.
 */
export const createStage = async (player: Player, variant: Variant, host: string): Promise<Stage> => {
  const cast: Record<string, string> = {};
  for (const role of ROLES) {
    for (const standing of [...STANDINGS, ...(role === 'Ast' ? ['shared'] : [])]) {
      const email = `${role}.${standing}@${host}`.toLowerCase();
      const names = { firstName: `${role} ${player.world().accounts.length}`, lastName: 'Jansen' };
      await player.play({ name: 'registerAccount', variant, args: { ...names, email, role, password: PASSWORD } });
      await logIn(player, { email, password: PASSWORD }, variant);
      // In variant B, only this tells the id.
      const session = player.world().accounts.at(-1)?.sessions.at(-1);
      await player.play({ name: 'describeAccount', variant, session, args: {} });
      cast[`${role} ${standing}`] = player.world().accounts.at(-1)?.id ?? '';
    }
  }
  const id = (name: string): string => cast[name] ?? '';
  const by = (name: string, call: Omit<Call, 'session' | 'variant'>) =>
    player.play(callBy(player, id(name), { ...call, variant }));
  for (const [doctor, assistant] of LINKS) {
    const email = find(player.world().accounts, id(assistant))?.email;
    await by(doctor, { name: 'linkAssistant', args: { id: id(doctor), email } });
  }
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
  return { player, cast: cast as Cast, variant, nth: 0 };
};

const LINKS = [
  ['Doc participant', 'Ast shared'],
  ['Doc neighbour', 'Ast shared'],
  ['Doc participant', 'Ast participant'],
  ['Doc participant', 'Ast neighbour'],
  ['Doc neighbour', 'Ast neighbour'],
  ['Doc stranger', 'Ast stranger'],
] as const;
const FAMILIES = [
  ['Par participant', 'Doc participant'],
  ['Par neighbour', 'Doc participant'],
  ['Par stranger', 'Doc neighbour', 'Doc stranger'],
] as const;
