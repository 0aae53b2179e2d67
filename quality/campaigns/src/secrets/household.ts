import { randomBytes } from 'node:crypto';
import {
  type Api,
  apiOver,
  type Call,
  createApi,
  endpoint,
  keyed,
  member,
  type Role,
} from '@health-case/harness/client';
import type { Harness } from '@health-case/harness/harness';
import { type Instance, operate } from '@health-case/harness/processes';
import { identifiersAt, identifiersIn, type Operation, operationsOf } from '../documented.ts';
import type { Store } from './stores.ts';

/** What nobody but its owner may see, by what it is; and the replies, with their headers, which must not hold it. */
export type Canaries = { readonly secrets: Map<string, string | Buffer>; readonly replies: string[] };

/** Texts that occur nowhere else, with letters that are encoded in more ways than one. */
export const unheardOf = (): string => randomBytes(5).toString('hex');
const password = (): string => `Sesam-öffne-dich „${unheardOf()}“`;
const number = (): string => `Zß 12-34/${unheardOf()}.89`;

const SECRET_FIELDS = ['password', 'newPassword', 'socSecNum', 'invitation'];

/** The same calls; every secret that is sent, every session that is given out and every reply is noted. */
const noting = (call: Call, { secrets, replies }: Canaries): Call => {
  const note = (what: string, value: unknown): void => {
    if (typeof value === 'string' && value !== '') secrets.set(`${what} ${value}`, value);
  };
  return async (to, endpoint, body, headers) => {
    const sent = (typeof body === 'object' ? body : {}) as Readonly<Record<string, unknown>>;
    for (const field of SECRET_FIELDS) note(field, sent[field]);
    note(
      'socSecNum, as it is compared',
      String(sent['socSecNum'] ?? '')
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N}]/gu, ''),
    );
    note('Idempotency-Key', headers?.['Idempotency-Key']);
    const reply = await call(to, endpoint, body, headers);
    // Only a login gives out a session: its id, with names and role.
    const { id, role } = Object(reply.content) as { readonly id?: unknown; readonly role?: unknown };
    const session = reply.status === 200 && role !== undefined && typeof id === 'string' ? id : undefined;
    note('session', session);
    replies.push(`${JSON.stringify(reply.headers)} ${session ? reply.text.replace(session, '') : reply.text}`);
    return reply;
  };
};

type Values = Record<string, string>;
type People = Readonly<Record<Role, Values>>;
type Family = {
  readonly harness: Harness;
  readonly api: Api;
  readonly people: People;
  readonly operations: readonly Operation[];
  readonly answered: Set<Operation>;
};

/** A family and its doctor make every call of both variants, rightly, wrongly, and with tables missing. */
export const keepHouse = async (harness: Harness, store: Store, canaries: Canaries, marker: string): Promise<void> => {
  const one = (role: Role): Values => ({
    ...{ role, email: `${role}.${marker}@example.org`, password: password() },
    ...{
      firstName: 'Ada',
      lastName: 'Jansen',
      birthDate: '2019-02-28',
      title: 'Asthma',
      reason: 'More is to be done.',
    },
  });
  const family: Family = {
    harness,
    api: apiOver(noting(createApi(harness).call, canaries)),
    people: { Doc: one('Doc'), Ast: one('Ast'), Par: one('Par') },
    operations: (await operationsOf(store.instances)).filter(({ method }) => method !== 'QUERY'),
    answered: new Set(),
  };
  const { api, people, operations, answered } = family;
  for (const role of ['Doc', 'Ast'] as const) {
    const { environment } = store.database;
    const said = await operate(harness, environment, 'invitation', 'issue', '--role', role, '--json');
    people[role]['invitation'] = /"code":"([^"]+)"/.exec(said)?.[1] ?? '';
  }
  const [a, b] = ['A', 'B'].map((name) => store.instances.find(({ variant }) => variant === name)) as [
    Instance,
    Instance,
  ];
  await ask(family, a, 'Doc', 'register');
  for (const role of ['Ast', 'Par'] as const) await ask(family, b, role, 'register');
  for (const to of [b, a]) {
    const made: Made[] = [];
    for (const [role, name] of JOURNEY) made.push(await ask(family, to, role, name));
    await mistake(family, to, made);
    await missTables(family, to, store, made);
    await leave(family, to);
  }
  await ask(family, a, 'Par', 'register', 409);
  await api.logIn(b, people.Par as Values & { email: string; password: string });
  for (const operation of operations.filter((one) => !answered.has(one))) {
    harness.fail(`${operation.method} ${operation.path} of variant ${operation.to.variant} was never answered OK.`);
  }
};

/** Every call of a variant in the order in which a family makes them; calls that a variant does not have are left out. */
const JOURNEY: readonly (readonly [Role, string])[] = [
  ['Doc', 'logIn'],
  ['Ast', 'logIn'],
  ['Par', 'logIn'],
  ['Doc', 'GET /api/Auth/me'],
  ['Doc', 'POST /api/Doc/{id}/assistants'],
  ['Par', 'addChild'],
  ['Par', 'POST /api/Case'],
  ...['Doc', 'Doc/{id}/assistants', 'Doc/{id}/children'].map((path) => ['Par', `GET /api/${path}`] as const),
  ...['Parent/children', 'Case', 'Case/{id}'].map((path) => ['Par', `GET /api/${path}`] as const),
  ['Ast', 'POST /api/Case/{id}/tasks'],
  ...['Task/{id}/close', 'Case/{id}/finish', 'Case/{id}/reopen'].map((path) => ['Doc', `POST /api/${path}`] as const),
  ['Par', 'POST /api/Case/{id}/certreq'],
  ['Par', 'GET /api/Case/{id}/certreq'],
  ['Doc', 'POST /api/Case/{id}/certreq/issue'],
  ['Doc', 'POST /api/Case/{id}/certreq/revoke'],
  ['Doc', 'POST /api/Case/{id}/certreq'],
  ['Doc', 'POST /api/Case/{id}/certreq/reject'],
  ['Par', 'GET /api/Case/{id}/history'],
  ['Doc', 'DELETE /api/Doc/{id}/assistants/{AstID}'],
  ['Par', 'GET /healthz'],
  ['Par', 'GET /readyz'],
];

