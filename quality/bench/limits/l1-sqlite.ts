// L1: node:http over prepared statements. WAL, each commit synced, the session read and checked for each request. With
// AUDITED it has the duties of the service, with PLANNED_ONCE the plans of its statements stay.
import { randomUUID, randomUUIDv7 } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { json } from 'node:stream/consumers';
import Database from 'better-sqlite3';
import { hasEnded, type Names, port, type Recorded, refuse, reply, sealOf, sessionOf } from '../contract.ts';

type Unit = PromiseWithResolvers<void> & { readonly recorded: Recorded; readonly insert: () => void };
type Noted = Recorded & { readonly id: string; readonly at: number };
type End = { readonly place: number; readonly seal: string };

/** Milliseconds. The service writes the records of what was read four times a second. */
const INTERVAL = 500;

const noted = (recorded: Recorded): Noted => ({ id: randomUUIDv7(), at: Date.now(), ...recorded });

/** The service's duties: a sealed record of each read and change, and one commit for writes that wait together. */
const auditedWrites = (database: Database.Database) => {
  const append = database.prepare(`
    INSERT INTO "AuditRecord" ("place", "id", "at", "requestId", "byId", "action", "on", "outcome", "childId", "seal")
    VALUES (?, ?, ?, ?, ?, ?, ?, 'OK', ?, ?)`);
  const setEnd = database.prepare(`
    INSERT INTO "AuditEnd" ("id", "place", "seal", "endSeal") VALUES (1, ?, ?, ?)
    ON CONFLICT ("id") DO UPDATE SET "place" = excluded."place", "seal" = excluded."seal", "endSeal" = excluded."endSeal"`);
  let end = database.prepare<[], End>('SELECT "place", "seal" FROM "AuditEnd"').get() ?? { place: 0, seal: '' };

  const appendAll = (records: readonly Noted[]): End => {
    let { place, seal } = end;
    for (const { id, at, requestId, by, action, on, child = null } of records) {
      place += 1;
      seal = sealOf(JSON.stringify([seal, place, id, at, requestId, by, action, on, child]));
      append.run(place, id, at, requestId, by, action, on, child, seal);
    }
    setEnd.run(place, seal, sealOf(`${place}:${seal}`));
    return { place, seal };
  };

  let waiting: Unit[] = [];
  const insertAll = database.transaction((units: readonly Unit[]) => {
    for (const { insert } of units) insert();
    return appendAll(units.map(({ recorded }) => noted(recorded)));
  });
  const commit = (): void => {
    const units = waiting;
    waiting = [];
    try {
      end = insertAll.immediate(units);
      for (const { resolve } of units) resolve();
    } catch (error) {
      for (const { reject } of units) reject(error);
    }
  };

  let read: Noted[] = [];
  const appendRead = database.transaction(appendAll);
  setInterval(() => {
    if (read.length === 0) return;
    end = appendRead.immediate(read);
    read = [];
  }, INTERVAL);

  return {
    note: (recorded: Recorded): void => void read.push(noted(recorded)),
    /** Resolves when the insert and its record are on the disk. */
    write: (recorded: Recorded, insert: () => void): Promise<void> => {
      const settled = Promise.withResolvers<void>();
      if (waiting.push({ ...settled, recorded, insert }) === 1) setImmediate(commit);
      return settled.promise;
    },
  };
};

type Session = { readonly id: string; readonly role: string; readonly startedAt: number; readonly lastUsedAt: number };

const database = new Database(process.env['DATABASE_FILE']);
database.pragma('journal_mode = WAL');
database.pragma('synchronous = FULL');
const audited = process.env['AUDITED'] ? auditedWrites(database) : undefined;

// Without the plus SQLite plans a statement again for each value that it is executed with.
const value = process.env['PLANNED_ONCE'] ? '+?' : '?';
const findSession = database.prepare<[string], Session>(`
  SELECT a."id", a."role", s."startedAt", s."lastUsedAt"
  FROM "Session" s JOIN "Account" a ON a."id" = s."accountId" WHERE s."digest" = ${value}`);
const touchSession = database.prepare('UPDATE "Session" SET "lastUsedAt" = ? WHERE "digest" = ?');
const childrenOf = database.prepare<[string]>(`
  SELECT c."firstName", c."lastName", c."id"
  FROM (SELECT DISTINCT "childId" FROM "Case" WHERE "doctorId" = ${value}) k JOIN "Child" c ON c."id" = k."childId"
  ORDER BY k."childId"`);
const insertChild = database.prepare<[string, string, string]>(
  'INSERT INTO "Child" ("id", "firstName", "lastName") VALUES (?, ?, ?)',
);
const insertParent = database.prepare<[string, string]>(
  'INSERT INTO "Parenthood" ("parentId", "childId", "place") VALUES (?, ?, 1)',
);
const insertBoth = (child: string, parent: string, { firstName, lastName }: Names): void => {
  insertChild.run(child, firstName, lastName);
  insertParent.run(parent, child);
};
const insertAndCommit = database.transaction(insertBoth);

const MINUTE = 60_000;
const DOCTORS_CHILDREN = /^\/api\/Doc\/([^/]+)\/children$/;

const addChild = async (incoming: IncomingMessage, parent: string, requestId: string): Promise<string> => {
  const names = (await json(incoming)) as Names;
  const child = randomUUIDv7();
  const recorded = { requestId, by: parent, action: 'child added', on: child, child };
  if (audited) await audited.write(recorded, () => insertBoth(child, parent, names));
  else insertAndCommit(child, parent, names);
  return child;
};

const serve = async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
  const { url = '' } = incoming;
  const doctor = DOCTORS_CHILDREN.exec(url)?.[1];
  if (!doctor && url !== '/api/Parent/child') return refuse(outgoing, 'PATH_NOT_FOUND');
  const digest = sessionOf(incoming);
  const actor = findSession.get(digest);
  if (!actor || hasEnded(actor.startedAt, actor.lastUsedAt)) return refuse(outgoing, 'SESSION_INVALID');
  if (audited && Date.now() - actor.lastUsedAt > MINUTE) touchSession.run(Date.now(), digest);
  const { id, role } = actor;
  if (doctor === undefined ? role !== 'Par' : id !== doctor) return refuse(outgoing, 'ROLE_NOT_ALLOWED');
  const requestId = randomUUID();
  if (doctor === undefined) {
    const ChildID = await addChild(incoming, id, requestId);
    return reply(outgoing, 200, { response: { ChildID } }, { 'Request-Id': requestId });
  }
  const children = childrenOf.all(doctor);
  audited?.note({ requestId, by: id, action: "doctor's children listed", on: doctor });
  return reply(outgoing, 200, { response: children }, { 'Request-Id': requestId });
};

createServer((incoming, outgoing) => {
  serve(incoming, outgoing).catch(() => outgoing.writeHead(500).end());
}).listen(port, '127.0.0.1');
