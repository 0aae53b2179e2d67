import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createClient, PASSWORD, type Reply } from '@health-case/harness/client';
import { type Harness, scratchFolder, within } from '@health-case/harness/harness';
import { operate } from '@health-case/harness/processes';
import { CALL_NAMES } from '@health-case/model/calls';
import { createStage } from '@health-case/model/cast';
import { playCells } from '@health-case/model/cells';
import { createPlayer, type Send, type Sent } from '@health-case/model/player';
import { doctorsIn, type Person } from '@health-case/model/world';
import { declare } from '../campaign.ts';
import { typeIntoForms } from './forms.ts';
import { createSearch } from './search.ts';
import { keysOf, postgresStore, type Store, sqliteStore } from './stores.ts';

export const secrets = declare({
  name: 'secrets',
  promise:
    'No secret is, in any encoding, in a reply to others, a log, a file, a dump or what the operator is shown; no text that people typed in the last four.',
  quick: [sqliteStore],
  full: [sqliteStore, postgresStore],
  run: async (stores, harness) => {
    const sums = { secrets: 0, calls: 0, bytes: 0 };
    for (const start of stores) await searchStore(harness, await start(harness), sums);
    return {
      size: `${sums.secrets} secrets, ${sums.calls} calls, ${stores.length} stores`,
      figures: { 'megabytes looked through': Math.round(sums.bytes / 1e6) },
    };
  },
});

/** In the e-mail addresses, which are no secret: where it must be and is not found, nothing would be found. */
const MARKER = 'marker';

type Sums = { secrets: number; calls: number; bytes: number };

const searchStore = async (harness: Harness, store: Store, sums: Sums): Promise<void> => {
  const { fail } = within(harness, store.name);
  const [marker, backups] = [unheardOf(), scratchFolder(harness)];
  const canaries = await makeCalls(harness, store, marker);
  const loggedByPortal = await typeIntoForms(harness, store, ofHealth);
  const shown = await operateAll(harness, store, join(backups, 'today.db'));
  const keys = await keysOf(store.database);
  const codes = codesIn(store);
  if (codes.size === 0) fail('No mail had a code.');
  if (canaries.withTexts() === 0) fail('No reply had a title, a reason or a statement.');
  const secret = [...canaries.secrets, ...keys, ...codes, [MARKER, marker] as const];
  const searchReplies = createSearch(new Map(secret));
  const searchAll = createSearch(new Map([...secret, ['a title, a reason or a statement', ofHealth] as const]));
  sums.secrets += secret.length;
  sums.calls += canaries.replies.length;
  const look = (place: string, pieces: Iterable<Buffer>, isMarked = false, search = searchAll): void => {
    const found = new Set<string>();
    for (const piece of pieces) {
      sums.bytes += piece.length;
      for (const secret of search(piece)) found.add(secret);
    }
    const marked = found.delete(MARKER);
    if (isMarked && !marked) fail(`In ${place} not even that is found which is there.`);
    for (const secret of found) fail(`In ${place}: ${secret.slice(0, 60)}`);
  };
  look('the replies', [Buffer.from(canaries.replies.join('\n'))], true, searchReplies);
  look('what the operator is shown', [Buffer.from(shown)]);
  look('the files while they are in use', readAll(store.folder), true);
  look('a dump', await dump(store), true);
  await Promise.all(store.instances.map(({ kill }) => kill('SIGTERM')));
  const logged = store.logged();
  if (!logged.includes('A call could not be served.')) fail('Nothing was logged of the calls that failed.');
  look('the log', [Buffer.from(logged), Buffer.from(loggedByPortal)]);
  look('the files', readAll(store.folder), true);
  look('the backups', readAll(backups), store.name === 'SQLite');
};

/** The operator replaces the data key and, where possible, makes a backup; resolves to what the commands print. */
const operateAll = async (harness: Harness, { name, database }: Store, backup: string): Promise<string> => {
  const commands = ['key rotate', 'audit list --json', 'invitation list'];
  if (name === 'SQLite') commands.push(`store back-up ${backup}`);
  const shown: string[] = [];
  for (const command of commands) shown.push(await operate(harness, database.environment, ...command.split(' ')));
  return shown.join('\n');
};

