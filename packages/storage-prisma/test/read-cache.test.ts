import { auditRecord, child, hash, keep, keepAccount, keepCase } from '@health-case/domain/contracts/storage/samples';
import { describe, expect, it } from 'vitest';
import { createReadCache } from '../src/sqlite/read-cache.ts';
import { keepWorld } from './support/every-call.ts';
import { migratedFile, openBeside, openSqlite } from './support/sqlite.ts';

const whole = { after: undefined, size: 100 };

describe('what was read', () => {
  it('is the same object until something is committed by this process, by another, or beside both', async () => {
    const file = await migratedFile();
    const [storage, other] = [await openSqlite(file), await openSqlite(file)];
    const { doctor, parent, child: concerned } = await keepCase(storage);
    const list = () => storage.read.children.ofDoctor(doctor.id, whole);
    const first = await list();
    expect(await list()).toBe(first);
    const commits = [
      () => keepAccount(storage, 'Par'),
      () => keep(other, ({ children }) => children.insert(child(parent.id))),
      async () => openBeside(file).exec(`UPDATE "Child" SET "firstName" = 'Ada' WHERE "id" = '${concerned.id}'`),
    ];
    let before = first;
    for (const commit of commits) {
      await commit();
      const now = await list();
      expect(now).not.toBe(before);
      before = now;
    }
    expect(before).toEqual([{ ...first[0], firstName: 'Ada' }]);
  });

  it('stays when the audit trail alone has grown, and goes when anything has changed with it', async () => {
    const storage = await openSqlite(await migratedFile());
    const { parent } = await keepCase(storage);
    const list = () => storage.read.children.ofParent(parent.id, whole);
    const first = await list();
    const audited = auditRecord();
    await keep(storage, ({ audit }) => audit.append(audited));
    expect(await list()).toBe(first);
    expect(await storage.read.audit.records({}, { after: 0, size: 9 })).toMatchObject([audited]);
    await keep(storage, async ({ audit, children }) => {
      await audit.append(auditRecord());
      await children.insert(child(parent.id));
    });
    expect(await list()).toHaveLength(first.length + 1);
  });

  it('is never a number, a hash, or a record of the audit trail', async () => {
    const storage = await openSqlite(await migratedFile());
    const parent = await keepAccount(storage, 'Par');
    const kept = child(parent.id, '756.1234');
    await keep(storage, ({ children }) => children.insert(kept));
    const { accounts, audit, children } = storage.read;
    const reads = [
      () => children.record(kept.id),
      () => accounts.credentialsOf(parent.id),
      () => accounts.credentialsByEmail(parent.email),
      () => audit.records({}, { after: 0, size: 9 }),
    ];
    for (const read of reads) {
      const first = await read();
      expect(await read()).toEqual(first);
      expect(await read()).not.toBe(first);
    }
    expect((await accounts.credentialsOf(parent.id))?.passwordHash).toBe(hash('hash'));
  });
});

describe('whatever is asked for again and again', () => {
  it('is the same object, as long as nothing is committed', async () => {
    const storage = await openSqlite(await migratedFile());
    const { doctor, parent, assistant, case: about, closed, session } = await keepWorld(storage);
    const { accounts, assistants, cases, certifications, children, history, sessions, tasks } = storage.read;
    const reads: readonly (() => Promise<unknown>)[] = [
      () => accounts.doctors(whole),
      () => accounts.find(parent.id),
      () => assistants.ofDoctor(doctor.id, whole),
      () => cases.find(about.id),
      () => cases.ofAssistant(assistant.id, whole),
      () => cases.ofDoctor(doctor.id, whole),
      () => cases.ofParent(parent.id, whole),
      () => certifications.newestOf(closed.id),
      () => children.ofDoctor(doctor.id, whole),
      () => children.ofDoctorAndParent(doctor.id, parent.id, whole),
      () => children.ofParent(parent.id, whole),
      () => history.ofCase(about.id, whole),
      () => sessions.find(session.digest),
      () => tasks.find(closed.id),
      () => tasks.lastClosedOf(about.id),
      () => tasks.ofCase(about.id, whole),
    ];
    for (const read of reads) {
      const first = await read();
      expect(first).toBeInstanceOf(Object);
      expect(await read()).toBe(first);
    }
  });
});

describe('the read cache', () => {
  const name = 'cases.find';

  it('keeps no more than so many rows, and reads what is beyond them each time', async () => {
    const reading = createReadCache(() => 1);
    let reads = 0;
    const read = async () => {
      reads += 1;
      return Array.from({ length: 5000 });
    };
    const readAll = async () => {
      for (let page = 0; page < 10; page += 1) await reading(read, name, [page]);
    };
    await readAll();
    expect(reads).toBe(10);
    await readAll();
    expect(reads).toBeGreaterThanOrEqual(15);
    expect(reads).toBeLessThan(20);
  });

  it('keeps copies, so that V8 does not take for long-lived what is only passed on', async () => {
    const reading = createReadCache(() => 1);
    const rows = [{ id: 'a' }, { id: 'b' }];
    const kept = await reading(async () => rows, name, []);
    expect(kept).toEqual(rows);
    expect(kept).not.toBe(rows);
    expect(kept[0]).not.toBe(rows[0]);
  });

  it('keeps no failure', async () => {
    const reading = createReadCache(() => 1);
    await expect(reading(() => Promise.reject(new Error('gone')), name, [])).rejects.toThrow('gone');
    expect(await reading(async () => 'here', name, [])).toBe('here');
  });

  it('does not keep for later what was begun before a commit', async () => {
    let version = 1;
    const reading = createReadCache(() => version);
    const { promise, resolve } = Promise.withResolvers<string>();
    const slow = reading(() => promise, name, []);
    version = 2;
    expect(await reading(async () => 'new', name, [])).toBe('new');
    resolve('old');
    expect(await slow).toBe('old');
    expect(await reading(async () => 'newer', name, [])).toBe('new');
  });
});
