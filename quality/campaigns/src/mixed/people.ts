import { endpoint, keyed, member as memberOf, PASSWORD, type Person, type Role } from '@health-case/harness/client';
import type { Member } from './model.ts';
import type { Player } from './player.ts';

/** Registers through one variant and logs in, maybe through the other. */
export const newcomer = async (player: Player, role: Role): Promise<void> => {
  const { world, ask, process, doctors } = player;
  const nth = world.people.length;
  const names = { firstName: `${role} ${nth}`, lastName: world.name };
  const person: Person = { ...names, email: `${world.name}.${nth}@example.org`, password: PASSWORD, role };
  const to = process();
  if (role === 'Doc') doctors.begin();
  const isKnownByA = (given: object) => ({ role, ID: Reflect.get(given, 'ID') });
  const content = to.variant === 'A' ? { contentLike: isKnownByA } : { content: null };
  const registered = await ask(
    { endpoint: endpoint(to.variant, 'register'), body: person, headers: keyed(`${world.name}/${nth}`), to },
    { ...content, record: 'account registered' },
  );
  if (!registered) return;
  const member: Member = { ...person, id: '', session: '', ended: [], failures: 0 };
  await logIn(player, member);
  const me = { ...names, email: person.email, role };
  const reply = await ask(
    { endpoint: 'GET /api/Auth/me', as: member },
    { contentLike: ({ ID }) => ({ ID: to.variant === 'A' ? memberOf(registered, 'ID') : ID, ...me }) },
  );
  if (!reply) return;
  world.people.push({ ...member, id: memberOf(reply, 'ID') });
  if (role !== 'Doc') return;
  doctors.add({ ...names, id: memberOf(reply, 'ID') });
  doctors.end();
};

/** The session before stays as it is; the one that is opened is used from now on. */
const logIn = async ({ ask, process }: Player, member: Member): Promise<void> => {
  const { firstName, lastName, role, email, password } = member;
  const to = process();
  const reply = await ask(
    { endpoint: endpoint(to.variant, 'logIn'), body: { email, password }, to },
    { contentLike: ({ id }) => ({ id, firstName, lastName, role }), record: 'logged in' },
  );
  if (!reply) return;
  member.session = memberOf(reply, 'id');
  member.failures = 0;
};

const anybody = ({ world, random }: Player): Member => random.pick(world.people) as Member;

export const describe = async (player: Player): Promise<void> => {
  const member = anybody(player);
  const { id, firstName, lastName, email, role } = member;
  const content = { ID: id, firstName, lastName, email, role };
  await player.ask({ endpoint: 'GET /api/Auth/me', as: member }, { content });
};

export const registerAgain = async (player: Player): Promise<void> => {
  const { email } = anybody(player);
  const to = player.process();
  const body = {
    firstName: 'Eve',
    lastName: 'Other',
    email: ` ${email.toUpperCase()}`,
    password: PASSWORD,
    role: 'Par',
  };
  const question = { endpoint: endpoint(to.variant, 'register'), body, to };
  await player.ask(question, { refused: 'EMAIL_TAKEN', record: 'account registered' });
};

/** Four failures are free (P-07); a success in between wipes them out. */
export const guess = async (player: Player): Promise<void> => {
  const { random, world, ask, process } = player;
  const member = anybody(player);
  if (member.failures >= 3) return logIn(player, member);
  const stranger = random.chance(0.3);
  if (!stranger) member.failures += 1;
  const email = stranger ? `nobody.${random.below(1e9)}.${world.name}@example.org` : member.email;
  const to = process();
  const question = { endpoint: endpoint(to.variant, 'logIn'), body: { email, password: 'not-this-one' }, to };
  await ask(question, { refused: 'CREDENTIALS_WRONG', record: 'logged in' });
};

export const logOut = async (player: Player): Promise<void> => {
  const member = anybody(player);
  const out = { content: null, record: 'logged out', repeated: 'SESSION_INVALID' };
  await player.ask({ endpoint: 'POST /api/Auth/logout', as: member }, out);
  member.ended.push(member.session);
  await useEnded(player, member);
  await logIn(player, member);
};

export const changePassword = async (player: Player): Promise<void> => {
  const member = anybody(player);
  const before = member.session;
  await logIn(player, member);
  const endpointOfChange = 'POST /api/Auth/password';
  const wrong = { password: 'not-this-one', newPassword: `${PASSWORD}!` };
  const refused = { refused: 'PASSWORD_WRONG', record: 'password changed' };
  if (player.random.chance(0.5)) await player.ask({ endpoint: endpointOfChange, as: member, body: wrong }, refused);
  const newPassword = `${PASSWORD}-${player.random.below(1e6)}`;
  const change = { password: member.password, newPassword };
  const changed = { content: null, record: 'password changed', repeated: 'PASSWORD_WRONG' };
  await player.ask({ endpoint: endpointOfChange, as: member, body: change }, changed);
  member.password = newPassword;
  member.failures = 0;
  member.ended.push(before);
  await useEnded(player, member);
};

const ENDED_CALLS = ['GET /api/Auth/me', 'GET /api/Doc', 'GET /api/Case', 'POST /api/Auth/logout', 'POST /api/Case'];

/** Ended, unknown and malformed sessions are refused alike, and none at all otherwise (D-09). */
const useEnded = async ({ ask, random }: Player, member: Member): Promise<void> => {
  const called = random.pick(ENDED_CALLS) ?? '';
  const id = random.pick([...member.ended.slice(-3), 'A'.repeat(43), 'x']);
  await ask({ endpoint: called, body: { id } }, { refused: 'SESSION_INVALID' });
  if (random.chance(0.3)) await ask({ endpoint: called }, { refused: 'SESSION_MISSING' });
};

export const useEndedOfAnybody = (player: Player): Promise<void> => useEnded(player, anybody(player));
