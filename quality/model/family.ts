import { CALLS, type Call, type CallName, type Variant } from './calls.ts';
import { callBy, type Stage, UNKNOWN_ID } from './cast.ts';
import { callOf } from './cells.ts';
import { newChild, sharedChild } from './states.ts';
import { accountAt, type Child, find, isParent, type World } from './world.ts';

/** Numbers that say who makes the call and what about, by what exists then. */
export type FamilyDraw = {
  readonly name: CallName;
  readonly variant: Variant;
  readonly by: number;
  readonly about: number;
};

/** What changes who the parents of a child are (D-33), and what parents do at the same time. */
export const OF_FAMILY: readonly CallName[] = [
  ...Array<CallName>(4).fill('joinChild'),
  ...Array<CallName>(4).fill('removeParent'),
  ...(['inviteParent', 'correctChild', 'openCase', 'requestCertification', 'handOverCase'] as const),
];

const PARENTS = ['Par participant', 'Par second', 'Par former'] as const;
type Parent = (typeof PARENTS)[number];

/** The service throttles more than 20 an hour or a day. A world stays below, so it does not matter how long it takes. */
const MOST = 15;
const hasRoom = ({ invitations, accounts }: World): boolean =>
  Object.values(invitations).every((count) => count <= MOST) && accounts.every(({ guesses }) => guesses <= MOST);

const pick = <T>(things: readonly T[], nth: number): T => things[nth % things.length] as T;

const inVariant = (call: Call, variant: Variant): Call => {
  return { ...call, variant: CALLS[call.name].B === undefined ? 'A' : variant };
};

/** Of a child: who of the cast are its parents, who are not, and who may cease to be. */
const familyOf = ({ player, cast }: Stage, id: string) => {
  const { children } = player.world();
  const child = find(children, id) as Child;
  const inside = PARENTS.filter((who) => isParent(child, { id: cast[who] }));
  const outside = PARENTS.filter((who) => !inside.includes(who));
  // Other calls need a parent of the participants' child, which is the first.
  const leaving = inside.filter((who) => child !== children[0] || who !== 'Par participant');
  return { child, inside, outside, leaving };
};

/** The participants' child, or the first other one of the cast's, whose parents may all leave but the last. */
const childOf = async (stage: Stage, nth: number): Promise<string> => {
  const [first, ...others] = stage.player.world().children;
  if (first && nth % 3) return first.id;
  return others.find(({ id }) => familyOf(stage, id).inside.length > 0)?.id ?? sharedChild(stage);
};

/** The mail is read before there is another one. Without an address, it goes to somebody without an account. */
const invite = async (stage: Stage, id: string, variant: Variant, email?: string): Promise<void> => {
  const { player, cast } = stage;
  const sent = (who: Parent): number => player.world().invitations[cast[who]] ?? 0;
  const [inviting] = familyOf(stage, id).inside.toSorted((one, other) => sent(one) - sent(other));
  if (!inviting) return;
  const choice = { ChildID: id, ...(email !== undefined && { email }) };
  await player.play(inVariant(await callOf(stage, 'inviteParent', inviting, choice), variant));
  await player.readMails(accountAt(player.world(), email ?? '')?.id ?? '');
};

/** The joining parent has added the same child before, with a case. */
const addSame = async (stage: Stage, { number = '' }: Child, who: Parent): Promise<void> => {
  const { player, cast } = stage;
  const ChildID = await newChild({ ...stage, variant: 'A' }, who, { socSecNum: number.replaceAll('.', '-') });
  const args = { ChildID, DocID: cast['Doc stranger'], title: 'Asthma' };
  await player.play(callBy(player, cast[who], { name: 'openCase', variant: 'A', args }));
};

