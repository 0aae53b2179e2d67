import { createClient } from '../ground/client.ts';
import type { Ground } from '../ground/ground.ts';
import { type Instance, operate } from '../ground/processes.ts';
import { type Call, callsOf, logIn, type Role, register } from '../ground/words.ts';
import { endpointsOf } from '../random/endpoints.ts';
import { type Canaries, noting } from './canaries.ts';
import { type Journey, leave, type People, peopleOf, travel } from './journey.ts';
import { mistake, repeat } from './mishaps.ts';
import type { Store } from './stores.ts';

/** A family and its doctor do everything that can be done, and everything goes wrong, through both variants. */
export const keepHouse = async (ground: Ground, store: Store, canaries: Canaries, marker: string): Promise<void> => {
  const call = noting(callsOf(createClient(ground)), canaries);
  const [a, b] = (['A', 'B'] as const).map((name) => store.instances.find(({ variant }) => variant === name));
  if (!a || !b) throw new Error('A variant is missing.');
  const { environment } = store.database;
  let people = peopleOf(marker, {
    Doc: await invite(ground, environment, 'Doc'),
    Ast: await invite(ground, environment, 'Ast'),
  });
  await enter(ground, call, [a, b], people);
  for (const to of [b, a]) {
    const { sessions } = await live(ground, call, to, { store, people });
    people = await leave(ground, call, to, { people, sessions });
  }
  await logIn(call, b, people.Par);
  await missNone(ground, [a, b], canaries);
};

/** What the service says of itself (`/openapi.json`) has no call that was not made. */
const missNone = async (ground: Ground, instances: readonly Instance[], { answered }: Canaries): Promise<void> => {
  for (const { to, method, path } of await endpointsOf(ground, instances)) {
    const template = new RegExp(`^${to.variant} ${method} ${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`);
    if (method !== 'QUERY' && ![...answered].some((call) => template.test(call))) {
      ground.wrong(`${method} ${path} of variant ${to.variant} was never made.`);
    }
  }
};

const invite = async (ground: Ground, environment: Store['database']['environment'], role: Role): Promise<string> => {
  const said = await operate(ground, environment, 'invitation', 'issue', '--role', role, '--json');
  const code = /"code":"([^"]+)"/.exec(said)?.[1];
  if (code === undefined) throw new Error(`There is no invitation in ${said}`);
  return code;
};

const enter = async (
  { wrong }: Ground,
  call: Call,
  [a, b]: readonly [Instance, Instance],
  people: People,
): Promise<void> => {
  const replies = [
    await register(call, a, people.Doc),
    await register(call, b, people.Ast),
    await register(call, b, people.Par),
    await register(call, a, people.Par),
  ];
  const codes = replies.map(({ status, code }) => code ?? status).join(' ');
  if (codes !== '200 200 200 EMAIL_TAKEN') wrong(`To register came to ${codes}`);
};

type Home = { readonly store: Store; readonly people: People };

const live = async (ground: Ground, call: Call, to: Instance, { store, people }: Home): Promise<Journey> => {
  const journey = await travel(ground, call, to, people);
  await mistake(call, to, people, journey);
  for (const tables of [['Child', 'Case'], ['Account']]) {
    for (const table of tables) await store.alter(`ALTER TABLE "${table}" RENAME TO "Gone${table}"`);
    const failed = await repeat(call, to, journey.made);
    for (const table of tables) await store.alter(`ALTER TABLE "Gone${table}" RENAME TO "${table}"`);
    if (failed === 0) ground.wrong(`Without ${tables.join(' and ')} no call failed.`);
  }
  return journey;
};

/** What the operator is shown, who also replaces the data key and, where that can be done, makes a backup. */
export const operateAll = async (ground: Ground, { name, database }: Store, backup: string): Promise<string> => {
  const commands = [
    ['key', 'rotate'],
    ['audit', 'list', '--json'],
    ['invitation', 'list'],
    ...(name === 'SQLite' ? [['store', 'back-up', backup]] : []),
  ];
  const shown: string[] = [];
  for (const command of commands) shown.push(await operate(ground, database.environment, ...command));
  return shown.join('\n');
};
