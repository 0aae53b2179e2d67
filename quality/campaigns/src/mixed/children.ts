import { endpoint, keyed, member as memberOf, numberAt } from '@health-case/harness/client';
import { byId, type Child, childrenOf, type Member, ofRole, worksFor } from './model.ts';
import { askPage } from './page.ts';
import type { Player } from './player.ts';

const somebody = ({ world, random }: Player, role: 'Par' | 'Doc'): Member =>
  random.pick(random.chance(0.85) ? ofRole(world, role) : world.people) as Member;

export const entry = ({ firstName, lastName, id }: Child | Member) => ({ firstName, lastName, id });

/** In variant A with a number, which maybe the same parent has given before, spelled otherwise. */
export const addChild = async (player: Player): Promise<void> => {
  const { world, random, process, ask } = player;
  const parent = somebody(player, 'Par');
  const to = process();
  const nth = world.children.length;
  const numbers = world.children.filter((child) => child.parent === parent && child.number).map(({ number }) => number);
  const known = to.variant === 'A' && random.chance(0.1) ? random.pick(numbers) : undefined;
  const number = known ?? numberAt(nth, random.below(1e6));
  const facts = { firstName: `Child ${nth}`, lastName: world.name };
  const birth = { birthDate: '2019-02-28', socSecNum: known ? number.replaceAll('.', '-') : number };
  const refused = parent.role !== 'Par' ? 'ROLE_NOT_ALLOWED' : known && 'CHILD_KNOWN';
  const key = keyed(`${nth}/${random.below(1e9)}`);
  const question = {
    endpoint: endpoint(to.variant, 'addChild'),
    as: parent,
    body: { ...facts, ...birth },
    headers: key,
  };
  const reply = await ask({ ...question, to }, { refused, record: 'child added' });
  if (!reply) return;
  const id = memberOf(reply, 'ChildID');
  world.children.push({ ...facts, id, parent, ...(to.variant === 'A' && { number }) });
  if (random.chance(0.7)) return;
  await ask({ ...question, to: process(to.variant) }, { content: { ChildID: id } });
  const other = { ...question, body: { ...facts, ...birth, firstName: 'Other' }, to: process(to.variant) };
  if (random.chance(0.3)) await ask(other, { refused: 'IDEMPOTENCY_KEY_REUSED' });
};

export const listOwnChildren = async (player: Player): Promise<void> => {
  const parent = somebody(player, 'Par');
  const own = byId(player.world.children.filter((child) => child.parent === parent)).map(entry);
  await askPage(player, 'GET /api/Parent/children', parent, {
    list: own,
    refused: parent.role === 'Par' ? undefined : 'ROLE_NOT_ALLOWED',
    record: 'own children listed',
  });
};

export const listDoctorsChildren = async (player: Player): Promise<void> => {
  const { world, random } = player;
  const [doctor, reader] = [somebody(player, 'Doc'), random.pick(world.people) as Member];
  const all = doctor.role === 'Doc' ? childrenOf(world, doctor) : [];
  const seen = reader.role === 'Par' ? all.filter((child) => child.parent === reader) : all;
  const mayNot = reader.role === 'Par' || worksFor(world, reader, doctor) ? undefined : 'ROLE_NOT_ALLOWED';
  await askPage(player, `GET /api/Doc/${doctor.id}/children`, reader, {
    list: seen.map(entry),
    refused: doctor.role === 'Doc' ? mayNot : 'DOCTOR_NOT_FOUND',
    record: "doctor's children listed",
  });
};
