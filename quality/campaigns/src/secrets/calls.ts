import { randomBytes } from 'node:crypto';
import { createClient, PASSWORD, type Reply } from '@health-case/harness/client';
import type { Harness } from '@health-case/harness/harness';
import { operate } from '@health-case/harness/processes';
import { CALL_NAMES } from '@health-case/model/calls';
import { createStage } from '@health-case/model/cast';
import { playCells } from '@health-case/model/cells';
import { createPlayer, type Send, type Sent } from '@health-case/model/player';
import { doctorsIn, type Person } from '@health-case/model/world';
import type { Store } from './stores.ts';

/** A text that occurs nowhere else. */
export const unheardOf = (): string => randomBytes(5).toString('hex');

/** With letters that are encoded in more ways than one. */
const password = `Sesam-öffne-dich „${unheardOf()}“`;
const number = `Zß 12-34/${unheardOf()}.`;
const key = `key-${unheardOf()}-`;

const SECRET_FIELD = /"(password|newPassword|socSecNum|invitation)":"([^"\\]+)"/g;

/** The requests of the model, with passwords, numbers and keys that can be found again. */
const withSecrets = ({ headers, body, ...sent }: Sent): Sent => ({
  ...sent,
  body: (typeof body === 'string' ? body : JSON.stringify(body))
    .replaceAll(PASSWORD, password)
    .replaceAll(/(?<="socSecNum":")756[.-]/g, number),
  headers: headers['Idempotency-Key'] ? { ...headers, 'Idempotency-Key': key + headers['Idempotency-Key'] } : headers,
});

/** Sends requests to a store, and notes what comes of them. */
const createSender = (harness: Harness, { instances }: Store) => {
  const client = createClient(harness);
  /** What nobody but its owner may see, by what it is. */
  const secrets = new Map<string, string>();
  const note = (what: string, value: string): void => void secrets.set(`${what} ${value}`, value);
  const sessions: string[] = [];
  /** With their headers. They must not hold a secret. */
  const replies: string[] = [];
  /** A request for each endpoint that was answered OK. */
  const answered = new Map<string, Parameters<Send>>();
  const noteSecretsOf = ({ body, headers }: Sent): void => {
    for (const [, field = '', value = ''] of String(body).matchAll(SECRET_FIELD)) {
      note(field, value);
      if (field === 'socSecNum') note('as it is compared', value.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, ''));
    }
    if (headers['Idempotency-Key']) note('Idempotency-Key', headers['Idempotency-Key']);
  };
  const send = async (...[variant, sent]: Parameters<Send>): Promise<Reply> => {
    noteSecretsOf(sent);
    const to = instances.find((one) => one.variant === variant);
    const reply = await client(to?.port ?? 0, sent);
    // Only a login gives out a session: its id, with names and role.
    const [, session] = /^\{"version":"1","status":"OK","\w+":\{"id":"([^"]+)","firstName"/.exec(reply.text) ?? [];
    if (session !== undefined) {
      sessions.push(session);
      note('session', session);
    }
    replies.push(`${JSON.stringify(reply.headers)} ${session ? reply.text.replace(session, '') : reply.text}`);
    const endpoint = `${variant} ${sent.method} ${sent.path.replaceAll(/[0-9a-f-]{36}/g, ':id')}`;
    if (reply.status === 200) answered.set(endpoint, [variant, sent]);
    return reply;
  };
  return { send, secrets, sessions, replies, answered };
};

/** Every call of both variants in every way that the model knows, then with tables missing, and then with misplaced secrets. */
export const makeCalls = async (harness: Harness, store: Store, marker: string): Promise<Sender> => {
  const sender = createSender(harness, store);
  let doctors: readonly Person[] = [];
  for (const variant of ['A', 'B'] as const) {
    const player = createPlayer({ send: (to, sent) => sender.send(to, withSecrets(sent)) });
    player.meet(doctors);
    const stage = await createStage(player, variant, `${variant}.${marker}.example.org`.toLowerCase());
    for (const name of CALL_NAMES) await playCells(stage, name);
    doctors = doctorsIn(player.world());
  }
  const issued = await operate(harness, store.database.environment, 'invitation', 'issue', '--role', 'Ast', '--json');
  const invitation = /"code":"([^"]+)"/.exec(issued)?.[1] ?? '';
  const requests = [...sender.answered.values()];
  await missTables(harness, store, sender, requests);
  await misplace(sender, requests, invitation);
  return sender;
};

type Sender = ReturnType<typeof createSender>;
type Requests = readonly Parameters<Send>[];

/** The requests once more while tables are missing, so that calls fail in the database. */
const missTables = async ({ fail }: Harness, store: Store, { send }: Sender, requests: Requests): Promise<void> => {
  for (const tables of [['Child', 'Case'], ['Account']]) {
    for (const table of tables) await store.database.query(`ALTER TABLE "${table}" RENAME TO "Gone${table}"`);
    let failed = 0;
    for (const request of requests) if ((await send(...request)).status === 503) failed += 1;
    for (const table of tables) await store.database.query(`ALTER TABLE "Gone${table}" RENAME TO "${table}"`);
    if (failed === 0) fail(`Without ${tables.join(' and ')} no call failed.`);
  }
};

/** The requests once more, each wrong in every way in which it can hold a secret where none belongs. */
const misplace = async ({ send, sessions }: Sender, requests: Requests, invitation: string): Promise<void> => {
  const [id = '', other = ''] = sessions.slice(-2);
  const all = { id, password, newPassword: password, socSecNum: number, invitation };
  const bodies = [
    JSON.stringify(all).slice(0, -1),
    JSON.stringify(Object.fromEntries(Object.entries(all).map(([name, value]) => [name, [value]]))),
    ...[
      { email: password, role: password, firstName: number.repeat(9), birthDate: number, limit: id, after: other },
      { title: { password }, reason: [number], ChildID: id, DocID: other, TaskID: id, invitation: password },
      { id: `${id}${other}` },
      { password: password.repeat(9), newPassword: '1', socSecNum: `${number}#` },
    ].map((wrong) => JSON.stringify({ ...all, ...wrong })),
  ];
  for (const [variant, sent] of requests) {
    for (const body of bodies) await send(variant, { ...sent, body });
    await send(variant, { ...sent, headers: { Authorization: `Bearer ${other}` } });
    await send(variant, { ...sent, headers: { 'Idempotency-Key': id } });
    await send(variant, { ...sent, path: `${sent.path}/${id}` });
  }
};