const joinCode = async (stage: Stage, id: string, who: Parent, { variant, about }: FamilyDraw): Promise<string> => {
  const { player, cast } = stage;
  const { child } = familyOf(stage, id);
  if (about % 4 === 0 && child.number !== undefined) await addSame(stage, child, who);
  const { email = '' } = find(player.world().accounts, cast[who]) ?? {};
  const invitation = () => player.world().letters.findLast((one) => one.live && one.child === id && one.to === email);
  if (!isParent(child, { id: invitation()?.by ?? '' })) await invite(stage, id, variant, email);
  return invitation()?.code ?? 'none';
};

const lastCaseOf = ({ player }: Stage, id: string): string =>
  player.world().cases.findLast(({ child }) => child === id)?.id ?? UNKNOWN_ID;

const familyCall = async (stage: Stage, id: string, draw: FamilyDraw): Promise<Call> => {
  const { cast } = stage;
  const { name, by, about } = draw;
  const { inside, outside, leaving } = familyOf(stage, id);
  // Who joins can be removed, and who was removed can join.
  const isJoining = name === 'joinChild' ? outside.length > 0 : leaving.length === 0;
  if (['joinChild', 'removeParent'].includes(name) && isJoining) {
    const joining = pick(outside, by);
    return callOf(stage, 'joinChild', joining, { code: await joinCode(stage, id, joining, draw) });
  }
  const parent = pick(inside, by);
  const DocID = cast[pick(['Doc participant', 'Doc neighbour'] as const, about)];
  const caseId = lastCaseOf(stage, id);
  if (name === 'openCase') return callOf(stage, name, parent, { ChildID: id, DocID });
  if (name === 'handOverCase') return callOf(stage, name, parent, { id: caseId, DocID });
  if (name === 'requestCertification') return callOf(stage, name, parent, { id: caseId });
  if (name === 'correctChild') return callOf(stage, name, parent, { ChildID: id });
  return callOf(stage, 'removeParent', parent, { ChildID: id, ParID: cast[pick(leaving, about)] });
};

/** All that the calls can change, for everybody whom they may make a parent, or no parent. */
const readingsOf = async (stage: Stage, id: string): Promise<readonly Call[]> => {
  const merged = { ChildID: id, DocID: stage.cast['Doc stranger'] };
  const readings: Call[] = [];
  for (const who of PARENTS) {
    for (const name of ['listParents', 'showChild'] as const) {
      readings.push(await callOf(stage, name, who, { ChildID: id }));
    }
    readings.push(await callOf(stage, 'listOwnChildren', who, {}));
    readings.push(await callOf(stage, 'listCases', who, merged));
    readings.push(await callOf(stage, 'showHistory', who, { id: lastCaseOf(stage, id) }));
  }
  return readings;
};

/** Makes calls about a child and its parents at once, or the first twice as one request, and then looks at all of it. */
export const playFamily = async (stage: Stage, draws: readonly FamilyDraw[], isTwice: boolean): Promise<void> => {
  const { player } = stage;
  if (!hasRoom(player.world())) return;
  const id = await childOf(stage, draws[0]?.about ?? 0);
  const calls: Call[] = [];
  for (const draw of draws) {
    if (draw.name === 'inviteParent') await invite(stage, id, draw.variant);
    else calls.push(inVariant(await familyCall(stage, id, draw), draw.variant));
  }
  const [first] = calls;
  const request = first && CALLS[first.name].keyed && isTwice ? { ...first, key: `twice-${stage.nth}` } : undefined;
  const histories = await Promise.all(PARENTS.map((who) => callOf(stage, 'showHistory', who, { id: UNKNOWN_ID })));
  // Whether a case was opened before its child was corrected, its history alone tells.
  const readNew = (content: unknown): readonly Call[] =>
    typeof content === 'object' && content !== null && 'CaseID' in content
      ? histories.map((history) => ({ ...history, args: { id: String(content.CaseID) } }))
      : [];
  await player.playAtOnce(request ? [request, request] : calls, await readingsOf(stage, id), readNew);
};