/** A call as it was made, to be made again while something is wrong. */
type Made = { readonly called: string; readonly body: object } | undefined;

/** Makes a call with all documented fields that its caller has a value for. What it tells, the callers of all later calls know. */
const ask = async (family: Family, to: Instance, role: Role, name: string, wanted = 200): Promise<Made> => {
  const { harness, api, people, operations, answered } = family;
  const named = name.includes(' ') ? name : endpoint(to.variant, name as 'register');
  const operation = operations.find((one) => one.to === to && `${one.method} ${one.path}` === named);
  if (!operation) return undefined;
  const values: Values = { ...people[role], socSecNum: number() };
  if (name.endsWith('/assistants')) values['email'] = people.Ast['email'] ?? '';
  const fields = operation.fields.filter((field) => values[field] !== undefined);
  const body = Object.fromEntries(fields.map((field) => [field, values[field]]));
  const inPath = (_: string, part: string): string => values[identifiersAt(operation.path, part)[0] ?? ''] ?? part;
  const called = `${operation.method} ${operation.path.replaceAll(/\{(\w+)\}/g, inPath)}`;
  const reply = await api.call(to, called, body);
  if (reply.status !== wanted) harness.fail(`${called} was answered ${reply.text}`);
  if (reply.status === 200) answered.add(operation);
  const told = [...identifiersIn(reply), ...(name.endsWith('/me') ? [['DocID', member(reply, 'ID')]] : [])];
  for (const everybody of Object.values(people)) Object.assign(everybody, Object.fromEntries(told));
  if (name === 'logIn') people[role]['id'] = member(reply, 'id');
  return { called, body };
};

/** All calls once more, each wrong in every way in which it can hold a secret where none belongs. */
const mistake = async ({ api, people }: Family, to: Instance, made: readonly Made[]): Promise<void> => {
  const { id = '', email, password: secret = '' } = people.Par;
  const other = people.Doc['id'] ?? '';
  const socSecNum = number();
  const all = { id, password: secret, newPassword: secret, socSecNum };
  const bodies = [
    JSON.stringify(all).slice(0, -1),
    Object.fromEntries(Object.entries(all).map(([name, value]) => [name, [value]])),
    {
      ...all,
      email: secret,
      role: secret,
      firstName: socSecNum.repeat(9),
      birthDate: socSecNum,
      limit: id,
      after: other,
    },
    { ...all, title: { secret }, reason: [socSecNum], ChildID: id, DocID: other, TaskID: id, invitation: secret },
    { ...all, id: `${id}${other}` },
    { ...all, password: secret.repeat(9), newPassword: '1', socSecNum: `${socSecNum}#` },
  ];
  for (const called of new Set(made.flatMap((one) => one?.called ?? []))) {
    for (const body of bodies) await api.call(to, called, body);
    await api.call(to, called, { id }, { Authorization: `Bearer ${other}` });
    await api.call(to, `${called}/${id}`, { id });
  }
  const body = { ...all, email, password: `${secret}?` };
  await api.call(to, endpoint(to.variant, 'logIn'), body);
  await api.call(to, endpoint(to.variant, 'register'), body, keyed(`key-${unheardOf()}`));
  await api.call(to, endpoint(to.variant, 'addChild'), body, keyed(id));
};

/** All calls once more while tables are missing, so that calls fail in the database. */
const missTables = async (
  { harness, api }: Family,
  to: Instance,
  store: Store,
  made: readonly Made[],
): Promise<void> => {
  for (const tables of [['Child', 'Case'], ['Account']]) {
    for (const table of tables) await store.alter(`ALTER TABLE "${table}" RENAME TO "Gone${table}"`);
    let failed = 0;
    for (const one of made) if (one && (await api.call(to, one.called, one.body)).status === 503) failed += 1;
    for (const table of tables) await store.alter(`ALTER TABLE "Gone${table}" RENAME TO "${table}"`);
    if (failed === 0) harness.fail(`Without ${tables.join(' and ')} no call failed.`);
  }
};

/** What changes a password or ends a session comes last. */
const leave = async ({ harness, api, people, operations, answered }: Family, to: Instance): Promise<void> => {
  const newPassword = password();
  const changing = { id: people.Par['id'], password: people.Par['password'], newPassword };
  const wrong = await api.call(to, 'POST /api/Auth/password', { ...changing, password: password() });
  const changed = await api.call(to, 'POST /api/Auth/password', changing);
  const left = await api.call(to, 'POST /api/Auth/logout', { id: people.Ast['id'] });
  const statuses = [wrong, changed, left].map(({ status }) => status).join(' ');
  if (statuses !== '401 200 200') harness.fail(`A wrong password, a new one and a logout were answered ${statuses}.`);
  for (const one of operations) if (one.to === to && /\/(password|logout)$/.test(one.path)) answered.add(one);
  people.Par['password'] = newPassword;
};