/** All rows as texts, also those that the database keeps compressed in its files. */
const dump = async ({ tables, database: { query } }: Store): Promise<readonly Buffer[]> => {
  const rows: Buffer[] = [];
  for (const { name } of await query(tables)) {
    rows.push(...(await query(`SELECT * FROM "${name}"`)).map((row) => Buffer.from(JSON.stringify(row))));
  }
  return rows;
};

/** The codes that mails have brought. Each mail is a file. */
const codesIn = ({ mails }: Store): ReadonlyMap<string, string> => {
  const text = Buffer.concat([...readAll(mails)]).toString();
  return new Map(
    [...text.matchAll(/^(?:[0-9a-f]{4}-){7}[0-9a-f]{4}(?=\r?$)/gm)].map(([code]) => [`code ${code}`, code]),
  );
};

function* readAll(folder: string): Generator<Buffer> {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    try {
      if (entry.isFile()) yield readFileSync(join(entry.parentPath, entry.name));
    } catch (error) {
      // A database removes files while they are looked into.
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    }
  }
}

/** A text that occurs nowhere else. */
const unheardOf = (): string => randomBytes(5).toString('hex');

/** With letters that are encoded in more ways than one. */
const password = `Sesam-öffne-dich „${unheardOf()}“`;
const number = `Zß 12-34/${unheardOf()}.`;
const key = `key-${unheardOf()}-`;

/** Part of each title, reason and statement. */
const ofHealth = unheardOf();
const TEXT_FIELD = /(?<="(?:title|reason|statement)":"[^"\\]{0,79}[^"\\\s])(?= *")/g;

const SECRET_FIELD = /"(password|newPassword|socSecNum|invitation)":"([^"\\]+)"/g;

/** The numbers of the model begin so. */
const PREFIX = /(?<="socSecNum":")756[.-]/g;
/** A number is answered with a `*` for each character, so also for those of `number` that replaced a prefix. */
const STARS = new RegExp(`(?<="socSecNum":")[*]{${Array.from(number).length - '756.'.length}}`, 'g');

/** What the model expects of a reply: texts and numbers as it has made them. */
const withoutMark = (reply: Reply): Reply => {
  const text = reply.text.replaceAll(` ${ofHealth}`, '').replaceAll(STARS, '');
  if (text === reply.text) return reply;
  const envelope = JSON.parse(text);
  return { ...reply, text, envelope, content: envelope['body'] ?? envelope['response'] ?? null };
};

/** The requests of the model, with passwords, numbers and keys that can be found again. */
const withSecrets = ({ headers, body, ...sent }: Sent): Sent => ({
  ...sent,
  body: (typeof body === 'string' ? body : JSON.stringify(body))
    .replaceAll(PASSWORD, password)
    .replaceAll(PREFIX, number)
    .replaceAll(TEXT_FIELD, ` ${ofHealth}`),
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
  let withTexts = 0;
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
    const received = await client(to?.port ?? 0, sent);
    if (received.text.includes(ofHealth)) withTexts += 1;
    const reply = withoutMark(received);
    // Only a login gives out a session: its id, with names and role.
    const [, session] = /^\{"version":"1","status":"OK","\w+":\{"id":"([\w-]{43})","firstName"/.exec(reply.text) ?? [];
    if (session !== undefined) {
      sessions.push(session);
      note('session', session);
    }
    replies.push(`${JSON.stringify(reply.headers)} ${session ? reply.text.replace(session, '') : reply.text}`);
    const endpoint = `${variant} ${sent.method} ${sent.path.replaceAll(/[0-9a-f-]{36}/g, ':id')}`;
    if (reply.status === 200) answered.set(endpoint, [variant, sent]);
    return reply;
  };
  return { send, secrets, sessions, replies, answered, withTexts: () => withTexts };
};

/** Every call of both variants in every way of the model, then with tables missing, then with misplaced secrets. */
const makeCalls = async (harness: Harness, store: Store, marker: string): Promise<Sender> => {
  const sender = createSender(harness, store);
  let doctors: readonly Person[] = [];
  for (const variant of ['A', 'B'] as const) {
    const player = createPlayer({ send: (to, sent) => sender.send(to, withSecrets(sent)) });
    player.meet(doctors);
    const stage = await createStage(player, variant, `${variant}.${marker}.example.org`.toLowerCase());
    for (const name of CALL_NAMES) await playCells(stage, name, 'whole');
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
