// The duties of the service in L1: a sealed record of each reading and of each change, and one commit for the writes that wait together.
import { randomUUIDv7 } from 'node:crypto';
import type Database from 'better-sqlite3';
import { type Recorded, sealOf } from '../contract.ts';

type Unit = PromiseWithResolvers<void> & { readonly recorded: Recorded; readonly insert: () => void };
type Noted = Recorded & { readonly id: string; readonly at: number };
type End = { readonly place: number; readonly seal: string };

/** Milliseconds. The service writes the records of what was read four times a second. */
const INTERVAL = 500;

const noted = (recorded: Recorded): Noted => ({ id: randomUUIDv7(), at: Date.now(), ...recorded });

export const auditedWrites = (database: Database.Database) => {
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
