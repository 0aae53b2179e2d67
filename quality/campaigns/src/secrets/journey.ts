import { randomBytes } from 'node:crypto';
import { member } from '../ground/client.ts';
import type { Ground } from '../ground/ground.ts';
import type { Instance } from '../ground/processes.ts';
import { type Call, child, endpoint, type Person, person, type Role } from '../ground/words.ts';

/** Texts that occur nowhere else, in letters that are written in more ways than one. */
export const unheardOf = (): string => randomBytes(5).toString('hex');
const password = (): string => `Sesam-öffne-dich „${unheardOf()}“`;
const number = (): string => `Zß 12-34/${unheardOf()}.89`;

export type People = Readonly<Record<Role, Person & { readonly invitation?: string | undefined }>>;

/** `marker` is in their e-mail addresses, which are no secret. */
export const peopleOf = (marker: string, invitations: Readonly<Partial<Record<Role, string>>>): People => {
  const one = (role: Role) => ({
    ...person(`${role}.${marker}@example.org`, { role, password: password() }),
    invitation: invitations[role],
  });
  return { Doc: one('Doc'), Ast: one('Ast'), Par: one('Par') };
};

/** The journey of a family through one variant, and all that it came by: what each call was, to be made again. */
export type Journey = { readonly sessions: Readonly<Record<Role, string>>; readonly made: readonly Made[] };
export type Made = { readonly called: string; readonly body: object };

/** Every call that a variant has, as it is meant to be made; the people are registered already. */
export const travel = async (ground: Ground, call: Call, to: Instance, people: People): Promise<Journey> => {
  const made: Made[] = [];
  const ask = async (called: string, body: object = {}): Promise<Answer> => {
    made.push({ called, body });
    const reply = await call(to, called, body);
    if (reply.status !== 200) ground.wrong(`${called} came to ${reply.status} ${reply.text}`);
    return { of: (name) => member(reply, name) };
  };
  const logIn = async (role: Role): Promise<string> => {
    const { email, password: secret } = people[role];
    return (await ask(endpoint(to.variant, 'logIn'), { email, password: secret })).of('id');
  };
  const sessions = { Doc: await logIn('Doc'), Ast: await logIn('Ast'), Par: await logIn('Par') };
  const doctor = (await ask('GET /api/Auth/me', { id: sessions.Doc })).of('ID');
  const assistants = `/api/Doc/${doctor}/assistants`;
  const linked = (await ask(`POST ${assistants}`, { id: sessions.Doc, email: people.Ast.email })).of('AstID');
  const facts = { id: sessions.Par, ...child('Ada'), socSecNum: number() };
  const added = (await ask(endpoint(to.variant, 'addChild'), facts)).of('ChildID');
  const opening = { id: sessions.Par, ChildID: added, DocID: doctor, title: 'Asthma' };
  const opened = (await ask('POST /api/Case', opening)).of('CaseID');
  for (const called of ['GET /api/Doc', `GET ${assistants}`, `GET /api/Doc/${doctor}/children`]) {
    await ask(called, { id: sessions.Par });
  }
  for (const called of ['GET /api/Parent/children', 'GET /api/Case', `GET /api/Case/${opened}`]) {
    await ask(called, { id: sessions.Par });
  }
  await work({ ask, sessions, to }, opened);
  await ask(`GET /api/Case/${opened}/history`, { id: sessions.Par });
  await ask(`DELETE ${assistants}/${linked}`, { id: sessions.Doc });
  for (const called of ['GET /healthz', 'GET /readyz']) await ask(called);
  return { sessions, made };
};

type Answer = { readonly of: (name: string) => string };
type Traveller = {
  readonly ask: (called: string, body?: object) => Promise<Answer>;
  readonly sessions: Readonly<Record<Role, string>>;
  readonly to: Instance;
};

const work = async ({ ask, sessions, to }: Traveller, opened: string): Promise<void> => {
  const [id, reason] = [sessions.Doc, 'More is to be done.'];
  const task = (await ask(`POST /api/Case/${opened}/tasks`, { id: sessions.Ast, title: 'Measure' })).of('TaskID');
  await ask(`POST /api/Task/${task}/close`, { id });
  await ask(`POST /api/Case/${opened}/finish`, { id });
  await ask(`POST /api/Case/${opened}/reopen`, { id, reason });
  if (to.variant === 'B') return;
  const certification = `/api/Case/${opened}/certreq`;
  await ask(`POST ${certification}`, { id: sessions.Par });
  await ask(`GET ${certification}`, { id: sessions.Par });
  await ask(`POST ${certification}/issue`, { id });
  await ask(`POST ${certification}/revoke`, { id, reason });
  await ask(`POST ${certification}`, { id });
  await ask(`POST ${certification}/reject`, { id, reason });
};

/** What ends a session or changes a password comes last; resolves to who has which password by then. */
export const leave = async (
  ground: Ground,
  call: Call,
  to: Instance,
  { people, sessions }: { people: People; sessions: Journey['sessions'] },
): Promise<People> => {
  const { Par } = people;
  const id = sessions.Par;
  const newPassword = password();
  const changing = { id, password: Par.password, newPassword };
  const wrong = await call(to, 'POST /api/Auth/password', { ...changing, password: password() });
  const changed = await call(to, 'POST /api/Auth/password', changing);
  const left = await call(to, 'POST /api/Auth/logout', { id: sessions.Ast });
  const statuses = [wrong, changed, left].map(({ status }) => status).join(' ');
  if (statuses !== '401 200 200')
    ground.wrong(`A new password, wrong and right, and the end of a session: ${statuses}`);
  return { ...people, Par: { ...Par, password: newPassword } };
};
